// Images in client memory as GL reads them. WIP15's tracers ignore part of the pixel-store state, so what they recorded
// can be shorter than what GL reads, and an image can stand there although a buffer is bound that it comes from.
#pragma once

#include <cstdint>

#include "replay/remap/pixel_store.h"
#include "replay/standard_calls/call_maker.h"

namespace replay {

class Images {
 public:
  void follow(const loaders::Call& call);

  // `call` with an image that GL can read: the recorded one, padded with zeros; or none, when `in_buffer` says that GL
  // reads it from a buffer.
  loaders::Call complete(const loaders::Call& call, bool in_buffer, CallMaker& maker) const;

 private:
  PixelStore unpack_;  // of all contexts: recorded programs set it before each upload
};

}  // namespace replay
