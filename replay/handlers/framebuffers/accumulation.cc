// The accumulation buffer in the replayer's memory. Surfaces without a display have none, and few drivers have one.
// It works like Mesa's: its values have 16 bits with a sign, and are in linear light if the window can be sRGB,
// whether GL_FRAMEBUFFER_SRGB is enabled or not. (This was found by comparing pictures to those of a program that
// accumulated with Mesa 22.3.)
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kMaxPixels = std::int64_t{32} << 20;
constexpr float kOne = 32767;

struct Box {
  int x = 0, y = 0, width = 0, height = 0;
};

// The state of the recorded program that affects the operation.
struct State {
  Box box;  // the window, or the part of it inside the scissor box
  GLboolean mask[4] = {};
  float clear[4] = {};
};

Box intersection(const Box& a, const Box& b) {
  const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  const std::int64_t right = std::min(std::int64_t{a.x} + a.width, std::int64_t{b.x} + b.width);
  const std::int64_t top = std::min(std::int64_t{a.y} + a.height, std::int64_t{b.y} + b.height);
  return {x, y, static_cast<int>(std::max<std::int64_t>(right - x, 0)),
          static_cast<int>(std::max<std::int64_t>(top - y, 0))};
}

State read_state(const GladGLContext& gl, const Drawable& drawable) {
  State state;
  state.box = {0, 0, drawable.window->width(), drawable.window->height()};
  if (gl.IsEnabled(GL_SCISSOR_TEST)) {
    GLint scissor[4] = {};
    gl.GetIntegerv(GL_SCISSOR_BOX, scissor);
    state.box = intersection(state.box, {scissor[0], scissor[1], scissor[2], scissor[3]});
  }
  gl.GetBooleanv(GL_COLOR_WRITEMASK, state.mask);
  gl.GetFloatv(GL_ACCUM_CLEAR_VALUE, state.clear);
  return state;
}

float linear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

float srgb(float linear) {
  return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

// Converts red, green and blue of RGBA pixels.
void convert(std::vector<float>& pixels, float (*conversion)(float)) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (i % 4 != 3) pixels[i] = conversion(pixels[i]);
  }
}

std::int16_t fixed(float value) { return static_cast<std::int16_t>(std::clamp(value, -kOne, kOne)); }

// A few rows of the window: `pixels` has `rows` rows, from row `y` on.
struct Band {
  int y = 0, rows = 0;
  std::vector<float>& pixels;
};

template <class Visit>
void for_each_band(const Box& box, Visit&& visit) {
  constexpr int kPixels = 1 << 18;
  if (box.width <= 0) return;
  const int most_rows = std::max(kPixels / box.width, 1);
  std::vector<float> pixels(static_cast<std::size_t>(std::min(most_rows, box.height)) *
                            static_cast<std::size_t>(box.width) * 4);
  for (int y = box.y; y < box.y + box.height; y += most_rows) {
    visit(Band{y, std::min(most_rows, box.y + box.height - y), pixels});
  }
}

// Visits the values of a band in the accumulation buffer, each with its index in the band's pixels.
template <class Visit>
void for_each_value(Drawable& drawable, const Box& box, const Band& band, Visit&& visit) {
  const auto width = static_cast<std::size_t>(drawable.window->width()),
             count = static_cast<std::size_t>(box.width) * 4;
  for (int row = 0; row < band.rows; ++row) {
    auto* values = drawable.accumulation.values.data() +
                   (static_cast<std::size_t>(band.y + row) * width + static_cast<std::size_t>(box.x)) * 4;
    float* pixels = band.pixels.data() + static_cast<std::size_t>(row) * count;
    for (std::size_t i = 0; i < count; ++i) visit(values[i], pixels[i]);
  }
}

// Computes accumulation = accumulation * keep + window * add + bias, for values from 0 to 1.
void combine(Drawable& drawable, const Box& box, const GladGLContext* source, float keep, float add, float bias) {
  for_each_band(box, [&](const Band& band) {
    if (source != nullptr) {
      source->ReadPixels(box.x, band.y, box.width, band.rows, GL_RGBA, GL_FLOAT, band.pixels.data());
      if (drawable.window->format().srgb) convert(band.pixels, linear);
    }
    for_each_value(drawable, box, band, [&](std::int16_t& value, float pixel) {
      value = fixed(static_cast<float>(value) * keep + pixel * add * kOne + bias * kOne);
    });
  });
}

