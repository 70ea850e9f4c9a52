// Read-backs of textures and buffers. Later calls may use a result in a bound pack buffer. A result in client memory
// is not used, but the driver does the same work as for the recorded program.
#include <optional>

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// Returns the size of a level. `ask` returns the value of GL_TEXTURE_WIDTH and similar names.
template <class Ask>
ImageSize asked_size(CallInProgress& attempt, Ask ask) {
  const GlErrors::Asking asking(attempt.dispatcher.errors);
  GLint width = 0, height = 0, depth = 0;
  ask(GL_TEXTURE_WIDTH, &width);
  ask(GL_TEXTURE_HEIGHT, &height);
  ask(GL_TEXTURE_DEPTH, &depth);
  // The target, and not the depth, decides whether GL skips images.
  return {width, height, depth, true};
}

std::optional<PackedImage> level_image(CallInProgress& attempt, std::uint32_t target, std::int32_t level,
                                       std::uint32_t format, std::uint32_t type) {
  const auto& gl = *attempt.dispatcher.gl;
  if (gl.GetTexLevelParameteriv == nullptr) return std::nullopt;
  const ImageSize size =
      asked_size(attempt, [&](GLenum name, GLint* value) { gl.GetTexLevelParameteriv(target, level, name, value); });
  return PackedImage{.format = format, .type = type, .size = size};
}

std::optional<PackedImage> level_image_of(CallInProgress& attempt, std::uint32_t texture, std::int32_t level,
                                          std::uint32_t format, std::uint32_t type) {
  const auto& gl = *attempt.dispatcher.gl;
  if (gl.GetTextureLevelParameteriv == nullptr || gl.GetTextureParameteriv == nullptr) return std::nullopt;
  ImageSize size = asked_size(
      attempt, [&](GLenum name, GLint* value) { gl.GetTextureLevelParameteriv(texture, level, name, value); });
  const GlErrors::Asking asking(attempt.dispatcher.errors);
  GLint target = 0;
  gl.GetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  constexpr int kFaces = 6;
  if (target == GL_TEXTURE_CUBE_MAP) size.depth = kFaces;
  return PackedImage{.format = format, .type = type, .size = size};
}

// Returns a destination for `bytes` of GL's output: an offset when a pack buffer is bound, otherwise scratch memory.
// `image` describes the image when its offset has to be checked.
template <class Image>
void* destination(CallInProgress& attempt, const Value& value, std::int64_t bytes, Image image) {
  if (!takes_offset(attempt, BufferTarget::kPixelPack)) return packed_memory(attempt, bytes);
  return packed_offset(attempt, value, attempt.context().pack.invert != 0 ? image() : std::nullopt);
}

void* compressed_destination(CallInProgress& attempt, const Value& value, std::int64_t bytes) {
  return destination(attempt, value, bytes, [] { return std::optional<PackedImage>(); });
}

bool packs_into_buffer(Dispatcher& d, const Call& call) {
  CallInProgress attempt{d, call};
  if (d.context == nullptr || !takes_offset(attempt, BufferTarget::kPixelPack)) return false;
  packed_offset(attempt, Value{});
  return attempt.ok;
}

// Returns nothing for a format that GL does not have. GL refuses such a call, so it gets no memory.
std::optional<std::int64_t> level_bytes(CallInProgress& attempt, std::uint32_t target, std::int32_t level,
                                        std::uint32_t format, std::uint32_t type) {
  const auto image = level_image(attempt, target, level, format, type);
  const auto bytes = image ? image_bytes(format, type, image->size, attempt.context().pack) : std::nullopt;
  if (!bytes) return std::nullopt;
  return static_cast<std::int64_t>(std::min<std::uint64_t>(*bytes, kMaxLength));
}

// Returns the size of the recorded program's memory. For Mesa 22.3 a negative size is no bound at all, and it is
// wrong by a row when rows are written from the last to the first. What is written to client memory is not used. A
// pack buffer has its own size.
std::int64_t client_bytes(CallInProgress& attempt, std::size_t argument) {
  if (attempt.arg(argument).i < 0) attempt.skip(Skip::kBadValue);
  else if (attempt.context().pack.invert != 0 && !takes_offset(attempt, BufferTarget::kPixelPack)) attempt.leave_out();
  return clamp_length(attempt.arg(argument).i);
}

// Drivers do not check the layout of GL_PACK_COMPRESSED_BLOCK_*. What is written to client memory is not used.
void check_compressed_pack(CallInProgress& attempt) {
  if (attempt.context().pack.block_size == 0) return;
  if (takes_offset(attempt, BufferTarget::kPixelPack)) attempt.skip(Skip::kBadValue);
  else attempt.leave_out();
}

}  // namespace

void get_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const bool to_buffer = takes_offset(attempt, BufferTarget::kPixelPack);
  const auto bytes = to_buffer ? 0 : level_bytes(attempt, u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3));
  const auto image = [&] { return level_image(attempt, u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3)); };
  void* pixels = bytes ? destination(attempt, call.args[4], *bytes, image) : nullptr;
  if (attempt.ok) function(u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3), pixels);
}

