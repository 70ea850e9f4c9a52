// LiveSurfaces: which planes of which surfaces are live, while the steps of a recording are taken from the last to the
// first (liveness.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "replay/seek/areas.h"
#include "replay/seek/liveness.h"

namespace replay {

class LiveSurfaces {
 public:
  // Where nothing may be guessed, each target has surfaces of its own: then no clear through one framebuffer object
  // kills what was drawn through another.
  LiveSurfaces(const Destinations& destinations, std::uint8_t live_in_windows, bool may_guess);

  static bool is_target(std::uint16_t destination) { return destination >= Destinations::kFirstTarget; }
  // Surfaces are numbered in another way here than in Destinations.
  std::span<const TargetSurface> of(std::uint16_t destination) const;

  std::uint8_t live(const TargetSurface& part) const { return live_[part.surface]; }
  // Whether other targets have the surface as well.
  bool is_shared(const TargetSurface& part) const { return targets_with_[part.surface] > 1; }
  // Whether a driver can be asked if a clear of the target clears all of each surface.
  bool can_be_asked(std::uint16_t destination) const;

  // The planes are dead before the step that is taken.
  void dies(const TargetSurface& part, std::uint8_t planes);
  // One plane is dead where the guess says. Returns the guesses on which it rests that all of the plane is dead, if it
  // is now.
  std::vector<GuessedClear> dies_in_part(const TargetSurface& part, const GuessedClear& guess);
  // Those of the planes that are not dead in the area. Adds to `relied_on` on which guesses it rests that others are.
  std::uint8_t live_in(const TargetSurface& part, std::uint8_t planes, const Area& area,
                       std::vector<GuessedClear>& relied_on) const;
  // A draw uses these planes of its destination. `pixel_by_pixel`: what it does at a pixel depends on what is there,
  // and not on other pixels.
  void is_used(std::span<const TargetSurface> parts, std::uint8_t planes, bool pixel_by_pixel);

  void read_windows(std::uint8_t planes);
  void read_image(Image image);
  void read_everything();

 private:
  // A plane of a surface that is dead in a part, and on which guesses that rests.
  struct Part {
    Region live;
    ClearBox all{};
    std::vector<GuessedClear> guesses{};
  };
  using Plane = std::pair<std::uint32_t, std::uint8_t>;  // a surface, and one bit

  void list(std::uint32_t surface);
  void becomes_live(std::uint32_t surface, std::uint8_t planes);
  void forget_parts(std::uint32_t surface, std::uint8_t planes);
  bool keep_parts(std::span<const TargetSurface> parts, std::uint8_t planes);
  void read_overlapping(std::uint32_t surface);

  std::vector<Surface> surfaces_;
  std::vector<TargetSurface> windows_;
  std::vector<TargetSurfaces> targets_;
  std::vector<std::uint32_t> targets_with_;  // by surface: how many
  std::vector<std::uint8_t> live_;           // by surface: planes
  std::vector<std::uint32_t> dead_;          // surfaces of targets of which some plane died
  // The same by image. Only surfaces that died since the image was last read have to be visited: there are many reads
  // and few kills.
  std::unordered_map<Image, std::vector<std::uint32_t>> dead_by_image_;
  std::vector<bool> is_listed_;  // by surface: in dead_by_image_
  std::map<Plane, Part> parts_;
};

}  // namespace replay
