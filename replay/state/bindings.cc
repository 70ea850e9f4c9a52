// Which textures, samplers and buffers are bound where, by their recorded names.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

#include "glbindings/gl_names.h"
#include "replay/state/parts.h"

namespace replay::state {
namespace {

using nlohmann::json;

struct Binding {
  std::uint32_t name;
  const char* text;
};

#define BINDING(name) \
  { name, #name }
constexpr Binding kTextureBindings[] = {
    BINDING(GL_TEXTURE_BINDING_1D),
    BINDING(GL_TEXTURE_BINDING_2D),
    BINDING(GL_TEXTURE_BINDING_3D),
    BINDING(GL_TEXTURE_BINDING_CUBE_MAP),
    BINDING(GL_TEXTURE_BINDING_1D_ARRAY),
    BINDING(GL_TEXTURE_BINDING_2D_ARRAY),
    BINDING(GL_TEXTURE_BINDING_RECTANGLE),
    BINDING(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY),
    BINDING(GL_TEXTURE_BINDING_BUFFER),
    BINDING(GL_TEXTURE_BINDING_2D_MULTISAMPLE),
    BINDING(GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY),
};
constexpr Binding kBufferBindings[] = {
    BINDING(GL_ARRAY_BUFFER_BINDING),
    BINDING(GL_ELEMENT_ARRAY_BUFFER_BINDING),
    BINDING(GL_PIXEL_PACK_BUFFER_BINDING),
    BINDING(GL_PIXEL_UNPACK_BUFFER_BINDING),
    BINDING(GL_COPY_READ_BUFFER_BINDING),
    BINDING(GL_COPY_WRITE_BUFFER_BINDING),
    BINDING(GL_DRAW_INDIRECT_BUFFER_BINDING),
    BINDING(GL_DISPATCH_INDIRECT_BUFFER_BINDING),
    BINDING(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING),
};
#undef BINDING

struct IndexedBinding {
  std::uint32_t most, binding, start, size;
  const char* text;
};
constexpr IndexedBinding kIndexed[] = {
    {GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE,
     "GL_UNIFORM_BUFFER"},
    {GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
     GL_SHADER_STORAGE_BUFFER_SIZE, "GL_SHADER_STORAGE_BUFFER"},
    {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
     GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, "GL_TRANSFORM_FEEDBACK_BUFFER"},
};

}  // namespace

int integer(const GladGLContext& gl, std::uint32_t name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return had_error(gl) ? 0 : value;
}

std::string enum_text(std::uint32_t value) { return glbindings::enum_name(0, value); }

json texture_units(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  had_error(gl);
  if (gl.ActiveTexture == nullptr) return out;
  const GLint active = integer(gl, GL_ACTIVE_TEXTURE);
  const GLint units =
      std::clamp(std::max(integer(gl, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), integer(gl, GL_MAX_TEXTURE_UNITS)), 1, 256);
  for (GLint unit = 0; unit < units; ++unit) {
    gl.ActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    json bound = json::object();
    for (const Binding& binding : kTextureBindings) {
      const auto live = static_cast<std::uint32_t>(integer(gl, binding.name));
      if (live != 0) bound[binding.text] = recorded_name(asked.context.map(Kind::kTexture), live);
    }
    if (const auto sampler = static_cast<std::uint32_t>(integer(gl, GL_SAMPLER_BINDING)); sampler != 0) {
      bound["GL_SAMPLER_BINDING"] = recorded_name(asked.context.map(Kind::kSampler), sampler);
    }
    if (!bound.empty()) out[fmt::format("{:03}", unit)] = std::move(bound);
  }
  gl.ActiveTexture(static_cast<GLenum>(active));
  return out;
}

json image_units(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  if (gl.BindImageTexture == nullptr || gl.GetIntegeri_v == nullptr) return out;
  had_error(gl);
  const GLint units = std::min(integer(gl, GL_MAX_IMAGE_UNITS), 256);
  for (GLint unit = 0; unit < units; ++unit) {
    const auto ask = [&](std::uint32_t name) {
      GLint value = 0;
      gl.GetIntegeri_v(name, static_cast<GLuint>(unit), &value);
      return had_error(gl) ? 0 : value;
    };
    const auto live = static_cast<std::uint32_t>(ask(GL_IMAGE_BINDING_NAME));
    if (live == 0) continue;
    out[fmt::format("{:03}", unit)] = {{"texture", recorded_name(asked.context.map(Kind::kTexture), live)},
                                       {"level", ask(GL_IMAGE_BINDING_LEVEL)},
                                       {"layered", ask(GL_IMAGE_BINDING_LAYERED) != 0},
                                       {"layer", ask(GL_IMAGE_BINDING_LAYER)},
                                       {"access", enum_text(static_cast<std::uint32_t>(ask(GL_IMAGE_BINDING_ACCESS)))},
                                       {"format", enum_text(static_cast<std::uint32_t>(ask(GL_IMAGE_BINDING_FORMAT)))}};
  }
  return out;
}

json buffer_bindings(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  had_error(gl);
  for (const Binding& binding : kBufferBindings) {
    GLint live = 0;
    gl.GetIntegerv(binding.name, &live);
    if (!had_error(gl))
      out[binding.text] = recorded_name(asked.context.map(Kind::kBuffer), static_cast<std::uint32_t>(live));
  }
  if (gl.GetIntegeri_v == nullptr || gl.GetInteger64i_v == nullptr) return out;
  for (const IndexedBinding& binding : kIndexed) {
    const GLint most = std::min(integer(gl, binding.most), 256);
    for (GLint i = 0; i < most; ++i) {
      GLint live = 0;
      GLint64 start = 0, size = 0;
      gl.GetIntegeri_v(binding.binding, static_cast<GLuint>(i), &live);
      if (live == 0) continue;
      gl.GetInteger64i_v(binding.start, static_cast<GLuint>(i), &start);
      gl.GetInteger64i_v(binding.size, static_cast<GLuint>(i), &size);
      out[binding.text][fmt::format("{:03}", i)] = {
          {"buffer", recorded_name(asked.context.map(Kind::kBuffer), static_cast<std::uint32_t>(live))},
          {"offset", start},
          {"size", size}};
    }
    had_error(gl);
  }
  return out;
}

}  // namespace replay::state
