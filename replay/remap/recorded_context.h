// RecordedContext: one GL context of the recording. It has its own name maps, the bindings that decide the meaning of
// pointer arguments, and the live context that replaces it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/platform/platform.h"
#include "replay/remap/frame_throttle.h"
#include "replay/remap/front_buffer.h"
#include "replay/remap/pixel_store.h"
#include "replay/remap/share_group.h"

namespace replay {

// Buffer targets whose binding changes the meaning of another call's pointer argument, or of a call that names a target
// instead of a buffer.
enum class BufferTarget : std::uint8_t {
  kArray,
  kElementArray,  // belongs to the vertex array object
  kPixelPack,
  kPixelUnpack,
  kDrawIndirect,
  kDispatchIndirect,
  kParameter,
  kQuery,
  kCopyRead,
  kCopyWrite,
  kUniform,
  kShaderStorage,
  kAtomicCounter,
  kTransformFeedback,
  kTexture,
  kExternalVirtualMemory,
  kCount
};

// Returns kCount for an enum that is not a buffer target.
BufferTarget buffer_target(std::uint32_t gl_enum);
// Returns the name with which glGetIntegerv returns the buffer that is bound to the target.
std::uint32_t binding_query(BufferTarget target);

// The tracked state of a vertex array object. Bits from 0 on are generic attributes, bits from kFixed on are arrays
// of the fixed functions.
struct VertexArrayState {
  static constexpr unsigned kFixed = 32;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  std::uint32_t element_buffer = 0;  // recorded name
  // A driver would follow the null pointer of an array that is enabled and has no storage. When these are wrong, the
  // driver is only asked once more: `enabled` may have bits of disabled arrays, and `stored` may lack bits of arrays
  // with storage.
  std::uint64_t enabled = 0, stored = 0;

  bool may_be_empty() const { return (enabled & ~stored) != 0; }
  void suspect() { enabled = kAll, stored = 0; }
};

struct RecordedContext {
  RecordedContext() = default;
  RecordedContext(const RecordedContext&) = delete;  // `arrays` points into it
  RecordedContext& operator=(const RecordedContext&) = delete;

  std::uint64_t handle = 0;  // recorded
  ContextRequest request;
  PixelFormat format;
  RecordedContext* share = nullptr;  // the context that it shares with; only needed to create the live context
  std::shared_ptr<ShareGroup> group;
  std::unique_ptr<GlContext> live;  // created when the context first becomes current, for the drawable of that moment
  // A context of the replayer for reading the objects of `live`; created on first use.
  std::unique_ptr<GlContext> beside;

  NameMaps names;
  PixelStore unpack, pack;

  // Stands for a bound buffer without a recorded name, which was deleted in another context or belongs to the replayer.
  static constexpr std::uint32_t kNameless = ~std::uint32_t{0};
  std::uint32_t bound_buffers[static_cast<std::size_t>(BufferTarget::kCount)] = {};  // recorded names
  std::uint32_t vertex_array = 0;                                                    // recorded name
  std::unordered_map<std::uint32_t, VertexArrayState> vertex_arrays;  // by live name: a recorded one can be given again
  VertexArrayState* arrays = &vertex_arrays[0];                       // of what is bound
  // Slot of an array in client memory -> the replayer's live buffer.
  std::unordered_map<std::uint64_t, std::uint32_t> client_arrays;
  // The buffers among them that replace memory which was not recorded, and the call that named the memory. The data is
  // lost when a draw has the array enabled.
  struct LostArray {
    loaders::Call call;  // without arguments: they are gone when the draw comes
    bool was_drawn = false;
  };
  std::unordered_map<std::uint32_t, LostArray> lost_arrays;
  std::uint32_t client_texture = 0;  // glClientActiveTexture, from 0
  std::uint32_t client_depth = 0;    // how many client attributes are pushed, as the driver told
  std::uint32_t zeros = 0;           // the replayer's live buffer for arrays that are enabled and have no storage
  bool position_is_lost = false;     // the array of positions has the buffer of zeros
  std::uint32_t draw_framebuffer = 0, read_framebuffer = 0;  // recorded names
  // The buffers of a window, when the recording names a front buffer: handlers/framebuffers/window_buffers.h.
  WindowBuffer drawn_buffer = WindowBuffer::kBack, read_buffer = WindowBuffer::kBack;

