#include "replay/bisect/written.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "replay/calls/texture_targets.h"
#include "replay/calls/writes.h"
#include "replay/dispatch/pack_state.h"
#include "replay/readback/texture_reader.h"
#include "replay/state/parts.h"

namespace replay {
namespace {

using Images = std::vector<AttachmentImage>;
using state::integer;
using state::recorded_name;

constexpr int kAllLevels = 32;
constexpr std::int64_t kLargestBuffer = std::int64_t{1} << 28;

struct IndexedBuffers {
  GLenum most, binding, start, size, interface;
};
constexpr IndexedBuffers kStorage[] = {
    {GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
     GL_SHADER_STORAGE_BUFFER_SIZE, GL_SHADER_STORAGE_BLOCK},
    {GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
     GL_ATOMIC_COUNTER_BUFFER_SIZE, GL_ATOMIC_COUNTER_BUFFER},
};
constexpr IndexedBuffers kFeedback = {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
                                      GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, GL_NONE};

void append(Images& images, Images more) { std::move(more.begin(), more.end(), std::back_inserter(images)); }

// Level -1 stands for all levels.
Images read_texture(const GladGLContext& gl, RecordedContext& context, std::uint32_t live, int level) {
  if (live == 0) return {};
  const AskedTexture texture(gl, live);
  if (texture.target() == nullptr) return {};
  const std::string name = fmt::format("texture {}", recorded_name(context.map(Kind::kTexture), live));
  return read_levels(gl, *texture.target(), name, std::max(level, 0), level < 0 ? kAllLevels : 1);
}

// Returns the texture that is bound to `target`, which may also be a face of a cube map.
std::uint32_t bound_texture(const GladGLContext& gl, std::uint32_t target) {
  const GLenum binding = binding_of(bound_target(target));
  return binding == 0 ? 0 : static_cast<std::uint32_t>(integer(gl, binding));
}

void read_buffer(const GladGLContext& gl, RecordedContext& context, std::uint32_t live, std::int64_t start,
                 std::int64_t size, Images& images) {
  gl.BindBuffer(GL_COPY_READ_BUFFER, live);
  GLint64 whole = 0;
  gl.GetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &whole);
  const std::int64_t length = std::min(size == 0 ? whole - start : size, whole - start);
  if (!had_error(gl) && length > 0 && length <= kLargestBuffer) {
    AttachmentImage image{
        .name = fmt::format("buffer {} from {}", recorded_name(context.map(Kind::kBuffer), live), start),
        .width = static_cast<int>(length),
        .height = 1,
        .form = AttachmentImage::Form::kBytes,
        .bytes = std::vector<std::uint8_t>(static_cast<std::size_t>(length))};
    gl.GetBufferSubData(GL_COPY_READ_BUFFER, start, length, image.bytes.data());
    if (!had_error(gl)) images.push_back(std::move(image));
  }
  gl.BindBuffer(GL_COPY_READ_BUFFER, live_of(context, Kind::kBuffer, context.bound(BufferTarget::kCopyRead)));
}

void read_buffers(const GladGLContext& gl, RecordedContext& context, const IndexedBuffers& buffers, Images& images) {
  if (gl.GetInteger64i_v == nullptr || gl.GetBufferSubData == nullptr || gl.GetBufferParameteri64v == nullptr) return;
  const GLint most = std::min(integer(gl, buffers.most), 256);
  for (GLuint i = 0; i < static_cast<GLuint>(most); ++i) {
    GLint live = 0;
    GLint64 start = 0, size = 0;
    gl.GetIntegeri_v(buffers.binding, i, &live);
    if (live == 0) continue;
    gl.GetInteger64i_v(buffers.start, i, &start);
    gl.GetInteger64i_v(buffers.size, i, &size);
    read_buffer(gl, context, static_cast<std::uint32_t>(live), start, size, images);
  }
}

// Reads the levels of textures that shaders may write to.
void read_bound_images(const GladGLContext& gl, RecordedContext& context, Images& images) {
  if (gl.BindImageTexture == nullptr) return;
  std::set<std::pair<GLint, GLint>> seen;
  const GLint units = std::min(integer(gl, GL_MAX_IMAGE_UNITS), 64);
  for (GLuint unit = 0; unit < static_cast<GLuint>(units); ++unit) {
    GLint live = 0, level = 0, access = GL_READ_ONLY;
    gl.GetIntegeri_v(GL_IMAGE_BINDING_NAME, unit, &live);
    if (live == 0) continue;
    gl.GetIntegeri_v(GL_IMAGE_BINDING_LEVEL, unit, &level);
    gl.GetIntegeri_v(GL_IMAGE_BINDING_ACCESS, unit, &access);
    if (access == GL_READ_ONLY || !seen.emplace(live, level).second) continue;
    append(images, read_texture(gl, context, static_cast<std::uint32_t>(live), level));
  }
}

// Returns false when the program in use certainly has no resource of this kind. A pipeline is not asked: it may have
// some.
bool may_use(const GladGLContext& gl, RecordedContext& context, GLenum interface) {
  if (context.program == 0) return context.pipeline != 0;
  if (gl.GetProgramInterfaceiv == nullptr) return true;
  GLint count = 0;
  gl.GetProgramInterfaceiv(live_of(context, Kind::kProgram, context.program), interface, GL_ACTIVE_RESOURCES, &count);
  return had_error(gl) || count > 0;
}

// Reads what shaders write besides colours.
void read_memory(const GladGLContext& gl, RecordedContext& context, Images& images) {
  if (gl.GetIntegeri_v == nullptr || gl.MemoryBarrier == nullptr) return;
  gl.MemoryBarrier(GL_ALL_BARRIER_BITS);
  read_bound_images(gl, context, images);
  for (const IndexedBuffers& buffers : kStorage) {
    if (may_use(gl, context, buffers.interface)) read_buffers(gl, context, buffers, images);
  }
  had_error(gl);
}

std::uint32_t written_texture(const GladGLContext& gl, RecordedContext& context, const loaders::Call& call,
                              const Writes& writes) {
  const auto argument = static_cast<std::uint32_t>(call.args[writes.argument].u);
  if (writes.into == Writes::Into::kBoundTexture) return bound_texture(gl, argument);
  // glCopyImageSubData alone has an argument after the name that says whether it names a texture or a renderbuffer.
  const bool is_renderbuffer = writes.argument + 1 < call.argc && call.args[writes.argument + 1].u == GL_RENDERBUFFER;
  return is_renderbuffer ? 0 : live_of(context, Kind::kTexture, argument);
}

}  // namespace

std::vector<AttachmentImage> read_written(Dispatcher& d, const loaders::Call& call) {
  if (d.context == nullptr) return {};
  const Writes writes = writes_of(call.function);
  if (writes.into == Writes::Into::kNamed) {
    return read_attachments(d, static_cast<std::uint32_t>(call.args[writes.argument].u));
  }
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  RecordedContext& context = *d.context;
  Images images;
  if (writes.into == Writes::Into::kFramebuffer) images = read_attachments(d);
  if (context.compiled_list != 0) return images;  // what reading the rest sets would be written into the list
  const PackState pack(gl);
  switch (writes.into) {
    case Writes::Into::kFramebuffer:
    case Writes::Into::kMemory: read_memory(gl, context, images); break;
    case Writes::Into::kFeedbackBuffers: read_buffers(gl, context, kFeedback, images); break;
    case Writes::Into::kBoundTexture:
    case Writes::Into::kTexture: {
      const int level = writes.level < 0 ? -1 : static_cast<int>(call.args[writes.level].i);
      images = read_texture(gl, context, written_texture(gl, context, call, writes), level);
      break;
    }
    default: break;
  }
  return images;
}

}  // namespace replay
