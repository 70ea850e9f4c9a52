#include "replay/viewer/overdraw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {
namespace {

constexpr std::size_t kMostTargets = 64;

struct Shade {
  std::uint8_t red, green, blue;
};
// By how often a pixel changed: never, once, ... The last one is for all that are more.
constexpr Shade kShades[] = {{0, 0, 0},     {0, 0, 140},   {0, 70, 220},  {0, 160, 160}, {0, 190, 40},
                             {150, 210, 0}, {235, 220, 0}, {245, 150, 0}, {230, 60, 0},  {255, 160, 160}};

bool is_clear(const loaders::Call& call) {
  return std::string_view(glbindings::signature(call.function).name()).starts_with("glClear");
}

}  // namespace

void Overdraw::begin_frame() {
  for (auto& [target, counted] : targets_) {
    std::ranges::fill(counted.counts, std::uint16_t{0});
    counted.draws = 0;
  }
}

Overdraw::Target Overdraw::target_of(const Dispatcher& d) {
  if (d.context->draw_framebuffer != 0) return {d.context->handle, d.context->draw_framebuffer};
  const Drawable* drawable = d.window_system.current_drawable();
  return {drawable != nullptr ? drawable->id : 0, 0};
}

void Overdraw::drawn(Dispatcher& d, const loaders::Call& call) {
  if (d.context == nullptr) return;
  auto now = read_draw_framebuffer(d);
  if (!now || !now->valid()) return;
  const Target target = target_of(d);
  if (targets_.size() >= kMostTargets && !targets_.contains(target)) return;
  Counted& counted = targets_[target];
  const std::size_t pixels = now->rgba.size() / 4;
  if (counted.counts.size() != pixels || counted.last.width != now->width) {
    counted.counts.assign(pixels, 0);
  } else if (!is_clear(call)) {
    ++counted.draws;
    for (std::size_t i = 0; i < pixels; ++i) {
      const bool changed = std::memcmp(&counted.last.rgba[4 * i], &now->rgba[4 * i], 4) != 0;
      if (changed && counted.counts[i] < UINT16_MAX) ++counted.counts[i];
    }
  }
  counted.last = *std::move(now);
}

ViewedPicture Overdraw::picture_of(const Target& target, const Counted& counted) {
  ViewedPicture shown;
  shown.picture = {counted.last.width, counted.last.height, counted.last.bottom_up, {}};
  shown.picture.rgba.reserve(4 * counted.counts.size());
  std::uint16_t most = 0;
  for (const std::uint16_t count : counted.counts) {
    most = std::max(most, count);
    const Shade& shade = kShades[std::min<std::size_t>(count, std::size(kShades) - 1)];
    shown.picture.rgba.insert(shown.picture.rgba.end(), {shade.red, shade.green, shade.blue, 255});
  }
  const std::string into = target.second == 0 ? "the window" : fmt::format("framebuffer {}", target.second);
  shown.note = fmt::format("overdraw of {}: {} draws, a pixel changed {} times at most", into, counted.draws, most);
  return shown;
}

std::optional<ViewedPicture> Overdraw::picture() const {
  const auto most = std::ranges::max_element(
      targets_, [](const auto& one, const auto& other) { return one.second.draws < other.second.draws; });
  if (most == targets_.end() || most->second.draws == 0) return std::nullopt;
  return picture_of(most->first, most->second);
}

std::optional<ViewedPicture> Overdraw::picture_of_current(const Dispatcher& d) const {
  if (d.context == nullptr) return std::nullopt;
  const Target target = target_of(d);
  const auto found = targets_.find(target);
  if (found == targets_.end()) return std::nullopt;
  return picture_of(target, found->second);
}

}  // namespace replay
