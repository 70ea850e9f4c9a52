// Chooses among the kinds of Video.
#include <spdlog/spdlog.h>

#include <string>

#include "replay/platform/egl_video.h"
#include "replay/platform/sdl_video.h"

namespace replay {
namespace {

template <class Kind>
loaders::Result<std::unique_ptr<Video>> as_video(loaders::Result<std::unique_ptr<Kind>> started) {
  if (!started) return std::move(started).error();
  return std::unique_ptr<Video>(*std::move(started));
}

}  // namespace

loaders::Result<std::unique_ptr<Video>> Video::start(Display display) {
  if (display == Display::kWindow || (display == Display::kAuto && may_have_display())) {
    auto on_display = SdlVideo::start();
    const bool is_seen = on_display && !(*on_display)->headless();
    if (on_display && (is_seen || display == Display::kAuto)) return as_video(std::move(on_display));
    const std::string problem = on_display ? "there is no display to open a window on: SDL_VIDEODRIVER is offscreen"
                                           : on_display.error().problem;
    if (display == Display::kWindow) return loaders::Error{problem};
    spdlog::debug("{}", problem);
  }
  return as_video(EglVideo::start());
}

}  // namespace replay