void give_back(Drawable& drawable, const State& state, const GladGLContext& target, float factor) {
  target.Disable(GL_DITHER);
  target.ColorMask(state.mask[0], state.mask[1], state.mask[2], state.mask[3]);
  for_each_band(state.box, [&](const Band& band) {
    for_each_value(drawable, state.box, band, [&](const std::int16_t& value, float& pixel) {
      pixel = std::clamp(static_cast<float>(value) / kOne * factor, 0.0f, 1.0f);
    });
    if (drawable.window->format().srgb) convert(band.pixels, srgb);
    target.WindowPos2i(state.box.x, band.y);
    target.DrawPixels(state.box.width, band.rows, GL_RGBA, GL_FLOAT, band.pixels.data());
  });
  target.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  target.Finish();
}

// Returns the drawable whose accumulation buffer the call uses. Returns null when GL would refuse the call, or when
// there is no drawable.
Drawable* accumulation_target(Dispatcher& d) {
  Drawable* drawable = d.window_system.current_drawable();
  const bool on_window = d.context->draw_framebuffer == 0 && d.context->read_framebuffer == 0;
  return drawable != nullptr && drawable->window && on_window ? drawable : nullptr;
}

// Gives the accumulation buffer its values, if it has none of its own. Returns false when a limit does not allow it.
bool make_values(Dispatcher& d, const Call& call, Drawable& drawable) {
  const std::int64_t pixels = std::int64_t{drawable.window->width()} * drawable.window->height();
  if (pixels > kMaxPixels) {
    d.skip(call, Skip::kBadValue);
    return false;
  }
  const auto bytes = static_cast<std::uint64_t>(pixels) * 4 * sizeof(std::int16_t);
  if (!d.window_system.storage().take(Storage::Of::kAccumulation, drawable.id, bytes, d.limits)) {
    d.skip(call, Skip::kTooMuchStorage);
    return false;
  }
  auto& [values, cleared_to] = drawable.accumulation;
  if (!values.empty()) return true;
  values.resize(static_cast<std::size_t>(pixels) * 4);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = cleared_to[i % 4];
  return true;
}

// Programs clear the accumulation buffer together with the others and never use it. So a clear of all of it only notes
// the value.
void clear_to(Dispatcher& d, const Call& call, Drawable& drawable, const State& state) {
  std::array<std::int16_t, 4> value{};
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = fixed(state.clear[i] * kOne);
  const Window& window = *drawable.window;
  if (state.box.width == window.width() && state.box.height == window.height()) {
    drawable.accumulation.values.clear();
    drawable.accumulation.cleared_to = value;
    return;
  }
  if (!make_values(d, call, drawable)) return;
  for_each_band(state.box, [&](const Band& band) {
    std::size_t channel = 0;
    for_each_value(drawable, state.box, band, [&](std::int16_t& each, float) { each = value[channel++ % 4]; });
  });
}

// While a display list is compiled, the call goes to the driver, which also executes it later.
bool is_compiling(const GladGLContext& gl) {
  GLint mode = 0;
  gl.GetIntegerv(GL_LIST_MODE, &mode);
  return mode != 0;
}

}  // namespace

void accum(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Accum);
  if (function == nullptr) return;
  if (is_compiling(*d.gl)) return function(u32(call, 0), call.args[1].f);
  Drawable* drawable = accumulation_target(d);
  if (drawable == nullptr || !make_values(d, call, *drawable)) return;
  const State state = read_state(*d.gl, *drawable);
  const float value = call.args[1].f;
  const std::uint32_t operation = u32(call, 0);
  if (operation == GL_ADD) return combine(*drawable, state.box, nullptr, 1, 0, value);
  if (operation == GL_MULT) return combine(*drawable, state.box, nullptr, value, 0, 0);
  d.gl->Finish();  // a change of context only flushes, and a driver may read the window before the draws have finished
  const GladGLContext* plain = d.window_system.visit_plainly(*drawable);
  if (plain != nullptr && operation == GL_ACCUM) combine(*drawable, state.box, plain, 1, value, 0);
  if (plain != nullptr && operation == GL_LOAD) combine(*drawable, state.box, plain, 0, value, 0);
  if (plain != nullptr && operation == GL_RETURN) give_back(*drawable, state, *plain, value);
  d.window_system.restore_current();
}

void clear(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Clear);
  if (function == nullptr) return;
  function(u32(call, 0));
  if ((u32(call, 0) & GL_ACCUM_BUFFER_BIT) == 0 || d.gl->Accum == nullptr || is_compiling(*d.gl)) return;
  Drawable* drawable = accumulation_target(d);
  if (drawable != nullptr) clear_to(d, call, *drawable, read_state(*d.gl, *drawable));
}

}  // namespace replay::handlers
