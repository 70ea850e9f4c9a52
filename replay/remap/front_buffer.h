// FrontBuffer: the second colour buffer of a double-buffered window where there is no display.
//
// Surfaces without a display have one colour buffer. As long as a recording names no front buffer, that one is the back buffer. A
// program that draws or reads the front gets a second surface, and the two change roles:
//
//   window   what is drawn into: holds the buffer that the program draws into, and the only depth and stencil buffer
//   other    holds the buffer that it does not draw into, and is what it reads from where it reads that one
//
// When the program chooses the other buffer to draw into, the colours of the two surfaces are exchanged: framebuffer 0 stays what it
// was, with its depth, its stencils, its samples and its rules for pixels, which no framebuffer object has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "replay/platform/platform.h"

namespace replay {

enum class WindowBuffer : std::uint8_t { kBack, kFront, kBoth };

class FrontBuffer {
 public:
  // The colour buffers that a window takes with one.
  static constexpr int kSurfaces = 3;

  // The front of `window`, which held nothing but the back buffer so far. It has the same contents when it `was_shown`; no swap was
  // seen otherwise, and it is black. Null, with a sentence in `error`, when the driver cannot.
  static std::unique_ptr<FrontBuffer> create(Platform& platform, Window& window, bool was_shown, std::string& error);

  // From now on what is drawn into `window` is drawn into `buffer`. With kBoth the two have the same contents from then on: those of
  // the back buffer.
  bool hold(Window& window, WindowBuffer buffer);
  bool holds(WindowBuffer buffer) const;  // hold() would change nothing
  // What to read `buffer` from.
  Window& read_from(Window& window, WindowBuffer buffer) const;
  // The back buffer is shown: the front has its contents, and it keeps them.
  bool swap(Window& window);
  // The contents are lost.
  bool resize(int width, int height, std::string& error);

 private:
  FrontBuffer(Platform& platform, std::unique_ptr<Window> other, std::unique_ptr<Window> spare)
      : platform_(platform), other_(std::move(other)), spare_(std::move(spare)) {}

  bool exchange(Window& window);

  Platform& platform_;
  std::unique_ptr<Window> other_, spare_;
  bool holds_front_ = false;  // `window` does
  bool same_ = false;         // what `window` holds is both
};

}  // namespace replay
