// The values of glGet and glIsEnabled. A name that the context does not know only gives a GL error; it is left out.
#include <glad/gl.h>

#include <array>

#include "glbindings/gl_names.h"
#include "replay/state/parts.h"

namespace replay::state {
namespace {

using nlohmann::json;

enum class Shape : std::uint8_t { kInteger, kFloat, kBoolean, kEnum };

struct Value {
  std::uint32_t name;
  const char* text;
  Shape shape;
  int count;
};

#define VALUE(name, shape, count) \
  { name, #name, Shape::shape, count }
constexpr Value kValues[] = {
    VALUE(GL_VIEWPORT, kFloat, 4),
    VALUE(GL_DEPTH_RANGE, kFloat, 2),
    VALUE(GL_SCISSOR_BOX, kInteger, 4),
    VALUE(GL_COLOR_WRITEMASK, kBoolean, 4),
    VALUE(GL_COLOR_CLEAR_VALUE, kFloat, 4),
    VALUE(GL_DEPTH_CLEAR_VALUE, kFloat, 1),
    VALUE(GL_STENCIL_CLEAR_VALUE, kInteger, 1),
    VALUE(GL_DEPTH_FUNC, kEnum, 1),
    VALUE(GL_DEPTH_WRITEMASK, kBoolean, 1),
    VALUE(GL_STENCIL_FUNC, kEnum, 1),
    VALUE(GL_STENCIL_REF, kInteger, 1),
    VALUE(GL_STENCIL_VALUE_MASK, kInteger, 1),
    VALUE(GL_STENCIL_WRITEMASK, kInteger, 1),
    VALUE(GL_STENCIL_FAIL, kEnum, 1),
    VALUE(GL_STENCIL_PASS_DEPTH_FAIL, kEnum, 1),
    VALUE(GL_STENCIL_PASS_DEPTH_PASS, kEnum, 1),
    VALUE(GL_STENCIL_BACK_FUNC, kEnum, 1),
    VALUE(GL_STENCIL_BACK_REF, kInteger, 1),
    VALUE(GL_STENCIL_BACK_VALUE_MASK, kInteger, 1),
    VALUE(GL_STENCIL_BACK_WRITEMASK, kInteger, 1),
    VALUE(GL_STENCIL_BACK_FAIL, kEnum, 1),
    VALUE(GL_STENCIL_BACK_PASS_DEPTH_FAIL, kEnum, 1),
    VALUE(GL_STENCIL_BACK_PASS_DEPTH_PASS, kEnum, 1),
    VALUE(GL_BLEND_SRC_RGB, kEnum, 1),
    VALUE(GL_BLEND_DST_RGB, kEnum, 1),
    VALUE(GL_BLEND_SRC_ALPHA, kEnum, 1),
    VALUE(GL_BLEND_DST_ALPHA, kEnum, 1),
    VALUE(GL_BLEND_EQUATION_RGB, kEnum, 1),
    VALUE(GL_BLEND_EQUATION_ALPHA, kEnum, 1),
    VALUE(GL_BLEND_COLOR, kFloat, 4),
    VALUE(GL_CULL_FACE_MODE, kEnum, 1),
    VALUE(GL_FRONT_FACE, kEnum, 1),
    VALUE(GL_POLYGON_MODE, kEnum, 1),
    VALUE(GL_POLYGON_OFFSET_FACTOR, kFloat, 1),
    VALUE(GL_POLYGON_OFFSET_UNITS, kFloat, 1),
    VALUE(GL_LINE_WIDTH, kFloat, 1),
    VALUE(GL_POINT_SIZE, kFloat, 1),
    VALUE(GL_SAMPLE_COVERAGE_VALUE, kFloat, 1),
    VALUE(GL_SAMPLE_COVERAGE_INVERT, kBoolean, 1),
    VALUE(GL_SAMPLE_BUFFERS, kInteger, 1),
    VALUE(GL_SAMPLES, kInteger, 1),
    VALUE(GL_LOGIC_OP_MODE, kEnum, 1),
    VALUE(GL_PRIMITIVE_RESTART_INDEX, kInteger, 1),
    VALUE(GL_PROVOKING_VERTEX, kEnum, 1),
    VALUE(GL_PATCH_VERTICES, kInteger, 1),
    VALUE(GL_ACTIVE_TEXTURE, kEnum, 1),
    // Only compatibility contexts have the following values.
    VALUE(GL_MATRIX_MODE, kEnum, 1),
    VALUE(GL_MODELVIEW_MATRIX, kFloat, 16),
    VALUE(GL_PROJECTION_MATRIX, kFloat, 16),
    VALUE(GL_TEXTURE_MATRIX, kFloat, 16),
    VALUE(GL_CURRENT_COLOR, kFloat, 4),
    VALUE(GL_CURRENT_NORMAL, kFloat, 3),
    VALUE(GL_CURRENT_TEXTURE_COORDS, kFloat, 4),
    VALUE(GL_SHADE_MODEL, kEnum, 1),
    VALUE(GL_ALPHA_TEST_FUNC, kEnum, 1),
    VALUE(GL_ALPHA_TEST_REF, kFloat, 1),
    VALUE(GL_FOG_MODE, kEnum, 1),
    VALUE(GL_FOG_COLOR, kFloat, 4),
    VALUE(GL_FOG_DENSITY, kFloat, 1),
    VALUE(GL_FOG_START, kFloat, 1),
    VALUE(GL_FOG_END, kFloat, 1),
    VALUE(GL_LIGHT_MODEL_AMBIENT, kFloat, 4),
    VALUE(GL_LIGHT_MODEL_TWO_SIDE, kBoolean, 1),
    VALUE(GL_COLOR_MATERIAL_FACE, kEnum, 1),
    VALUE(GL_COLOR_MATERIAL_PARAMETER, kEnum, 1),
};
#undef VALUE

struct Capability {
  std::uint32_t name;
  const char* text;
};

#define CAPABILITY(name) \
  { name, #name }
constexpr Capability kCapabilities[] = {
    CAPABILITY(GL_BLEND),
    CAPABILITY(GL_COLOR_LOGIC_OP),
    CAPABILITY(GL_CULL_FACE),
    CAPABILITY(GL_DEPTH_CLAMP),
    CAPABILITY(GL_DEPTH_TEST),
    CAPABILITY(GL_DITHER),
    CAPABILITY(GL_FRAMEBUFFER_SRGB),
    CAPABILITY(GL_LINE_SMOOTH),
    CAPABILITY(GL_MULTISAMPLE),
    CAPABILITY(GL_POLYGON_OFFSET_FILL),
    CAPABILITY(GL_POLYGON_OFFSET_LINE),
    CAPABILITY(GL_POLYGON_OFFSET_POINT),
    CAPABILITY(GL_POLYGON_SMOOTH),
    CAPABILITY(GL_PRIMITIVE_RESTART),
    CAPABILITY(GL_PRIMITIVE_RESTART_FIXED_INDEX),
    CAPABILITY(GL_PROGRAM_POINT_SIZE),
    CAPABILITY(GL_RASTERIZER_DISCARD),
    CAPABILITY(GL_SAMPLE_ALPHA_TO_COVERAGE),
    CAPABILITY(GL_SAMPLE_ALPHA_TO_ONE),
    CAPABILITY(GL_SAMPLE_COVERAGE),
    CAPABILITY(GL_SAMPLE_MASK),
    CAPABILITY(GL_SAMPLE_SHADING),
    CAPABILITY(GL_SCISSOR_TEST),
    CAPABILITY(GL_STENCIL_TEST),
    CAPABILITY(GL_TEXTURE_CUBE_MAP_SEAMLESS),
    CAPABILITY(GL_CLIP_DISTANCE0),
    CAPABILITY(GL_CLIP_DISTANCE1),
    // Only compatibility contexts have the following capabilities.
    CAPABILITY(GL_ALPHA_TEST),
    CAPABILITY(GL_COLOR_MATERIAL),
    CAPABILITY(GL_FOG),
    CAPABILITY(GL_LIGHTING),
    CAPABILITY(GL_LIGHT0),
    CAPABILITY(GL_LIGHT1),
    CAPABILITY(GL_LIGHT2),
    CAPABILITY(GL_LIGHT3),
    CAPABILITY(GL_NORMALIZE),
    CAPABILITY(GL_POINT_SMOOTH),
    CAPABILITY(GL_POINT_SPRITE),
    CAPABILITY(GL_POLYGON_STIPPLE),
    CAPABILITY(GL_LINE_STIPPLE),
    CAPABILITY(GL_RESCALE_NORMAL),
    CAPABILITY(GL_TEXTURE_1D),
    CAPABILITY(GL_TEXTURE_2D),
    CAPABILITY(GL_TEXTURE_3D),
    CAPABILITY(GL_TEXTURE_CUBE_MAP),
    CAPABILITY(GL_VERTEX_PROGRAM_ARB),
    CAPABILITY(GL_FRAGMENT_PROGRAM_ARB),
};
#undef CAPABILITY

json ask(const GladGLContext& gl, const Value& value) {
  json out = json::array();
  if (value.shape == Shape::kFloat) {
    std::array<GLfloat, 16> floats{};
    gl.GetFloatv(value.name, floats.data());
    for (int i = 0; i < value.count; ++i) out.push_back(floats[static_cast<std::size_t>(i)]);
  } else {
    std::array<GLint, 16> integers{};
    gl.GetIntegerv(value.name, integers.data());
    for (int i = 0; i < value.count; ++i) {
      const GLint integer = integers[static_cast<std::size_t>(i)];
      if (value.shape == Shape::kBoolean) out.push_back(integer != 0);
      else if (value.shape == Shape::kEnum) out.push_back(enum_text(static_cast<std::uint32_t>(integer)));
      else out.push_back(integer);
    }
  }
  return value.count == 1 ? out[0] : out;
}

}  // namespace

json values(const Asked& asked) {
  json out = json::object();
  had_error(asked.gl);
  for (const Value& value : kValues) {
    json answer = ask(asked.gl, value);
    if (!had_error(asked.gl)) out[value.text] = std::move(answer);
  }
  return out;
}

json enabled(const Asked& asked) {
  json out = json::object();
  had_error(asked.gl);
  for (const Capability& capability : kCapabilities) {
    const bool on = asked.gl.IsEnabled(capability.name) != GL_FALSE;
    if (!had_error(asked.gl)) out[capability.text] = on;
  }
  return out;
}

}  // namespace replay::state
