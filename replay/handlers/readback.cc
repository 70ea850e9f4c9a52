// Readbacks of textures and buffers. Into a bound pack buffer they matter to later calls; into client memory nobody reads the
// result, but the driver does the work that the recorded program asked of it.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// A destination that GL may write `bytes` to: an offset when a pack buffer is bound, else scratch memory.
void* destination(Attempt& attempt, const Value& value, std::int64_t bytes) {
  if (attempt.context().bound(BufferTarget::kPixelPack) != 0) return offset_pointer<void*>(value);
  return zeroed(attempt, bytes);
}

bool packs_into_buffer(const Dispatcher& d) {
  return d.context != nullptr && d.context->bound(BufferTarget::kPixelPack) != 0;
}

std::int64_t level_bytes(Attempt& attempt, std::uint32_t target, std::int32_t level, std::uint32_t format,
                         std::uint32_t type) {
  const auto& gl = *attempt.dispatcher.gl;
  if (gl.GetTexLevelParameteriv == nullptr) return 0;
  GLint width = 0, height = 0, depth = 0;
  gl.GetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
  gl.GetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &height);
  gl.GetTexLevelParameteriv(target, level, GL_TEXTURE_DEPTH, &depth);
  const ImageSize size{width, height, depth, depth > 1};
  const auto bytes = image_bytes(format, type, size, attempt.context().pack);
  return bytes ? static_cast<std::int64_t>(std::min<std::uint64_t>(*bytes, kMaxLength)) : 0;
}

}  // namespace

void get_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const bool to_buffer = d.context->bound(BufferTarget::kPixelPack) != 0;
  const auto bytes = to_buffer ? 0 : level_bytes(attempt, u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3));
  void* pixels = destination(attempt, call.args[4], bytes);
  if (attempt.ok) function(u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3), pixels);
}

void get_compressed_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  GLint bytes = 0, compressed = 0;
  d.gl->GetTexLevelParameteriv(u32(call, 0), i32(call, 1), GL_TEXTURE_COMPRESSED, &compressed);
  if (compressed == GL_TRUE) {
    d.gl->GetTexLevelParameteriv(u32(call, 0), i32(call, 1), GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &bytes);
  }
  void* pixels = destination(attempt, call.args[2], bytes);
  if (attempt.ok) function(u32(call, 0), i32(call, 1), pixels);
}

void getn_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetnTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  void* pixels = destination(attempt, call.args[5], Arg<4>::count(attempt));
  if (attempt.ok) function(u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3), i32(call, 4), pixels);
}

void getn_compressed_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetnCompressedTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  void* pixels = destination(attempt, call.args[3], Arg<2>::count(attempt));
  if (attempt.ok) function(u32(call, 0), i32(call, 1), i32(call, 2), pixels);
}

void get_texture_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  void* pixels = destination(attempt, call.args[5], Arg<4>::count(attempt));
  if (attempt.ok) function(texture, i32(call, 1), u32(call, 2), u32(call, 3), i32(call, 4), pixels);
}

void get_compressed_texture_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  void* pixels = destination(attempt, call.args[3], Arg<2>::count(attempt));
  if (attempt.ok) function(texture, i32(call, 1), i32(call, 2), pixels);
}

void get_texture_sub_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureSubImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  void* pixels = destination(attempt, call.args[11], Arg<10>::count(attempt));
  if (!attempt.ok) return;
  function(texture, i32(call, 1), i32(call, 2), i32(call, 3), i32(call, 4), i32(call, 5), i32(call, 6), i32(call, 7),
           u32(call, 8), u32(call, 9), i32(call, 10), pixels);
}

void get_compressed_texture_sub_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureSubImage);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  void* pixels = destination(attempt, call.args[9], Arg<8>::count(attempt));
  if (!attempt.ok) return;
  function(texture, i32(call, 1), i32(call, 2), i32(call, 3), i32(call, 4), i32(call, 5), i32(call, 6), i32(call, 7),
           i32(call, 8), pixels);
}

// EXT_direct_state_access gives no size, and asking for it takes a function of its own for each; they are issued where the
// result matters.
void get_texture_image_ext(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d)) return;
  const auto function = entry(d, call, &GladGLContext::GetTextureImageEXT);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  if (!attempt.ok) return;
  function(texture, u32(call, 1), i32(call, 2), u32(call, 3), u32(call, 4), offset_pointer<void*>(call.args[5]));
}

void get_multi_tex_image(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d)) return;
  const auto function = entry(d, call, &GladGLContext::GetMultiTexImageEXT);
  if (function == nullptr) return;
  function(u32(call, 0), u32(call, 1), i32(call, 2), u32(call, 3), u32(call, 4), offset_pointer<void*>(call.args[5]));
}

void get_compressed_texture_image_ext(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d)) return;
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureImageEXT);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  if (attempt.ok) function(texture, u32(call, 1), i32(call, 2), offset_pointer<void*>(call.args[3]));
}

void get_compressed_multi_tex_image(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d)) return;
  const auto function = entry(d, call, &GladGLContext::GetCompressedMultiTexImageEXT);
  if (function != nullptr) function(u32(call, 0), u32(call, 1), i32(call, 2), offset_pointer<void*>(call.args[3]));
}

void get_buffer_sub_data(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetBufferSubData);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  void* data = zeroed(attempt, Arg<2>::count(attempt));
  if (attempt.ok) function(u32(call, 0), call.args[1].i, call.args[2].i, data);
}

void get_named_buffer_sub_data(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetNamedBufferSubData);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  void* data = zeroed(attempt, Arg<2>::count(attempt));
  if (attempt.ok) function(buffer, call.args[1].i, call.args[2].i, data);
}

}  // namespace replay::handlers