void get_compressed_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  check_compressed_pack(attempt);
  GLint bytes = 0, compressed = 0;
  d.gl->GetTexLevelParameteriv(u32(call, 0), i32(call, 1), GL_TEXTURE_COMPRESSED, &compressed);
  if (compressed == GL_TRUE) {
    d.gl->GetTexLevelParameteriv(u32(call, 0), i32(call, 1), GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &bytes);
  }
  void* pixels = compressed_destination(attempt, call.args[2], bytes);
  if (attempt.ok) function(u32(call, 0), i32(call, 1), pixels);
}

void getn_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetnTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto image = [&] { return level_image(attempt, u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3)); };
  void* pixels = destination(attempt, call.args[5], client_bytes(attempt, 4), image);
  if (attempt.ok) function(u32(call, 0), i32(call, 1), u32(call, 2), u32(call, 3), i32(call, 4), pixels);
}

void getn_compressed_tex_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetnCompressedTexImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  check_compressed_pack(attempt);
  void* pixels = compressed_destination(attempt, call.args[3], client_bytes(attempt, 2));
  if (attempt.ok) function(u32(call, 0), i32(call, 1), i32(call, 2), pixels);
}

void get_texture_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  const auto image = [&] { return level_image_of(attempt, texture, i32(call, 1), u32(call, 2), u32(call, 3)); };
  void* pixels = destination(attempt, call.args[5], client_bytes(attempt, 4), image);
  if (attempt.ok) function(texture, i32(call, 1), u32(call, 2), u32(call, 3), i32(call, 4), pixels);
}

void get_compressed_texture_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  check_compressed_pack(attempt);
  void* pixels = compressed_destination(attempt, call.args[3], client_bytes(attempt, 2));
  if (attempt.ok) function(texture, i32(call, 1), i32(call, 2), pixels);
}

void get_texture_sub_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureSubImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  const auto image = [&] {
    const ImageSize size{i32(call, 5), i32(call, 6), i32(call, 7), true};
    return std::optional(PackedImage{.format = u32(call, 8), .type = u32(call, 9), .size = size});
  };
  void* pixels = destination(attempt, call.args[11], client_bytes(attempt, 10), image);
  if (!attempt.ok) return;
  function(texture, i32(call, 1), i32(call, 2), i32(call, 3), i32(call, 4), i32(call, 5), i32(call, 6), i32(call, 7),
           u32(call, 8), u32(call, 9), i32(call, 10), pixels);
}

void get_compressed_texture_sub_image(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureSubImage);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  check_compressed_pack(attempt);
  void* pixels = compressed_destination(attempt, call.args[9], client_bytes(attempt, 8));
  if (!attempt.ok) return;
  function(texture, i32(call, 1), i32(call, 2), i32(call, 3), i32(call, 4), i32(call, 5), i32(call, 6), i32(call, 7),
           i32(call, 8), pixels);
}

// The functions of EXT_direct_state_access have no size, and each needs its own query for it. So they are issued only
// when the result matters.
void get_texture_image_ext(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d, call)) return;
  const auto function = entry(d, call, &GladGLContext::GetTextureImageEXT);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  if (!attempt.ok) return;
  function(texture, u32(call, 1), i32(call, 2), u32(call, 3), u32(call, 4), offset_pointer<void*>(call.args[5]));
}

void get_multi_tex_image(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d, call)) return;
  const auto function = entry(d, call, &GladGLContext::GetMultiTexImageEXT);
  if (function == nullptr) return;
  function(u32(call, 0), u32(call, 1), i32(call, 2), u32(call, 3), u32(call, 4), offset_pointer<void*>(call.args[5]));
}

void get_compressed_texture_image_ext(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d, call)) return;
  const auto function = entry(d, call, &GladGLContext::GetCompressedTextureImageEXT);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  check_compressed_pack(attempt);
  if (attempt.ok) function(texture, u32(call, 1), i32(call, 2), offset_pointer<void*>(call.args[3]));
}

void get_compressed_multi_tex_image(Dispatcher& d, const Call& call) {
  if (!packs_into_buffer(d, call)) return;
  const auto function = entry(d, call, &GladGLContext::GetCompressedMultiTexImageEXT);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  check_compressed_pack(attempt);
  if (attempt.ok) function(u32(call, 0), u32(call, 1), i32(call, 2), offset_pointer<void*>(call.args[3]));
}

void get_buffer_sub_data(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetBufferSubData);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  void* data = zeroed(attempt, Arg<2>::count(attempt));
  if (attempt.ok) function(u32(call, 0), call.args[1].i, call.args[2].i, data);
}

void get_named_buffer_sub_data(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetNamedBufferSubData);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  void* data = zeroed(attempt, Arg<2>::count(attempt));
  if (attempt.ok) function(buffer, call.args[1].i, call.args[2].i, data);
}

}  // namespace replay::handlers
