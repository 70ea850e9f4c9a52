// SdlVideo: SDL's video system, which runs as long as this object lives. A process has one at a time, on the thread
// that issues GL calls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "loaders/base/result.h"
#include "replay/platform/context_request.h"
#include "replay/platform/pixel_format.h"

namespace replay {

enum class Display : std::uint8_t {
  kAuto,      // a window when there is a display, otherwise headless
  kHeadless,  // never connects to a display, even when there is one
  kWindow
};

// Returns whether the environment speaks of a display. It need not answer.
bool may_have_display();
// The same for a display that people see: not when SDL is told to draw where nobody looks.
bool may_be_seen();

class SdlVideo {
 public:
  static loaders::Result<std::unique_ptr<SdlVideo>> start(Display display);
  ~SdlVideo();
  SdlVideo(const SdlVideo&) = delete;
  SdlVideo& operator=(const SdlVideo&) = delete;

  bool headless() const { return headless_; }
  // Returns whether a window of the right format has to be made just before a context. SDL's EGL code makes each
  // context for the EGLConfig of the window that was made last, whatever window the context is for. Its GLX code uses
  // the right one.
  bool forgets_formats() const { return forgets_formats_; }

 private:
  SdlVideo();  // precondition: the video system is running

  bool headless_ = false;
  bool forgets_formats_ = true;
};

// Tells SDL what it has to know before it makes a window or a context. SDL keeps these attributes per process, not per
// window.
void set_sdl_attributes(const PixelFormat& format, const ContextRequest& request);

// Returns SDL's last error and clears it. Returns "no reason given" when there is none.
std::string take_sdl_error();

}  // namespace replay
