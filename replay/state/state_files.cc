#include "replay/state/state_files.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/dispatch/pack_state.h"
#include "replay/picture/encode.h"
#include "replay/picture/ktx2.h"
#include "replay/readback/buffer_reader.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/readback/texture_layers.h"
#include "replay/state/parts.h"
#include "replay/state/vertex_files.h"

namespace replay {
namespace {

using Form = AttachmentImage::Form;

constexpr std::size_t kLargestBuffer = std::size_t{1} << 30;
constexpr int kMostLevels = 32, kMostLayers = 4096;
constexpr state::VertexLimits kVertexLimits{.elements = 1200000, .vertices = 600000, .instances = 1024};

const char* ending_of(const std::string& type) {
  static const std::map<std::string, const char*> kEndings = {
      {"GL_VERTEX_SHADER", "vert"},   {"GL_TESS_CONTROL_SHADER", "tesc"}, {"GL_TESS_EVALUATION_SHADER", "tese"},
      {"GL_GEOMETRY_SHADER", "geom"}, {"GL_FRAGMENT_SHADER", "frag"},     {"GL_COMPUTE_SHADER", "comp"}};
  const auto found = kEndings.find(type);
  return found == kEndings.end() ? "glsl" : found->second;
}

class StateFiles {
 public:
  StateFiles(const state::Asked& asked, const std::filesystem::path& folder) : asked_(asked), folder_(folder) {}

  void write_shaders() const {
    const nlohmann::json programs = state::programs(asked_);
    for (const auto& [name, program] : programs.items()) {
      std::map<std::string, int> of_stage;
      for (const auto& shader : program.at("shaders")) {
        const std::string ending = ending_of(shader.at("type").get<std::string>());
        const int number = of_stage[ending]++;
        const std::string text = shader.at("source").get<std::string>();
        need(write_whole_file(folder_ / (number == 0 ? fmt::format("program_{}.{}", name, ending)
                                                     : fmt::format("program_{}_{}.{}", name, number, ending)),
                              text));
      }
    }
  }

  void write_buffers() const {
    const GladGLContext& gl = asked_.gl;
    if (gl.IsBuffer == nullptr) return;
    asked_.context.map(Kind::kBuffer).for_each([&](std::uint32_t recorded, std::uint32_t live) {
      if (gl.IsBuffer(live) == GL_FALSE) return;
      const std::int64_t size = buffer_size(gl, live);
      if (size <= 0) return;
      const auto bytes = read_buffer(gl, live, 0, kLargestBuffer);
      if (bytes.size() < static_cast<std::size_t>(size))
        spdlog::warn("buffer {}: {} of its {} bytes can be read", recorded, bytes.size(), size);
      if (!bytes.empty()) need(write_whole_file(folder_ / fmt::format("buffer_{}.bin", recorded), bytes));
    });
  }

  void write_textures() const {
    const PackState pack(asked_.gl);
    asked_.context.map(Kind::kTexture).for_each([&](std::uint32_t recorded, std::uint32_t live) {
      if (asked_.gl.IsTexture(live) == GL_FALSE) return;
      const AskedTexture texture(asked_.gl, live);
      if (texture.target() == nullptr) return;
      const std::vector<TextureLevel> levels = levels_of(asked_.gl, texture, kMostLevels);
      if (levels.empty()) return;
      if (levels[0].form == Form::kRgba8) write_png(texture, recorded, live, levels);
      else write_ktx2(texture, recorded, live, levels);
    });
  }

  void write_vertices(const loaders::Call& call) const {
    if (asked_.context.compiled_list != 0 || is_inside_begin(asked_.dispatcher)) return;
    const auto draw = state::draw_vertices(asked_, call, kVertexLimits);
    if (!draw) return;
    for (const std::string& note : draw->notes) spdlog::warn("call {}: {}", call.number, note);
    if (draw->elements.empty()) return;
    need(write_whole_file(folder_ / "vertices.csv", state::csv_text(*draw)));
    if (const std::string text = state::obj_text(*draw); !text.empty())
      need(write_whole_file(folder_ / "vertices.obj", text));
  }

