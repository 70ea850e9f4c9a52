#include "replay/readback/texture_layers.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

namespace replay {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{64} << 20;  // bytes of a level that is read as a whole
constexpr const char* kFaces[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};

using Layers = std::vector<std::optional<AttachmentImage>>;

AttachmentImage empty_layer(const TextureLevel& level) {
  return {.name = "",
          .width = level.width,
          .height = level.height,
          .form = level.form,
          .level = level.level,
          .bytes = std::vector<std::uint8_t>(level.layer_bytes())};
}

bool is_layered(const TextureTarget& target) {
  return target.target == GL_TEXTURE_2D_ARRAY || target.target == GL_TEXTURE_3D ||
         target.target == GL_TEXTURE_CUBE_MAP_ARRAY;
}

// A framebuffer object of the replayer's that one layer is attached to; for OpenGL ES, which reads nothing else.
class LayerFramebuffer {
 public:
  explicit LayerFramebuffer(const GladGLContext& gl)
      : gl_(gl),
        target_(gl.BlitFramebuffer != nullptr ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER) {
    bound_ = answer_to(gl, target_ == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING : GL_FRAMEBUFFER_BINDING)
                 .value_or(0);
    gl.GenFramebuffers(1, &name_);
    gl.BindFramebuffer(target_, name_);
  }
  ~LayerFramebuffer() {
    gl_.BindFramebuffer(target_, static_cast<GLuint>(bound_));
    gl_.DeleteFramebuffers(1, &name_);
    had_error(gl_);
  }
  LayerFramebuffer(const LayerFramebuffer&) = delete;
  LayerFramebuffer& operator=(const LayerFramebuffer&) = delete;

  std::optional<AttachmentImage> read(const TextureTarget& target, GLuint live, const TextureLevel& level, int layer) {
    if (level.form == AttachmentImage::Form::kDepthF32) return std::nullopt;
    had_error(gl_);
    if (is_layered(target)) {
      if (gl_.FramebufferTextureLayer == nullptr) return std::nullopt;
      gl_.FramebufferTextureLayer(target_, GL_COLOR_ATTACHMENT0, live, level.level, layer);
    } else {
      const GLenum image = target.first_image + static_cast<GLenum>(target.images > 1 ? layer : 0);
      gl_.FramebufferTexture2D(target_, GL_COLOR_ATTACHMENT0, image, live, level.level);
    }
    if (had_error(gl_) || gl_.CheckFramebufferStatus(target_) != GL_FRAMEBUFFER_COMPLETE) return std::nullopt;
    AttachmentImage image = empty_layer(level);
    const PixelTransfer as = transfer_of(image.form);
    gl_.ReadPixels(0, 0, image.width, image.height, as.format, as.type, image.bytes.data());
    if (had_error(gl_)) return std::nullopt;
    return image;
  }

