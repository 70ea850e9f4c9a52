// RecordedContext: one GL context of the recording: its own name maps, the bindings that decide what a pointer argument means,
// and the live context that stands for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

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

// kCount for an enum that is no buffer target.
BufferTarget buffer_target(std::uint32_t gl_enum);
// What glGetIntegerv is asked for to learn which buffer is bound there.
std::uint32_t binding_query(BufferTarget target);

// What is followed of a vertex array object. Bits: generic attributes from 0, fixed functions' arrays from kFixed on.
struct VertexArrayState {
  static constexpr unsigned kFixed = 32;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  std::uint32_t element_buffer = 0;  // recorded name
  // A driver would follow the null pointer of an array that is enabled and has no storage. Both err on the side of another
  // look at what the driver says: bits of `enabled` may belong to arrays that are not, `stored` may lack arrays that have it.
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
  RecordedContext* share = nullptr;  // the context it was created to share with; only for making the live context
  std::shared_ptr<ShareGroup> group;
  std::unique_ptr<GlContext> live;   // made when the context first becomes current, on the drawable of that moment

  NameMaps names;
  PixelStore unpack, pack;

  // Stands for a buffer that is bound and has no recorded name: it was deleted in another context, or is ours.
  static constexpr std::uint32_t kNameless = ~std::uint32_t{0};
  std::uint32_t bound_buffers[static_cast<std::size_t>(BufferTarget::kCount)] = {};  // recorded names
  std::uint32_t vertex_array = 0;                                                     // recorded name
  std::unordered_map<std::uint32_t, VertexArrayState> vertex_arrays;                  // by recorded name
  VertexArrayState* arrays = &vertex_arrays[0];                                       // of `vertex_array`
  std::unordered_map<std::uint64_t, std::uint32_t> client_arrays;  // slot of an array in client memory -> live buffer of ours
  std::uint32_t client_texture = 0;                                 // glClientActiveTexture, from 0
  std::uint32_t zeros = 0;        // live buffer of ours for arrays that are enabled and have no storage
  bool position_is_lost = false;  // the array of vertices has it now
  std::uint32_t draw_framebuffer = 0, read_framebuffer = 0;                           // recorded names
  // Of a window, where the recording named a front buffer: handlers/framebuffers/window_buffers.h.
  WindowBuffer drawn_buffer = WindowBuffer::kBack, read_buffer = WindowBuffer::kBack;

  std::uint32_t program = 0;   // recorded name of the program that glUseProgram made current
  std::uint32_t pipeline = 0;  // recorded name
  std::unordered_map<std::uint32_t, std::uint32_t> active_programs;  // pipeline -> glActiveShaderProgram, both recorded
  // pipeline -> program of each stage bit of glUseProgramStages, all recorded
  std::unordered_map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> stage_programs;
  std::uint32_t compiled_list = 0;  // the list that is being compiled; 0 for none
  std::uint64_t list_begins = 0;    // the call that began it
  // Drivers check what draws read when they draw. While a list is compiled, and in feedback and selection, they read it here
  // and now, and Mesa does not check then.
  bool checks_draws = false;
  bool renders = true;  // glRenderMode says GL_RENDER
  void follow_checks() { checks_draws = compiled_list != 0 || !renders; }
  std::optional<std::uint32_t> begin_mode;  // of glBegin, as long as glEnd has not come
  // What dispatch/asked.h knows. A glBegin, or a list that may hold one, was executed since the driver last answered; a question
  // was refused since; which numbers of state the context has at all.
  bool may_be_inside_begin = false, asked_inside_begin = false;
  std::unordered_map<std::uint32_t, bool> answers;
  // The highest index that glArrayElement may be given in this glBegin; nothing as long as none was seen, and when an array has
  // changed since.
  std::optional<std::int64_t> last_element;
  // The index that restarts a primitive and reads no array; measured with the former.
  std::optional<std::uint32_t> restart_element;
  bool uses_array_element = false;
  // Memory that GL was given to write to, newest last.
  std::vector<std::vector<float>> feedback;
  std::vector<std::vector<std::uint32_t>> selection;
  ProgramObject* uniform_program = nullptr;  // the one that glUniform* writes to: from `program`, else from the pipeline

  // The recorder's copy of an image that the live texture has: the upload to `target` at call `call`.
  struct ImageCopy {
    std::uint32_t target = 0;
    std::uint64_t call = 0;
  };
  std::optional<ImageCopy> image_copy;
  // The glXBindTexImageEXT whose image the recorder has not written yet.
  struct AwaitedImage {
    std::uint64_t call = 0;
    std::uint32_t function = 0;  // recorded
  };
  std::optional<AwaitedImage> awaited_image;
  bool has_surface_textures = false;  // it has bound surfaces as textures: SurfaceTexture

  std::uint64_t last_drawable = 0;  // recorded
  FrameThrottle throttle;

  NameMap& map(Kind kind) { return is_shared(kind) ? group->names[map_index(kind)] : names[map_index(kind)]; }
  std::uint32_t bound(BufferTarget target) const { return bound_buffers[static_cast<std::size_t>(target)]; }
  void bind(BufferTarget target, std::uint32_t recorded);
  void bind_vertex_array(std::uint32_t recorded);
  // Without what OpenGL 3.1 removed, by the live context's own word; by the request where there is none.
  bool is_core() const { return live ? live->is_core() : request.profile == Profile::kCore; }
  // Of desktop GL with its old functions: inside glBegin it refuses nearly every call.
  bool has_begin() const { return request.api == Api::kGl && !is_core(); }
  // Follows a change of program, pipeline or active program.
  void find_uniform_program();
};

}  // namespace replay