 private:
  void write_png(const AskedTexture& texture, std::uint32_t recorded, std::uint32_t live,
                 const std::vector<TextureLevel>& levels) const {
    const bool has_faces = texture.target()->images > 1;
    for (const TextureLevel& level : levels) {
      const auto layers = read_layers(asked_.gl, texture, live, level, kMostLayers);
      for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!layers[i]) {
          spdlog::warn("texture {}: the driver does not give all of level {}", recorded, level.level);
          break;
        }
        const std::string part = has_faces           ? fmt::format("_face_{}", i)
                                 : layers.size() > 1 ? fmt::format("_layer_{}", i)
                                                     : "";
        need(write_picture_file(folder_ / fmt::format("texture_{}_level_{}{}.png", recorded, level.level, part),
                                to_picture(*layers[i])));
      }
    }
  }

  void write_ktx2(const AskedTexture& texture, std::uint32_t recorded, std::uint32_t live,
                  const std::vector<TextureLevel>& levels) const {
    Ktx2 file = shape_of(*texture.target(), levels[0]);
    for (std::size_t number = 0; number < levels.size(); ++number) {
      const TextureLevel& level = levels[number];
      // A file has only levels that halve; what GL calls incomplete may have others.
      if (level.width != std::max(levels[0].width >> number, 1) || level.form != levels[0].form) break;
      std::vector<std::uint8_t> bytes;
      bool is_whole = true;
      for (const auto& layer : read_layers(asked_.gl, texture, live, level, kMostLayers)) {
        is_whole &= layer.has_value();
        if (layer) bytes.insert(bytes.end(), layer->bytes.begin(), layer->bytes.end());
      }
      if (!is_whole || bytes.size() != level.layer_bytes() * static_cast<std::size_t>(level.layers)) {
        spdlog::warn("texture {}: the driver does not give all of level {}", recorded, level.level);
        break;
      }
      file.levels.push_back(std::move(bytes));
    }
    if (file.levels.empty()) return;
    need(write_whole_file(folder_ / fmt::format("texture_{}.ktx2", recorded), encode_ktx2(file)));
  }

  static Ktx2 shape_of(const TextureTarget& target, const TextureLevel& level) {
    Ktx2 file{.width = level.width, .height = level.height};
    switch (level.form) {
      case Form::kRgbaF32: file.format = Ktx2::Format::kRgbaF32; break;
      case Form::kRgbaI32: file.format = Ktx2::Format::kRgbaI32; break;
      case Form::kRgbaU32: file.format = Ktx2::Format::kRgbaU32; break;
      case Form::kDepthF32: file.format = Ktx2::Format::kDepthF32; break;
      default: break;
    }
    switch (target.target) {
      case GL_TEXTURE_1D: file.height = 0; break;
      case GL_TEXTURE_1D_ARRAY: file.layers = level.height, file.height = 0; break;
      case GL_TEXTURE_2D_ARRAY: file.layers = level.layers; break;
      case GL_TEXTURE_3D: file.depth = level.layers; break;
      case GL_TEXTURE_CUBE_MAP: file.faces = 6; break;
      case GL_TEXTURE_CUBE_MAP_ARRAY: file.layers = level.layers / 6, file.faces = 6; break;
      default: break;
    }
    return file;
  }

  const state::Asked& asked_;
  const std::filesystem::path& folder_;
};

}  // namespace

void write_state_files(Dispatcher& dispatcher, const loaders::Call& call, const std::filesystem::path& folder) {
  if (dispatcher.context == nullptr || is_inside_begin(dispatcher)) return;
  const TakeStatePicture none;
  const state::Asked asked{dispatcher, *dispatcher.context, *dispatcher.gl, none};
  const GlErrors::Mute mute(dispatcher.errors, *dispatcher.gl);
  const StateFiles files(asked, folder);
  files.write_shaders();
  files.write_buffers();
  if (dispatcher.context->compiled_list == 0) files.write_textures();
  files.write_vertices(call);
}

}  // namespace replay
