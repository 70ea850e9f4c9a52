// Chooses among the kinds of Video.
#include "replay/platform/sdl_video.h"

namespace replay {

loaders::Result<std::unique_ptr<Video>> Video::start(Display display) {
  auto started = SdlVideo::start(display);
  if (!started) return std::move(started).error();
  return std::unique_ptr<Video>(*std::move(started));
}

}  // namespace replay
