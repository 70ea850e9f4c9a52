#include "replay/seek/live_surfaces.h"

#include <algorithm>
#include <utility>

namespace replay {
namespace {

constexpr Image kNoImage = UINT64_MAX;

template <class F>
void for_each_plane(std::uint8_t planes, F&& f) {
  for (const std::uint8_t plane : {kColorPlane, kDepthPlane, kStencilPlane}) {
    if ((planes & plane) != 0) f(plane);
  }
}

}  // namespace

LiveSurfaces::LiveSurfaces(const Destinations& destinations, std::uint8_t live_in_windows, bool may_guess) {
  for (std::uint32_t window = 0; window <= destinations.windows; ++window) {
    windows_.push_back({.surface = window, .planes = kAllPlanes, .buffers = UINT32_MAX});
    surfaces_.push_back({.image = kNoImage});
  }
  const auto first = static_cast<std::uint32_t>(surfaces_.size());
  if (may_guess) surfaces_.insert(surfaces_.end(), destinations.surfaces.begin(), destinations.surfaces.end());
  for (const TargetSurfaces& target : destinations.targets) {
    TargetSurfaces& parts = targets_.emplace_back(target);
    for (TargetSurface& part : parts) {
      Surface alone = destinations.surfaces[part.surface];
      alone.family = 0;
      if (!may_guess) surfaces_.push_back(alone);
      part.surface = may_guess ? part.surface + first : static_cast<std::uint32_t>(surfaces_.size() - 1);
    }
  }
  targets_with_.resize(surfaces_.size());
  for (const TargetSurfaces& target : targets_) {
    for (const TargetSurface& part : target) ++targets_with_[part.surface];
  }
  is_listed_.resize(surfaces_.size());
  live_.assign(surfaces_.size(), kAllPlanes);
  std::fill_n(live_.begin(), first, live_in_windows);
  for (const TargetSurfaces& target : targets_) {
    for (const TargetSurface& part : target) dies(part, kAllPlanes);
  }
}

std::span<const TargetSurface> LiveSurfaces::of(std::uint16_t destination) const {
  if (!is_target(destination)) return {&windows_[destination], 1};
  return targets_[destination - Destinations::kFirstTarget];
}

bool LiveSurfaces::can_be_asked(std::uint16_t destination) const {
  return !is_target(destination) || std::ranges::all_of(of(destination), [&](const TargetSurface& part) {
    return surfaces_[part.surface].family != 0;
  });
}

void LiveSurfaces::dies(const TargetSurface& part, std::uint8_t planes) {
  if (planes == 0) return;
  live_[part.surface] &= static_cast<std::uint8_t>(~planes);
  forget_parts(part.surface, planes);
  list(part.surface);
}

// Has the surface visited when its image is read.
void LiveSurfaces::list(std::uint32_t surface) {
  if (surfaces_[surface].image == kNoImage || is_listed_[surface]) return;
  is_listed_[surface] = true;
  dead_.push_back(surface);
  dead_by_image_[surfaces_[surface].image].push_back(surface);
}

std::vector<GuessedClear> LiveSurfaces::dies_in_part(const TargetSurface& part, const GuessedClear& guess) {
  const Plane plane{part.surface, guess.planes};
  const ClearBox all = guess.area.all();
  list(part.surface);
  auto found = parts_.try_emplace(plane, Part{.live = Region(all), .all = all}).first;
  if (found->second.all != all) found->second = Part{.live = Region(all), .all = all};
  const Region before = found->second.live;
  found->second.live.subtract(guess.area.box);
  if (found->second.live != before) found->second.guesses.push_back(guess);
  std::vector<GuessedClear> guesses;
  if (found->second.live.is_empty()) {
    guesses = std::move(found->second.guesses);
    dies(part, guess.planes);
  } else if (found->second.live.is_too_complex()) {
    parts_.erase(found);
  }
  return guesses;
}

std::uint8_t LiveSurfaces::live_in(const TargetSurface& part, std::uint8_t planes, const Area& area,
                                   std::vector<GuessedClear>& relied_on) const {
  std::uint8_t live = planes;
  for_each_plane(planes, [&](std::uint8_t plane) {
    const auto found = parts_.find({part.surface, plane});
    if (found == parts_.end() || found->second.all != area.all() || found->second.live.overlaps(area.box)) return;
    live &= static_cast<std::uint8_t>(~plane);
    relied_on.insert(relied_on.end(), found->second.guesses.begin(), found->second.guesses.end());
  });
  return live;
}

void LiveSurfaces::is_used(std::span<const TargetSurface> parts, std::uint8_t planes, bool pixel_by_pixel) {
  const bool stay_dead = pixel_by_pixel && !parts_.empty() && keep_parts(parts, planes);
  for (const TargetSurface& part : parts) {
    const auto used = static_cast<std::uint8_t>(part.planes & planes);
    if (used == 0) continue;
    if (stay_dead) live_[part.surface] |= used;
    else becomes_live(part.surface, used);
    read_overlapping(part.surface);
  }
}

// A pixel of any of the planes is live before the draw where one of them is live after it. Where that is the same part
// of all planes that are not dead, it is this part.
bool LiveSurfaces::keep_parts(std::span<const TargetSurface> parts, std::uint8_t planes) {
  std::vector<Plane> used;
  const Part* live = nullptr;
  bool is_same = true;
  std::vector<GuessedClear> guesses;
  for (const TargetSurface& part : parts) {
    for_each_plane(part.planes & planes, [&](std::uint8_t plane) {
      used.emplace_back(part.surface, plane);
      if ((live_[part.surface] & plane) == 0) return;
      const auto found = parts_.find({part.surface, plane});
      is_same = is_same && found != parts_.end() &&
                (live == nullptr || (live->all == found->second.all && live->live == found->second.live));
      if (!is_same) return;
      live = &found->second;
      guesses.insert(guesses.end(), live->guesses.begin(), live->guesses.end());
    });
  }
  if (!is_same || live == nullptr) return false;
  if (used.size() == 1) return true;  // as it is
  // Planes that earlier draws used together have the same guesses.
  std::ranges::sort(guesses);
  guesses.erase(std::unique(guesses.begin(), guesses.end()), guesses.end());
  const Part common{.live = live->live, .all = live->all, .guesses = std::move(guesses)};
  for (const Plane& plane : used) {
    parts_.insert_or_assign(plane, common);
    list(plane.first);
  }
  return true;
}

void LiveSurfaces::becomes_live(std::uint32_t surface, std::uint8_t planes) {
  live_[surface] |= planes;
  forget_parts(surface, planes);
}

void LiveSurfaces::forget_parts(std::uint32_t surface, std::uint8_t planes) {
  if (parts_.empty()) return;
  for_each_plane(planes, [&](std::uint8_t plane) { parts_.erase({surface, plane}); });
}

void LiveSurfaces::read_windows(std::uint8_t planes) {
  for (const TargetSurface& window : windows_) becomes_live(window.surface, planes);
}

void LiveSurfaces::read_image(Image image) {
  const auto found = dead_by_image_.find(image);
  if (found == dead_by_image_.end()) return;
  for (const std::uint32_t surface : found->second) {
    becomes_live(surface, kAllPlanes);
    is_listed_[surface] = false;
  }
  found->second.clear();
}

// What is drawn may be tested against, or blended with, pixels that were drawn through another surface with them, or
// made by glGenerateMipmap.
void LiveSurfaces::read_overlapping(std::uint32_t surface) {
  const Surface& used = surfaces_[surface];
  if (used.image == kNoImage) return;
  if (used.is_of_other_level && is_texture(used.image)) read_image(mipmap_image_of(used.image));
  const auto found = dead_by_image_.find(used.image);
  if (found == dead_by_image_.end()) return;
  std::erase_if(found->second, [&](std::uint32_t other) {
    const bool overlaps = other != surface && (used.family == 0 || surfaces_[other].family != used.family);
    if (overlaps) {
      becomes_live(other, kAllPlanes);
      is_listed_[other] = false;
    }
    return overlaps;
  });
}

void LiveSurfaces::read_everything() {
  for (const std::uint32_t surface : dead_) {
    becomes_live(surface, kAllPlanes);
    is_listed_[surface] = false;
  }
  dead_.clear();
  dead_by_image_.clear();
}

}  // namespace replay
