#include "replay/inspect/texture_pictures.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>

#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/dispatch/pack_state.h"

namespace replay {
namespace {

constexpr int kLargestSide = 256;  // of a picture; larger textures are thinned out

// Every n-th pixel of every n-th row, the top row first.
std::vector<std::uint8_t> thinned(const Picture& picture, int step, int width, int height) {
  std::vector<std::uint8_t> out;
  out.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* pixel = picture.row(y * step) + std::ptrdiff_t{4} * x * step;
      out.insert(out.end(), pixel, pixel + 4);
    }
  }
  return out;
}

}  // namespace

std::vector<std::uint8_t> by_channel(const std::vector<std::uint8_t>& bytes, std::size_t pixel_bytes) {
  const std::size_t pixels = bytes.size() / pixel_bytes;
  std::vector<std::uint8_t> out(bytes.size());
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t channel = 0; channel < pixel_bytes; ++channel)
      out[channel * pixels + i] = bytes[i * pixel_bytes + channel];
  }
  return out;
}

void TexturePictures::follow(const WatchedCall& seen) {
  static const Pattern kUploads = need(Pattern::compile(
      "gl.*Tex(ture)?(Sub)?(Image|Storage).*|gl.*Mipmap.*|glClearTex.*|glDeleteTextures.*|glDispatchCompute.*|"
      "glCopyImage.*|replayCanvas.*"));
  for (const ImageChange& change : seen.changes) {
    if (!change.image.is_window) known_.clear();
  }
  if (seen.call == nullptr) return;
  const auto [found, is_new] = uploads_.try_emplace(seen.call->function);
  if (is_new) found->second = kUploads.matches(glbindings::signature(seen.call->function).name);
  if (found->second) known_.clear();
}

std::size_t TexturePictures::picture_of(const AttachmentImage& image) {
  const Picture picture = to_picture(image);
  const int step = std::max(1, (std::max(image.width, image.height) + kLargestSide - 1) / kLargestSide);
  const int width = (image.width + step - 1) / step, height = (image.height + step - 1) / step;
  const std::vector<std::uint8_t> pixels = thinned(picture, step, width, height);
  const std::string hash = fmt::format("{} {} {}", width, height, state::hash_of(pixels.data(), pixels.size()));
  const auto [found, is_new] = pictures_.try_emplace(hash, pictures_.size());
  if (is_new) {
    const PackedBytes bytes = page_.add_bytes(by_channel(pixels, 4));
    page_.add_line({"picture",
                    found->second,
                    width,
                    height,
                    image.name,
                    {0, 0, width, height, bytes.block, bytes.offset, bytes.length}});
  }
  return found->second;
}

const TexturePictures::Known& TexturePictures::read(const state::Asked& asked, std::uint32_t recorded) {
  const auto [found, is_new] = known_.try_emplace(recorded);
  Known& known = found->second;
  if (!is_new) return known;
  known.text = fmt::format("texture {}", recorded);
  known.pictures = nlohmann::json::array();
  const std::uint32_t live = live_of(asked.context, Kind::kTexture, recorded);
  if (live == 0) return known;
  const PackState pack(asked.gl);
  const AskedTexture texture(asked.gl, live);
  if (texture.target() == nullptr) return known;
  const TextureTarget& target = *texture.target();
  known.text += ", " + state::enum_text(target.target);
  if (asked.gl.GetTexLevelParameteriv == nullptr || target.images == 0) return known;
  int levels = 0;
  GLint width = 0, height = 0, depth = 0, format = 0;
  for (GLint level_width = 1; levels < 32; ++levels) {
    asked.gl.GetTexLevelParameteriv(target.first_image, levels, GL_TEXTURE_WIDTH, &level_width);
    if (had_error(asked.gl) || level_width <= 0) break;
  }
  asked.gl.GetTexLevelParameteriv(target.first_image, 0, GL_TEXTURE_WIDTH, &width);
  asked.gl.GetTexLevelParameteriv(target.first_image, 0, GL_TEXTURE_HEIGHT, &height);
  asked.gl.GetTexLevelParameteriv(target.first_image, 0, GL_TEXTURE_DEPTH, &depth);
  asked.gl.GetTexLevelParameteriv(target.first_image, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  had_error(asked.gl);
  known.text += fmt::format(", {}x{}{}, {}, levels: {}", width, height, depth > 1 ? fmt::format("x{}", depth) : "",
                            state::enum_text(static_cast<std::uint32_t>(format)), levels);
  for (const AttachmentImage& image : read_levels(asked.gl, target, fmt::format("texture {}", recorded), 0, 1))
    known.pictures.push_back(picture_of(image));
  return known;
}

nlohmann::json TexturePictures::of(const state::Asked& asked, const nlohmann::json& units) {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [unit, bindings] : units.items()) {
    for (const auto& [binding, name] : bindings.items()) {
      if (binding == "GL_SAMPLER_BINDING" || name == 0) continue;
      const Known& known = read(asked, name.get<std::uint32_t>());
      out.push_back({unit, known.text, known.pictures});
    }
  }
  return out;
}

}  // namespace replay
