// SdlVideo: SDL's video system, up while this lives. One at a time in a process, on the thread that issues GL calls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "loaders/base/result.h"
#include "replay/platform/context_request.h"
#include "replay/platform/pixel_format.h"

namespace replay {

enum class Display : std::uint8_t {
  kAuto,      // a window when there is a display, else headless
  kHeadless,  // never connects to a display, even when there is one
  kWindow
};

class SdlVideo {
 public:
  static loaders::Result<std::unique_ptr<SdlVideo>> start(Display display);
  ~SdlVideo();
  SdlVideo(const SdlVideo&) = delete;
  SdlVideo& operator=(const SdlVideo&) = delete;

  bool headless() const { return headless_; }
  // SDL's EGL code makes a context for the EGLConfig of the window that was made last, whatever window it is asked to
  // make it for. Its GLX code has no such memory.
  bool forgets_formats() const { return forgets_formats_; }

 private:
  SdlVideo();  // the video system is up

  bool headless_ = false;
  bool forgets_formats_ = true;
};

// What SDL has to know before it makes a window or a context: SDL keeps these per process, not per window.
void set_sdl_attributes(const PixelFormat& format, const ContextRequest& request);

// What SDL complains about, cleared. "no reason given" when it does not say.
std::string take_sdl_error();

}  // namespace replay
