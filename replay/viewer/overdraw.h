// Overdraw: how often the draws of a frame changed each pixel.
//
// It compares what a draw leaves with what was there before. So it works with every driver and changes nothing of the
// replay, but a draw that writes the color that is there does not count.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/viewer/viewed_pictures.h"

namespace replay {

class Overdraw {
 public:
  // Another frame begins. What it begins with is what it is compared with.
  void begin_frame();

  // A call that draws, or clears, was made.
  void drawn(Dispatcher& dispatcher, const loaders::Call& call);

  // Of what the frame drew into most often, or only of what the current context draws into. Nothing without draws.
  std::optional<ViewedPicture> picture() const;
  std::optional<ViewedPicture> picture_of_current(const Dispatcher& dispatcher) const;

 private:
  // The context, or for its window the drawable, and the recorded framebuffer.
  using Target = std::pair<std::uint64_t, std::uint32_t>;
  struct Counted {
    Picture last;
    std::vector<std::uint16_t> counts;
    std::uint64_t draws = 0;  // in this frame
  };
  static Target target_of(const Dispatcher& dispatcher);
  static ViewedPicture picture_of(const Target& target, const Counted& counted);

  std::map<Target, Counted> targets_;
};

}  // namespace replay
