// ShownFrame: the picture of the frame that a person sees in the window, kept for the case that the person wants to
// save it.
#pragma once

#include <cstdint>
#include <optional>

#include "replay/observe/observer.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/session/interactive.h"

namespace replay {

class ShownFrame : public Observer {
 public:
  // `interactive` is borrowed.
  explicit ShownFrame(const Interactive& interactive) : interactive_(interactive) {}

  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) override {
    if (interactive_.wants_picture(frame)) picture_ = read_frame(dispatcher, swap, drawable);
  }

  const std::optional<Picture>& picture() const { return picture_; }

 private:
  const Interactive& interactive_;
  std::optional<Picture> picture_;
};

}  // namespace replay
