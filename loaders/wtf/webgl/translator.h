// Translator: makes GL calls of WebGL events.
//
// WebGL is OpenGL ES 2 with other names and more rules. A browser does more than passing calls on, and all of that is
// done here: handles become names, typed arrays and images become pixels for GL, calls that WebGL refuses are not made,
// and neither are draws that would read beyond their buffers. After this, nobody needs to know that the calls came from
// a web page.
//
// Every event stays one call with its number. What GL has to be told in addition comes before or after it as derived
// calls. Events that mean nothing to GL become calls of replayEvent.
//
// All zones share the current context, so the calls are marked kAnyThread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/stream/derived_calls.h"
#include "loaders/stream/value_plan.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/report.h"
#include "loaders/wtf/webgl/context.h"
#include "loaders/wtf/webgl/methods.h"
#include "loaders/wtf/webgl/objects.h"
#include "loaders/wtf/webgl/operation.h"

namespace loaders::wtf::webgl {

// `legacy`: the file is a legacy one, whose tracer recorded other arguments.
struct TranslatorOptions {
  bool legacy = false;
};

class Translator {
 public:
  Translator(FunctionTable& functions, Report& report, const Limits& limits)
      : derived_(functions),
        report_(report),
        limits_(limits),
        objects_(limits.page_bytes) {}

  void set_options(const TranslatorOptions& options) { options_ = options; }

  // Appends the call of the next event, and its derived calls.
  void take(const Event& event, Batch& batch);

  // Appends what is still to be done after the last event.
  void finish(Batch& batch);

  // Effects, sorted by the file that they are in.
  // canvases.cc
  Outcome create_context(Operation& op);
  Outcome set_context(Operation& op);
  Outcome lose_context(Operation& op);
  Outcome restore_context(Operation& op);
  // bindings.cc
  Outcome active_texture(Operation& op);
  Outcome bind_buffer(Operation& op);
  Outcome bind_framebuffer(Operation& op);
  Outcome bind_renderbuffer(Operation& op);
  Outcome bind_texture(Operation& op);
  Outcome bind_vertex_array(Operation& op);
  Outcome use_program(Operation& op);
  Outcome blend_func(Operation& op);
  Outcome depth_range(Operation& op);
  Outcome renderbuffer_storage(Operation& op);
  // buffers.cc
  Outcome buffer_data(Operation& op);
  Outcome buffer_sub_data(Operation& op);
  Outcome enable_array(Operation& op);
  Outcome disable_array(Operation& op);
  Outcome array_pointer(Operation& op);
  Outcome array_divisor(Operation& op);
  // draws.cc
  Outcome clear(Operation& op);
  Outcome draw_arrays(Operation& op);
  Outcome draw_elements(Operation& op);
  // programs.cc
  Outcome create_shader(Operation& op);
  Outcome shader_source(Operation& op);
  Outcome attach_shader(Operation& op);
  Outcome detach_shader(Operation& op);
  Outcome bind_attribute(Operation& op);
  Outcome link_program(Operation& op);
  Outcome uniform_location(Operation& op);
  // textures.cc
  Outcome pixel_storei(Operation& op);
  Outcome tex_image(Operation& op);
  Outcome tex_sub_image(Operation& op);
  Outcome tex_parameter(Operation& op);
  Outcome copy_tex_image(Operation& op);
  Outcome compressed_tex_image(Operation& op);
  Outcome generate_mipmap(Operation& op);

 private:
  // How the events of one type become calls.
  struct TypePlan {
    static constexpr std::uint8_t kAbsent = 0xff;
    const Method* method = nullptr;
    // Which of the event's arguments each parameter takes.
    std::array<std::uint8_t, Operation::kMaxArgs> argument_index{};
    std::array<Target, Operation::kMaxArgs> targets{};
  };

  // A link that waits for the attribute locations that the tracer appends to its scope.
  struct PendingLink {
    std::uint64_t scope = 0;
    std::uint32_t handle = 0;  // of the program
    Program* program = nullptr;
    bool has_locations = false;
    std::map<std::string, std::uint32_t> locations{};
  };

  const TypePlan& plan_of(const EventType& type);
  Outcome translate(const TypePlan& plan, Operation& op);
  Outcome fill(const TypePlan& plan, Operation& op);
  Outcome fill_one(const Param& param, const Value& value, Target target, Operation& op);
  Outcome fill_handle(const Param& param, std::uint32_t handle, Operation& op);
  bool is_bound(const Param& param, std::uint32_t target);
  void commit(const Operation& op, Outcome outcome);
  void commit(const Event& event, glbindings::FunctionId function, std::span<const Value> args, const Value* result);

  // canvases.cc
  Context* context(std::uint32_t handle, const ContextAttributes& attributes);
  Context* make_context(std::uint16_t handle, const ContextAttributes& attributes);
  void assume_canvas();
  bool take_frame(const Event& event);
  Value take_drawn();

  // bindings.cc
  enum class Lookup : std::uint8_t { kGood, kNull, kUnknown, kRefused };
  Lookup look_up(std::uint32_t handle, ObjectKind kind) const;
  void unbind(ObjectKind kind, std::uint32_t handle);

  // buffers.cc
  Buffer* bound_buffer(std::uint32_t target);

  // draws.cc
  void mark_drawn();
  std::vector<std::uint32_t> short_arrays(std::uint64_t vertices, std::uint64_t instances) const;
  std::optional<std::uint64_t> vertices_of(const Operation& op) const;
  Outcome guard(Operation& op, glbindings::FunctionId guarded, std::uint64_t instances,
                const std::vector<std::uint32_t>& short_ones);

  // programs.cc
  void watch_link(const Event& event);
  void add_locations(const Event& event);
  void finish_link();
  void guess_attributes(const Program& program, std::map<std::string, std::uint32_t>& attributes) const;

  // textures.cc
  struct Source;
  Texture* bound_texture(std::uint32_t target);
  Source source_of(const Operation& op, std::uint32_t width, std::uint32_t height);
  bool upload(const Source& source, std::uint32_t format, std::uint32_t type, Value& pixels);
  void define_level(Operation& op, std::uint32_t width, std::uint32_t height);
  void update_filter(std::uint32_t target, Texture& texture);

  Value array_of(std::span<const std::uint32_t> names);

  DerivedCalls derived_;
  Report& report_;
  const Limits& limits_;
  TranslatorOptions options_;
  Batch* batch_ = nullptr;
  std::vector<std::unique_ptr<TypePlan>> plans_;  // by EventType::recorded

  Objects objects_;
  std::map<std::uint32_t, std::unique_ptr<Context>> contexts_;  // by handle
  std::vector<std::uint32_t> drawn_;  // handles of contexts with Context::is_drawn, and of some that were restored
  std::uint16_t last_serial_ = 0;     // the last Context::serial
  Context* current_ = nullptr;
  std::optional<std::uint64_t> frame_begin_;  // index of the event that began the current frame
  std::uint64_t last_index_ = 0;              // of the last event

  std::optional<PendingLink> link_;
  bool tells_locations_ = false;  // the recording has attribute locations
};

}  // namespace loaders::wtf::webgl
