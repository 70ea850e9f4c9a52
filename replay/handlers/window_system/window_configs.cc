// FBConfigs, visuals, EGLConfigs and WGL pixel formats. No call is issued; what is known about them is stored.
#include <algorithm>

#include "replay/calls/config_answers.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kGlxEnd = 0, kWglEnd = 0;

// Reads a list of pairs up to `end`.
LeastSizes least_sizes(const Value& list, ConfigKind kind, std::int64_t end, LeastSizes sizes) {
  const std::size_t count = list.kind == loaders::ValueKind::kArray ? list.count : 0;
  for (std::size_t i = 0; i + 1 < count && list_element(list, i) != end; i += 2) {
    add_attribute(sizes, kind, list_element(list, i), list_element(list, i + 1));
  }
  return sizes;
}

// Reads the list of glXChooseVisual, in which GLX_USE_GL, GLX_RGBA, GLX_DOUBLEBUFFER and GLX_STEREO have no value.
LeastSizes least_sizes_of_visual(const Value& list) {
  constexpr std::int64_t kUseGl = 1, kRgba = 4, kDoubleBuffer = 5, kStereo = 6;
  LeastSizes sizes{.double_buffer = false};
  const std::size_t count = list.kind == loaders::ValueKind::kArray ? list.count : 0;
  for (std::size_t i = 0; i < count && list_element(list, i) != kGlxEnd; ++i) {
    const std::int64_t key = list_element(list, i);
    if (key == kDoubleBuffer) sizes.double_buffer = true;
    if (key == kUseGl || key == kRgba || key == kDoubleBuffer || key == kStereo) continue;
    if (++i < count) add_attribute(sizes, ConfigKind::kVisual, key, list_element(list, i));
  }
  return sizes;
}

// Notes that every config of an array has what was requested.
void chosen(Dispatcher& d, const Value* configs, ConfigKind kind, const LeastSizes& sizes) {
  if (configs == nullptr || configs->kind != loaders::ValueKind::kArray) return;
  for (std::size_t i = 0; i < configs->count; ++i) {
    const auto id = static_cast<std::uint64_t>(list_element(*configs, i));
    if (id != 0) d.window_system.configs().chosen({kind, id}, sizes);
  }
}

// Reads the members of a PIXELFORMATDESCRIPTOR.
LeastSizes least_sizes_of_descriptor(const Value& descriptor) {
  constexpr std::size_t kFlags = 2, kRed = 5, kGreen = 7, kBlue = 9, kAlpha = 11, kDepth = 18, kStencil = 19;
  constexpr std::int64_t kDoubleBuffer = 1;
  const Value* members = struct_members(descriptor, kStencil + 1);
  if (members == nullptr) return {.depth = 24};
  const auto size = [members](std::size_t member) {
    return static_cast<int>(std::clamp<std::int64_t>(members[member].i, 0, 64));
  };
  return {.red = size(kRed),
          .green = size(kGreen),
          .blue = size(kBlue),
          .alpha = size(kAlpha),
          .depth = size(kDepth),
          .stencil = size(kStencil),
          .double_buffer = (members[kFlags].i & kDoubleBuffer) != 0};
}

}  // namespace

void glx_choose_visual(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr) return;
  const std::uint64_t visual = visual_id(*call.result());
  if (visual != 0) d.window_system.configs().chosen({ConfigKind::kVisual, visual}, least_sizes_of_visual(call.args[2]));
}

void config_answer(Dispatcher& d, const Call& call) {
  std::vector<ConfigAnswer> answers;
  add_config_answers(call, answers);
  for (const ConfigAnswer& answer : answers)
    d.window_system.configs().note_answer(answer.key, answer.attribute, answer.value);
}

void glx_choose_fb_config(Dispatcher& d, const Call& call) {
  chosen(d, call.result(), ConfigKind::kFbConfig, least_sizes(call.args[2], ConfigKind::kFbConfig, kGlxEnd, {}));
}

void glx_get_visual_from_fb_config(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr) return;
  const std::uint64_t visual = visual_id(*call.result());
  if (visual != 0)
    d.window_system.configs().same({ConfigKind::kVisual, visual}, {ConfigKind::kFbConfig, call.args[1].u});
}

void glx_get_fb_config_from_visual(Dispatcher& d, const Call& call) {
  const std::uint64_t config = call.result() != nullptr ? call.result()->u : 0;
  if (config != 0)
    d.window_system.configs().same({ConfigKind::kFbConfig, config}, {ConfigKind::kVisual, visual_id(call.args[1])});
}

void egl_choose_config(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return;
  chosen(d, &call.args[2], ConfigKind::kEglConfig, least_sizes(call.args[1], ConfigKind::kEglConfig, kEglEnd, {}));
}

void wgl_choose_pixel_format_attribs(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return;
  chosen(d, &call.args[4], ConfigKind::kPixelFormat, least_sizes(call.args[1], ConfigKind::kPixelFormat, kWglEnd, {}));
}

void wgl_choose_pixel_format(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call) || call.result() == nullptr) return;
  d.window_system.configs().chosen({ConfigKind::kPixelFormat, call.result()->u},
                                   least_sizes_of_descriptor(call.args[1]));
}

void wgl_set_pixel_format(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return;
  const ConfigKey format{ConfigKind::kPixelFormat, call.args[1].u}, window{ConfigKind::kDeviceContext, call.args[0].u};
  if (d.window_system.configs().knows(format)) return d.window_system.configs().same(window, format);
  d.window_system.configs().chosen(window, least_sizes_of_descriptor(call.args[2]));
}

}  // namespace replay::handlers