 private:
  const GladGLContext& gl_;
  GLenum target_;
  GLuint name_ = 0;
  GLint bound_ = 0;
};

Layers read_by_framebuffer(const GladGLContext& gl, const TextureTarget& target, GLuint live, const TextureLevel& level,
                           int count) {
  Layers layers(static_cast<std::size_t>(count));
  if (gl.GenFramebuffers == nullptr || gl.CheckFramebufferStatus == nullptr) return layers;
  LayerFramebuffer framebuffer(gl);
  for (int layer = 0; layer < count; ++layer)
    layers[static_cast<std::size_t>(layer)] = framebuffer.read(target, live, level, layer);
  return layers;
}

Layers read_faces(const GladGLContext& gl, const TextureTarget& target, const TextureLevel& level, int count) {
  Layers layers;
  for (int face = 0; face < count; ++face)
    layers.push_back(read_level(gl, target.first_image + static_cast<GLenum>(face), level.level));
  return layers;
}

// GL 4.5 gives parts of a level.
Layers read_parts(const GladGLContext& gl, GLuint live, const TextureLevel& level, int count) {
  Layers layers;
  const PixelTransfer as = transfer_of(level.form);
  for (int layer = 0; layer < count; ++layer) {
    AttachmentImage image = empty_layer(level);
    gl.GetTextureSubImage(live, level.level, 0, 0, layer, level.width, level.height, 1, as.format, as.type,
                          static_cast<GLsizei>(image.bytes.size()), image.bytes.data());
    layers.push_back(had_error(gl) ? std::nullopt : std::optional(std::move(image)));
  }
  return layers;
}

Layers cut(const std::optional<AttachmentImage>& all, const TextureLevel& level, int count) {
  Layers layers;
  const auto size = static_cast<std::ptrdiff_t>(level.layer_bytes());
  for (int layer = 0; layer < count; ++layer) {
    if (!all || all->bytes.size() < static_cast<std::size_t>(size * (layer + 1))) {
      layers.emplace_back();
      continue;
    }
    AttachmentImage image = empty_layer(level);
    std::copy_n(all->bytes.begin() + size * layer, size, image.bytes.begin());
    layers.emplace_back(std::move(image));
  }
  return layers;
}

}  // namespace

std::size_t TextureLevel::layer_bytes() const {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * transfer_of(form).bytes;
}

std::vector<TextureLevel> levels_of(const GladGLContext& gl, const AskedTexture& asked, int most) {
  std::vector<TextureLevel> levels;
  const TextureTarget& target = *asked.target();
  if (gl.GetTexLevelParameteriv == nullptr || target.images == 0) return levels;
  for (int number = 0; number < most; ++number) {
    const auto ask = [&](GLenum name) {
      GLint value = 0;
      gl.GetTexLevelParameteriv(target.first_image, number, name, &value);
      return had_error(gl) ? 0 : value;
    };
    TextureLevel level{.level = number, .width = ask(GL_TEXTURE_WIDTH)};
    if (level.width <= 0) break;
    level.height = std::max(ask(GL_TEXTURE_HEIGHT), 1);
    level.layers = target.images > 1 ? target.images : std::max(ask(GL_TEXTURE_DEPTH), 1);
    level.format = static_cast<std::uint32_t>(ask(GL_TEXTURE_INTERNAL_FORMAT));
    level.form = form_of_level(gl, target.first_image, number);
    levels.push_back(level);
  }
  return levels;
}

std::string layer_text(const TextureTarget& target, const TextureLevel& level, int layer) {
  if (target.images > 1) return fmt::format("face {}", kFaces[layer % 6]);
  if (target.target == GL_TEXTURE_CUBE_MAP_ARRAY) return fmt::format("layer {} face {}", layer / 6, kFaces[layer % 6]);
  if (target.target == GL_TEXTURE_3D) return level.layers > 1 ? fmt::format("slice {}", layer) : "";
  return is_layered(target) ? fmt::format("layer {}", layer) : "";
}

Layers read_layers(const GladGLContext& gl, const AskedTexture& asked, std::uint32_t live, const TextureLevel& level,
                   int most) {
  const TextureTarget& target = *asked.target();
  const int count = std::min(level.layers, most);
  const std::size_t whole = level.layer_bytes() * static_cast<std::size_t>(level.layers);
  if (level.layer_bytes() > kMostAtOnce) return Layers(static_cast<std::size_t>(count));
  had_error(gl);
  if (gl.GetTexImage == nullptr) return read_by_framebuffer(gl, target, live, level, count);
  if (target.images > 1) return read_faces(gl, target, level, count);
  if (level.layers > count && gl.GetTextureSubImage != nullptr) return read_parts(gl, live, level, count);
  if (whole > kMostAtOnce)
    return gl.GetTextureSubImage != nullptr ? read_parts(gl, live, level, count)
                                            : Layers(static_cast<std::size_t>(count));
  return cut(read_level(gl, target.first_image, level.level), level, count);
}

}  // namespace replay
