// Reads back what a call wrote: the attachments of the framebuffer that it drew into, or the textures and buffers.
#pragma once

#include <vector>

#include "loaders/stream/call.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

// To be called after `call`. It leaves the recorded program's state as it is. OpenGL ES cannot read textures and
// buffers; these are left out.
std::vector<AttachmentImage> read_written(Dispatcher& dispatcher, const loaders::Call& call);

}  // namespace replay