  std::uint32_t program = 0;   // recorded name of the program that glUseProgram made current
  std::uint32_t pipeline = 0;  // recorded name
  std::unordered_map<std::uint32_t, std::uint32_t> active_programs;  // pipeline -> glActiveShaderProgram, both recorded
  // pipeline -> program of each stage bit of glUseProgramStages, all recorded
  std::unordered_map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> stage_programs;
  std::uint32_t compiled_list = 0;  // the list that is being compiled; 0 for none
  std::uint64_t list_begins = 0;    // the call that began it
  // Whether glBeginConditionalRender may have left out what is drawn now.
  bool may_be_conditional = false;
  // Drivers check what a draw reads when they draw. While a list is compiled, and in feedback and selection mode,
  // they read it at once, and Mesa does not check it then.
  bool checks_draws = false;
  bool renders = true;  // whether the mode of glRenderMode is GL_RENDER
  void follow_checks() { checks_draws = compiled_list != 0 || !renders; }
  std::optional<std::uint32_t> begin_mode;  // the mode of the open glBegin
  // State of dispatch/asked.h: whether a glBegin, or a list that may contain one, was executed since the driver last
  // answered; whether a query was refused since; and which names of state the context has.
  bool may_be_inside_begin = false, asked_inside_begin = false;
  std::unordered_map<std::uint32_t, bool> answers;
  // The highest index that glArrayElement may have in this glBegin. It is empty before the first glArrayElement and
  // after an array has changed.
  std::optional<std::int64_t> last_element;
  // The index that restarts a primitive and reads no array. It is determined together with `last_element`.
  std::optional<std::uint32_t> restart_element;
  bool uses_array_element = false;
  // Memory that GL may write to, newest last.
  std::vector<std::vector<float>> feedback;
  std::vector<std::vector<std::uint32_t>> selection;
  // The program that glUniform* changes: `program`, or else that of the pipeline.
  ProgramObject* uniform_program = nullptr;

  // The recorder's copy of an image that the live texture already has: the upload to `target` at call `call`.
  struct ImageCopy {
    std::uint32_t target = 0;
    std::uint64_t call = 0;
  };
  std::optional<ImageCopy> image_copy;
  // A glXBindTexImageEXT whose image the recorder has not written yet.
  struct AwaitedImage {
    std::uint64_t call = 0;
    std::uint32_t function = 0;  // recorded
  };
  std::optional<AwaitedImage> awaited_image;
  bool has_surface_textures = false;  // whether it has bound surfaces as textures (SurfaceTexture)

  std::uint64_t last_drawable = 0;  // recorded
  FrameThrottle throttle;

  NameMap& map(Kind kind) { return is_shared(kind) ? group->names[map_index(kind)] : names[map_index(kind)]; }
  std::uint32_t bound(BufferTarget target) const { return bound_buffers[static_cast<std::size_t>(target)]; }
  void bind(BufferTarget target, std::uint32_t recorded);
  void bind_vertex_array(std::uint32_t recorded, std::uint32_t live);
  // Returns whether the context lacks what OpenGL 3.1 removed. The live context decides, or the request if there is
  // none.
  bool is_core() const { return live ? live->is_core() : request.profile == Profile::kCore; }
  // Returns whether it is a context of desktop GL with the old functions. Inside glBegin it refuses nearly every call.
  bool has_begin() const { return request.api == Api::kGl && !is_core(); }
  // To be called after a change of program, pipeline or active program.
  void find_uniform_program();
};

}  // namespace replay
