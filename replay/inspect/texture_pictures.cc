#include "replay/inspect/texture_pictures.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <string_view>

#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/calls/texture_targets.h"
#include "replay/dispatch/pack_state.h"
#include "replay/inspect/pixel_pieces.h"
#include "replay/inspect/seen_picture.h"
#include "replay/readback/buffer_reader.h"

namespace replay {
namespace {

constexpr int kLargestSide = 256;  // of a picture; larger images are thinned out
constexpr int kMostLevels = 16, kMostLayers = 64;
// When pictures have this many packed bytes, further ones are smaller, and beyond the second they are left out.
constexpr std::size_t kSmallerFrom = std::size_t{6} << 20, kNoneFrom = std::size_t{9} << 20;
constexpr int kSmallerSide = 48;

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

// Many layers are small.
int side_for(int layers) { return layers <= 6 ? kLargestSide : layers <= 16 ? kLargestSide / 2 : kLargestSide / 4; }

const char* why_no_image(const GladGLContext& gl, const TextureTarget& target) {
  switch (target.target) {
    case GL_TEXTURE_BUFFER: return "It reads from a buffer, and has no pixels of its own.";
    case GL_TEXTURE_2D_MULTISAMPLE:
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY: return "Its pixels have several samples, which are not shown.";
    default:
      return gl.GetTexLevelParameteriv == nullptr ? "This driver does not tell its size." : "It has no image yet.";
  }
}

// The size and format of a texture without images that can be read.
std::string text_of_level(const GladGLContext& gl, const TextureTarget& target) {
  const auto ask = [&](GLenum name) {
    GLint value = 0;
    if (gl.GetTexLevelParameteriv != nullptr) gl.GetTexLevelParameteriv(target.target, 0, name, &value);
    return had_error(gl) ? 0 : value;
  };
  const int width = ask(GL_TEXTURE_WIDTH);
  if (width <= 0) return "";
  return fmt::format(", {}x{}, {}, samples: {}", width, std::max(ask(GL_TEXTURE_HEIGHT), 1),
                     state::enum_text(static_cast<std::uint32_t>(ask(GL_TEXTURE_INTERNAL_FORMAT))),
                     ask(GL_TEXTURE_SAMPLES));
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

TexturePictures::Changes TexturePictures::changes_of(const loaders::Call& call) {
  static const Pattern kAny = need(Pattern::compile("glDispatchCompute.*|replayCanvas.*|glEGLImage.*|glXBindTex.*"));
  static const Pattern kUploads = need(Pattern::compile(
      "gl.*Tex(ture)?(Sub)?(Image|Storage).*|gl.*Mipmap.*|glClearTex.*|glDeleteTextures.*|glCopyImage.*|"
      "glTextureView.*|glTexBuffer.*"));
  const auto [found, is_new] = changes_.try_emplace(call.function, Changes::kNone);
  if (!is_new) return found->second;
  const glbindings::Signature& signature = glbindings::signature(call.function);
  if (kAny.matches(signature.name())) {
    found->second = Changes::kAny;
  } else if (kUploads.matches(signature.name())) {
    const auto is_texture = [](const glbindings::ParamInfo& param) { return param.object == Kind::kTexture; };
    const bool names_target = !signature.params().empty() && std::string_view(signature.params()[0].name()) == "target";
    if (std::ranges::any_of(signature.params(), is_texture)) found->second = Changes::kNamed;
    else found->second = names_target ? Changes::kBound : Changes::kAny;
  }
  return found->second;
}

void TexturePictures::forget_bound(Dispatcher& d, std::uint32_t target) {
  const std::uint32_t binding = binding_of(bound_target(target));
  const auto live = binding == 0 || d.context == nullptr ? std::nullopt : asked(d, binding);
  const std::uint32_t recorded =
      live ? state::recorded_name(d.context->map(Kind::kTexture), static_cast<std::uint32_t>(*live)) : 0;
  if (recorded != 0) known_.erase(recorded);
  else known_.clear();
}

void TexturePictures::follow(Dispatcher& d, const WatchedCall& seen) {
  for (const ImageChange& change : seen.changes) {
    if (change.image.texture != 0) known_.erase(change.image.texture);
  }
  if (seen.call == nullptr || known_.empty()) return;
  const loaders::Call& call = *seen.call;
  switch (changes_of(call)) {
    case Changes::kNone: return;
    case Changes::kAny: known_.clear(); return;
    case Changes::kBound:
      if (call.argc > 0) forget_bound(d, static_cast<std::uint32_t>(call.args[0].u));
      return;
    case Changes::kNamed: break;
  }
  const auto params = glbindings::signature(call.function).params();
  for (std::size_t i = 0; i < std::min<std::size_t>(params.size(), call.argc); ++i) {
    if (params[i].object != Kind::kTexture) continue;
    if (call.args[i].is_integer()) known_.erase(static_cast<std::uint32_t>(call.args[i].u));
    else known_.clear();
  }
}

// [picture, note], or nothing when the page has too many already.
nlohmann::json TexturePictures::picture_of(const AttachmentImage& image, int side) {
  if (packed_ > kNoneFrom) return {nullptr, "not shown, because the page has many pictures"};
  if (packed_ > kSmallerFrom) side = std::min(side, kSmallerSide);
  const SeenPicture seen = seen_picture(image);
  const int step = std::max(1, (std::max(image.width, image.height) + side - 1) / side);
  const int width = (image.width + step - 1) / step, height = (image.height + step - 1) / step;
  const std::vector<std::uint8_t> pixels = thinned(seen.picture, step, width, height);
  const std::string hash = fmt::format("{} {} {}", width, height, state::hash_of(pixels.data(), pixels.size()));
  const auto [found, is_new] = pictures_.try_emplace(hash, pictures_.size());
  if (is_new) {
    const PackedBytes bytes = page_.add_bytes(encoded_pixels(pixels, {}, static_cast<std::size_t>(width), {}));
    packed_ += bytes.length;
    page_.add_line(
        {"picture", found->second, width, height, {0, 0, width, height, bytes.block, bytes.offset, bytes.length}});
  }
  return {found->second, seen.note};
}

nlohmann::json TexturePictures::images_of(const state::Asked& asked, const AskedTexture& texture, std::uint32_t live,
                                          std::string& text, nlohmann::json& notes) {
  nlohmann::json images = nlohmann::json::array();
  const std::vector<TextureLevel> levels = levels_of(asked.gl, texture, kMostLevels);
  if (levels.empty()) {
    text += text_of_level(asked.gl, *texture.target());
    notes.push_back(why_no_image(asked.gl, *texture.target()));
    return images;
  }
  const TextureLevel& first = levels.front();
  if (first.layers > kMostLayers)
    notes.push_back(fmt::format("These are the first {} of {} layers.", kMostLayers, first.layers));
  text += fmt::format(", {}x{}{}, {}, levels: {}", first.width, first.height,
                      first.layers > 1 ? fmt::format("x{}", first.layers) : "", state::enum_text(first.format),
                      levels.size());
  const PackState pack(asked.gl);
  for (const TextureLevel& level : levels) {
    const auto layers = read_layers(asked.gl, texture, live, level, kMostLayers);
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      const std::string name = layer_text(*texture.target(), level, static_cast<int>(layer));
      nlohmann::json picture = layers[layer] ? picture_of(*layers[layer], side_for(level.layers))
                                             : nlohmann::json{nullptr, "the driver does not give its pixels"};
      images.push_back({level.level, name, level.width, level.height, picture[0], picture[1]});
    }
  }
  return images;
}

std::size_t TexturePictures::read(const state::Asked& asked, std::uint32_t recorded) {
  if (const auto known = known_.find(recorded); known != known_.end()) return known->second;
  std::string text;
  nlohmann::json notes = nlohmann::json::array(), images = nlohmann::json::array();
  const std::uint32_t live = live_of(asked.context, Kind::kTexture, recorded);
  if (live != 0) {
    const AskedTexture texture(asked.gl, live);
    if (texture.target() != nullptr) {
      text = state::enum_text(texture.target()->target);
      images = images_of(asked, texture, live, text, notes);
    }
  }
  nlohmann::json line = {text, std::move(notes), std::move(images)};
  const std::string whole = line.dump();
  const auto [found, is_new] = textures_.try_emplace(state::hash_of(whole.data(), whole.size()), textures_.size());
  if (is_new) page_.add_line({"texture", found->second, line[0], line[1], line[2]});
  known_[recorded] = found->second;
  return found->second;
}

nlohmann::json TexturePictures::of(const state::Asked& asked, const nlohmann::json& units,
                                   const nlohmann::json& images) {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [unit, bindings] : units.items()) {
    for (const auto& [binding, name] : bindings.items()) {
      if (binding == "GL_SAMPLER_BINDING" || name == 0) continue;
      out.push_back({fmt::format("unit {}", std::stoi(unit)), name, read(asked, name.get<std::uint32_t>())});
    }
  }
  for (const auto& [unit, image] : images.items()) {
    const std::uint32_t name = image.at("texture");
    // A shader of this draw may have written to it.
    if (image.at("access") != "GL_READ_ONLY") known_.erase(name);
    const std::string layer =
        image.at("layered") ? ", all layers" : fmt::format(", layer {}", image.at("layer").get<int>());
    out.push_back({fmt::format("image {}: level {}{}, {}, {}", std::stoi(unit), image.at("level").get<int>(), layer,
                               image.at("access").get<std::string>(), image.at("format").get<std::string>()),
                   name, read(asked, name)});
  }
  return out;
}

}  // namespace replay
