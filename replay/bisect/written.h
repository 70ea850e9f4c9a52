// What a call wrote, read back: the attachments of the framebuffer that it drew into, or the textures and buffers that it wrote.
#pragma once

#include <vector>

#include "loaders/stream/call.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

// After `call`. Nothing of the recorded program's state changes. OpenGL ES cannot read textures and buffers: these are left out.
std::vector<AttachmentImage> read_written(Dispatcher& dispatcher, const loaders::Call& call);

}  // namespace replay
