#include "replay/seek/effects.h"

#include <glad/gl.h>

#include <array>
#include <cstddef>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/function_list.h"
#include "replay/seek/effect_rows.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

using enum Action;

constexpr std::size_t kFunctions = static_cast<std::size_t>(glbindings::FunctionId::kCount);

using Table = std::array<Effect, kFunctions>;

// The table of seek rules knows which functions draw.
Action action_by_role(SeekRole role) {
  switch (role) {
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kDrawPixels:
    case SeekRole::kBlit:
    case SeekRole::kBlitNamed:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: return kDraw;
    case SeekRole::kBegin: return kBegin;
    case SeekRole::kVertex: return kVertex;
    default: return kOpaque;
  }
}

bool is_of_gl(std::string_view name) {
  return name.starts_with("gl") && !name.starts_with("glX") && !name.ends_with("WIP15");
}

// What a function does that no row names.
Action usual_action(glbindings::FunctionId id) {
  const auto& signature = glbindings::signature(id);
  const std::string_view name = signature.name();
  if (signature.has(glbindings::kAnnotates)) return kNothing;
  if (is_of_gl(name)) {
    if (signature.has(glbindings::kNoSideEffects)) return kNothing;
    return action_by_role(seek_role(id));
  }
  const bool asks = name.find("Get") != name.npos || name.find("Query") != name.npos;
  return asks ? kAskWindow : kKept;
}

Table make_table() {
  Table table{};
  for (std::size_t i = 1; i < kFunctions; ++i) {
    table[i].action = usual_action(static_cast<glbindings::FunctionId>(i));
  }
  for (const EffectRow& row : effect_rows()) {
    for_each_function(row.functions, [&](glbindings::FunctionId id) {
      // The place "*" is named after its function.
      const std::string_view place = row.place == "*" ? glbindings::signature(id).name() : row.place;
      table[static_cast<std::size_t>(id)] = {.action = row.action,
                                             .holder = row.holder,
                                             .place = place_key(place),
                                             .by = row.by,
                                             .reads = row.reads,
                                             .at = row.at,
                                             .part = row.part,
                                             .attrib = row.attrib};
    });
  }
  return table;
}

const Table& table() {
  static const Table kTable = make_table();
  return kTable;
}

bool is_of_unit(std::uint32_t capability) { return (attribs_of_capability(capability) & GL_TEXTURE_BIT) != 0; }

}  // namespace

std::uint64_t key_of(const loaders::Call& call, std::uint64_t place, std::string_view at, std::uint64_t selected) {
  std::uint64_t key = mixed(place, selected);
  for (const char digit : at) key = mixed(key, argument(call, static_cast<std::size_t>(digit - '0')));
  return key;
}

std::uint64_t key_of(const loaders::Call& call, const Effect& effect, const Selected& selected) {
  static constexpr std::uint64_t kEnabled = place_key("enabled"), kArrayEnabled = place_key("array enabled");
  Selector by = effect.by;
  if (effect.place == kEnabled && !is_of_unit(gl_number(call, 0))) by = Selector::kNone;
  if (effect.place == kArrayEnabled && gl_number(call, 0) != GL_TEXTURE_COORD_ARRAY) by = Selector::kNone;
  return key_of(call, effect.place, effect.at, selected[static_cast<std::size_t>(by)]);
}

const Effect& effect_of(glbindings::FunctionId function) { return table()[static_cast<std::size_t>(function)]; }

std::uint32_t attribs_of_capability(std::uint32_t capability) {
  const auto is_one_of = [capability](std::uint32_t first, std::uint32_t count) {
    return capability >= first && capability < first + count;
  };
  if (is_one_of(GL_LIGHT0, 8)) return GL_ENABLE_BIT | GL_LIGHTING_BIT;
  if (is_one_of(GL_CLIP_PLANE0, 8)) return GL_ENABLE_BIT | GL_TRANSFORM_BIT;
  if (is_one_of(GL_MAP1_COLOR_4, 9) || is_one_of(GL_MAP2_COLOR_4, 9)) return GL_ENABLE_BIT | GL_EVAL_BIT;
  switch (capability) {
    case GL_ALPHA_TEST:
    case GL_BLEND:
    case GL_DITHER:
    case GL_COLOR_LOGIC_OP:
    case GL_INDEX_LOGIC_OP:
    case GL_FRAMEBUFFER_SRGB: return GL_ENABLE_BIT | GL_COLOR_BUFFER_BIT;
    case GL_DEPTH_TEST: return GL_ENABLE_BIT | GL_DEPTH_BUFFER_BIT;
    case GL_STENCIL_TEST: return GL_ENABLE_BIT | GL_STENCIL_BUFFER_BIT;
    case GL_SCISSOR_TEST: return GL_ENABLE_BIT | GL_SCISSOR_BIT;
    case GL_LIGHTING:
    case GL_COLOR_MATERIAL: return GL_ENABLE_BIT | GL_LIGHTING_BIT;
    case GL_FOG:
    case GL_COLOR_SUM: return GL_ENABLE_BIT | GL_FOG_BIT;
    case GL_CULL_FACE:
    case GL_POLYGON_SMOOTH:
    case GL_POLYGON_STIPPLE:
    case GL_POLYGON_OFFSET_FILL:
    case GL_POLYGON_OFFSET_LINE:
    case GL_POLYGON_OFFSET_POINT: return GL_ENABLE_BIT | GL_POLYGON_BIT;
    case GL_LINE_SMOOTH:
    case GL_LINE_STIPPLE: return GL_ENABLE_BIT | GL_LINE_BIT;
    case GL_POINT_SMOOTH:
    case GL_POINT_SPRITE: return GL_ENABLE_BIT | GL_POINT_BIT;
    case GL_TEXTURE_1D:
    case GL_TEXTURE_2D:
    case GL_TEXTURE_3D:
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_RECTANGLE:
    case GL_TEXTURE_GEN_S:
    case GL_TEXTURE_GEN_T:
    case GL_TEXTURE_GEN_R:
    case GL_TEXTURE_GEN_Q: return GL_ENABLE_BIT | GL_TEXTURE_BIT;
    case GL_NORMALIZE:
    case GL_RESCALE_NORMAL: return GL_ENABLE_BIT | GL_TRANSFORM_BIT;
    case GL_MULTISAMPLE:
    case GL_SAMPLE_ALPHA_TO_COVERAGE:
    case GL_SAMPLE_ALPHA_TO_ONE:
    case GL_SAMPLE_COVERAGE: return GL_ENABLE_BIT | GL_MULTISAMPLE_BIT;
    case GL_AUTO_NORMAL: return GL_ENABLE_BIT | GL_EVAL_BIT;
    default: return GL_ENABLE_BIT;
  }
}

}  // namespace replay
