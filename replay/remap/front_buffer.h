// FrontBuffer: the second colour buffer of a double-buffered window without a display.
//
// Surfaces without a display have one colour buffer. It is the back buffer until a recording names the front buffer.
// A program that draws into the front buffer or reads it gets a second surface, and the two exchange their roles:
//
//   window   has the buffer that the program draws into, and the only depth and stencil buffer
//   other    has the buffer that it does not draw into; it is used when the program reads this buffer
//
// When the program chooses the other buffer to draw into, the colours of the two surfaces are exchanged. So
// framebuffer 0 stays the same, with its depth, stencils, samples and rules for pixels, which no framebuffer object
// could replace.
#pragma once

#include <cstdint>
#include <memory>

#include "replay/platform/platform.h"

namespace replay {

enum class WindowBuffer : std::uint8_t { kBack, kFront, kBoth };

class FrontBuffer {
 public:
  // How many colour buffers a window with a front buffer takes.
  static constexpr int kSurfaces = 3;

  // Creates the front buffer of `window`, which had only the back buffer so far. If the window `was_shown`, the front
  // has the contents of the back; without a swap it is black.
  static loaders::Result<std::unique_ptr<FrontBuffer>> create(Platform& platform, Window& window, bool was_shown);

  // Lets draws into `window` go to `buffer` from now on. With kBoth both buffers have the same contents from then on:
  // those of the back buffer.
  loaders::Status hold(Window& window, WindowBuffer buffer);
  bool holds(WindowBuffer buffer) const;  // whether hold() would change nothing
  // Returns the surface to read `buffer` from.
  Window& read_from(Window& window, WindowBuffer buffer) const;
  // Shows the back buffer: the front gets its contents, and the back keeps them.
  loaders::Status swap(Window& window);
  // Resizes both surfaces; their contents are lost.
  loaders::Status resize(int width, int height);

 private:
  FrontBuffer(Platform& platform, std::unique_ptr<Window> other, std::unique_ptr<Window> spare)
      : platform_(platform),
        other_(std::move(other)),
        spare_(std::move(spare)) {}

  loaders::Status exchange(Window& window);

  Platform& platform_;
  std::unique_ptr<Window> other_, spare_;
  bool holds_front_ = false;  // whether `window` has the front buffer
  bool same_ = false;         // whether the content of `window` is that of both buffers
};

}  // namespace replay
