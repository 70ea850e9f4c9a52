#include "replay/dispatch/policies/storage.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>

#include "replay/dispatch/policies/names.h"

namespace replay {
namespace {

// Returns how many bits a driver stores for one texel. Formats that are not listed take four bytes or less.
std::uint64_t texel_bits(std::uint32_t format) {
  switch (format) {
    case GL_RGBA32F:
    case GL_RGBA32I:
    case GL_RGBA32UI:
    case GL_RGB32F:
    case GL_RGB32I:
    case GL_RGB32UI: return 128;
    case GL_RGBA16:
    case GL_RGBA16F:
    case GL_RGBA16I:
    case GL_RGBA16UI:
    case GL_RGBA16_SNORM:
    case GL_RGBA12:
    case GL_RGB16:
    case GL_RGB16F:
    case GL_RGB16I:
    case GL_RGB16UI:
    case GL_RGB16_SNORM:
    case GL_RGB12:
    case GL_RG32F:
    case GL_RG32I:
    case GL_RG32UI:
    case GL_DEPTH32F_STENCIL8: return 64;
    case GL_RED:
    case GL_R8:
    case GL_R8I:
    case GL_R8UI:
    case GL_R8_SNORM:
    case GL_ALPHA:
    case GL_ALPHA8:
    case GL_LUMINANCE:
    case GL_LUMINANCE8:
    case GL_INTENSITY:
    case GL_INTENSITY8:
    case GL_STENCIL_INDEX8:
    case GL_R3_G3_B2:
    case 1: return 8;
    case GL_COMPRESSED_RGB_S3TC_DXT1_EXT:
    case GL_COMPRESSED_RGBA_S3TC_DXT1_EXT:
    case GL_COMPRESSED_SRGB_S3TC_DXT1_EXT:
    case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT:
    case GL_COMPRESSED_RED_RGTC1:
    case GL_COMPRESSED_SIGNED_RED_RGTC1: return 4;
    case GL_COMPRESSED_RGBA_S3TC_DXT3_EXT:
    case GL_COMPRESSED_RGBA_S3TC_DXT5_EXT:
    case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT:
    case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT:
    case GL_COMPRESSED_RG_RGTC2:
    case GL_COMPRESSED_SIGNED_RG_RGTC2:
    case GL_COMPRESSED_RGBA_BPTC_UNORM:
    case GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM:
    case GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT:
    case GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT: return 8;
    case GL_RG:
    case GL_RG8:
    case GL_RG8I:
    case GL_RG8UI:
    case GL_RG8_SNORM:
    case GL_R16:
    case GL_R16F:
    case GL_R16I:
    case GL_R16UI:
    case GL_R16_SNORM:
    case GL_LUMINANCE_ALPHA:
    case GL_LUMINANCE8_ALPHA8:
    case GL_RGB565:
    case GL_RGB5_A1:
    case GL_RGBA4:
    case GL_DEPTH_COMPONENT16:
    case 2: return 16;
    default: return 32;
  }
}

struct TargetBinding {
  std::uint32_t query = 0;  // 0 for a target that allocates no storage
  int faces = 1;
  int shrinking = 2;  // how many dimensions are halved from level to level
};

TargetBinding binding_of(std::uint32_t target) {
  switch (target) {
    case GL_TEXTURE_1D: return {GL_TEXTURE_BINDING_1D, 1, 1};
    case GL_TEXTURE_1D_ARRAY: return {GL_TEXTURE_BINDING_1D_ARRAY, 1, 1};
    case GL_TEXTURE_2D: return {GL_TEXTURE_BINDING_2D};
    case GL_TEXTURE_2D_ARRAY: return {GL_TEXTURE_BINDING_2D_ARRAY};
    case GL_TEXTURE_3D: return {GL_TEXTURE_BINDING_3D, 1, 3};
    case GL_TEXTURE_RECTANGLE: return {GL_TEXTURE_BINDING_RECTANGLE};
    case GL_TEXTURE_2D_MULTISAMPLE: return {GL_TEXTURE_BINDING_2D_MULTISAMPLE};
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY: return {GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY};
    case GL_TEXTURE_CUBE_MAP_ARRAY: return {GL_TEXTURE_BINDING_CUBE_MAP_ARRAY};
    case GL_RENDERBUFFER: return {GL_RENDERBUFFER_BINDING};
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_X:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_X:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Y:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Y:
    case GL_TEXTURE_CUBE_MAP_POSITIVE_Z:
    case GL_TEXTURE_CUBE_MAP_NEGATIVE_Z: return {GL_TEXTURE_BINDING_CUBE_MAP, 6};
    default: return {0};  // proxies
  }
}

std::uint64_t product(std::initializer_list<std::int64_t> factors) {
  std::uint64_t result = 1;
  for (const std::int64_t factor : factors) {
    if (factor <= 0) return 0;
    const auto number = static_cast<std::uint64_t>(factor);
    if (number > Storage::kMax / std::max<std::uint64_t>(result, 1)) return Storage::kMax;
    result *= number;
  }
  return result;
}

// Returns the size of the whole image. When a program uploads another level first, Mesa allocates all larger levels
// as well.
std::uint64_t bytes_of(const StorageRequest& request, const TargetBinding& binding) {
  constexpr std::int64_t kMaxLevels = 16;
  const auto level = std::clamp<std::int64_t>(request.level, 0, kMaxLevels);
  const std::int64_t above = std::int64_t{1} << level;
  const std::uint64_t texels =
      product({request.width, request.height, request.depth, std::clamp<std::int64_t>(request.samples, 1, 64),
               binding.faces, above, binding.shrinking > 1 ? above : 1, binding.shrinking > 2 ? above : 1});
  if (texels > Storage::kMax / 256) return Storage::kMax;
  const std::uint64_t bytes = texels * texel_bits(request.format) / 8;
  return request.levels > 1 ? bytes + bytes / 3 : bytes;
}

GLuint bound_object(Dispatcher& dispatcher, std::uint32_t query) {
  const GlErrors::Asking asking(dispatcher.errors);
  GLint name = 0;
  if (dispatcher.gl->GetIntegerv != nullptr) dispatcher.gl->GetIntegerv(query, &name);
  return static_cast<GLuint>(name);
}

// Returns the target of a texture that the call names. It is an argument of the call, or the driver is asked.
std::uint32_t target_of(const CallInProgress& attempt, std::uint32_t live) {
  const auto params = glbindings::signature(attempt.call.function).params();
  if (params.size() > 1 && std::string_view(params[1].name()) == "target")
    return static_cast<std::uint32_t>(attempt.arg(1).u);
  const GladGLContext& gl = *attempt.dispatcher.gl;
  if (gl.GetTextureParameteriv == nullptr) return GL_TEXTURE_2D;
  const GlErrors::Asking asking(attempt.dispatcher.errors);
  GLint target = GL_TEXTURE_2D;
  gl.GetTextureParameteriv(live, GL_TEXTURE_TARGET, &target);
  return static_cast<std::uint32_t>(target);
}

}  // namespace

void take_storage(CallInProgress& attempt, std::size_t object, const StorageRequest& request) {
  const Kind kind = glbindings::signature(attempt.call.function).params()[object].object;
  const auto argument = static_cast<std::uint32_t>(attempt.arg(object).u);
  std::uint32_t live = kind != Kind::kNone ? attempt.context().map(kind).find(argument) : 0;
  const std::uint32_t target = kind == Kind::kNone           ? argument
                               : kind == Kind::kRenderbuffer ? std::uint32_t{GL_RENDERBUFFER}
                                                             : target_of(attempt, live);
  const TargetBinding binding = binding_of(target);
  if (binding.query == 0) return;
  if (kind == Kind::kNone) live = bound_object(attempt.dispatcher, binding.query);
  Storage& storage = attempt.context().group->storage;
  const auto of = target == GL_RENDERBUFFER ? Storage::Of::kRenderbuffer : Storage::Of::kTexture;
  std::uint64_t bytes = bytes_of(request, binding);
  const std::uint64_t before = storage.taken(of, live);
  // The smaller levels of an image that exists already use the storage that was counted for it.
  if (request.level > 0 && before > 0) bytes = std::max(before, bytes >> std::min<std::int64_t>(2 * request.level, 62));
  std::uint64_t coming = 0;
  for (const loaders::Value& value : attempt.call.arguments()) coming += value.byte_size();
  if (!storage.take(of, live, bytes, attempt.dispatcher.limits, coming)) attempt.skip(Skip::kTooMuchStorage);
}

void take_buffer_storage(CallInProgress& attempt, std::int64_t bytes) {
  const auto argument = static_cast<std::uint32_t>(attempt.arg(0).u);
  const bool by_name = glbindings::signature(attempt.call.function).params()[0].object == Kind::kBuffer;
  const BufferTarget target = buffer_target(argument);
  const RecordedContext& context = attempt.context();
  if (!by_name && target == BufferTarget::kCount) return;  // GL refuses such a target
  const std::uint32_t buffer = by_name ? argument : context.bound(target);
  if (buffer == 0) return;
  Storage& storage = context.group->storage;
  if (!storage.take(Storage::Of::kBuffer, buffer, static_cast<std::uint64_t>(bytes), attempt.dispatcher.limits)) {
    attempt.skip(Skip::kTooMuchStorage);
  }
}

}  // namespace replay
