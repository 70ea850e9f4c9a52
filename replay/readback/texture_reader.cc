#include "replay/readback/texture_reader.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <iterator>

namespace replay {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 30;  // bytes of a level

constexpr TextureTarget kTargets[] = {
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_2D, 1},
    {GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 6},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_2D_ARRAY, 1},
    {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_3D, 1},
    {GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, GL_TEXTURE_RECTANGLE, 1},
    {GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, GL_TEXTURE_1D, 1},
    {GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_1D_ARRAY, 1},
    {GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY, 1},
    {GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE, 0},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 0},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, GL_TEXTURE_BUFFER, 0},
};

int parameter(const GladGLContext& gl, GLenum image, int level, GLenum name) {
  GLint value = 0;
  gl.GetTexLevelParameteriv(image, level, name, &value);
  return value;
}

}  // namespace

AttachmentImage::Form form_of_level(const GladGLContext& gl, std::uint32_t image, int level) {
  using enum AttachmentImage::Form;
  if (parameter(gl, image, level, GL_TEXTURE_DEPTH_SIZE) > 0) return kDepthF32;
  switch (parameter(gl, image, level, GL_TEXTURE_RED_TYPE)) {
    case GL_INT: return kRgbaI32;
    case GL_UNSIGNED_INT: return kRgbaU32;
    case GL_FLOAT: return kRgbaF32;
    default: return kRgba8;
  }
}

AskedTexture::AskedTexture(const GladGLContext& gl, std::uint32_t texture) : gl_(gl) {
  for (const TextureTarget& candidate : kTargets) {
    had_error(gl);
    gl.GetIntegerv(candidate.binding, &bound_);
    gl.BindTexture(candidate.target, texture);
    if (had_error(gl)) continue;
    target_ = &candidate;
    return;
  }
}

AskedTexture::~AskedTexture() {
  if (target_ != nullptr) gl_.BindTexture(target_->target, static_cast<GLuint>(bound_));
}

std::uint32_t binding_of(std::uint32_t target) {
  const auto* found = std::find_if(std::begin(kTargets), std::end(kTargets),
                                   [&](const TextureTarget& known) { return known.target == target; });
  return found == std::end(kTargets) ? 0 : found->binding;
}

std::optional<AttachmentImage> read_level(const GladGLContext& gl, std::uint32_t image, int level) {
  if (gl.GetTexLevelParameteriv == nullptr || gl.GetTexImage == nullptr) return std::nullopt;
  had_error(gl);
  const int width = parameter(gl, image, level, GL_TEXTURE_WIDTH);
  if (had_error(gl) || width <= 0) return std::nullopt;
  const int height = std::max(parameter(gl, image, level, GL_TEXTURE_HEIGHT), 1);
  const int depth = std::max(parameter(gl, image, level, GL_TEXTURE_DEPTH), 1);
  AttachmentImage read{
      .name = "", .width = width, .height = height * depth, .form = form_of_level(gl, image, level), .bytes = {}};
  const PixelTransfer as = transfer_of(read.form);
  const std::size_t size =
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(depth) * as.bytes;
  if (size > kLargest) return std::nullopt;
  read.bytes.resize(size);
  gl.GetTexImage(image, level, as.format, as.type, read.bytes.data());
  if (had_error(gl)) return std::nullopt;
  return read;
}

std::vector<AttachmentImage> read_levels(const GladGLContext& gl, const TextureTarget& target, const std::string& text,
                                         int first, int count) {
  std::vector<AttachmentImage> levels;
  for (int face = 0; face < target.images; ++face) {
    for (int level = first; level - first < count; ++level) {
      auto image = read_level(gl, target.first_image + static_cast<std::uint32_t>(face), level);
      if (!image) break;
      image->name = target.images > 1 ? fmt::format("{} face {} level {}", text, face, level)
                                      : fmt::format("{} level {}", text, level);
      image->level = level;
      levels.push_back(*std::move(image));
    }
  }
  return levels;
}

}  // namespace replay
