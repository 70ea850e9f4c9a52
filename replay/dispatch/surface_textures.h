// Textures whose image is the content of a surface: eglBindTexImage, glXBindTexImageEXT, wglBindTexImageARB.
#pragma once

#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// The keys and values in a list of a pbuffer's attributes that say which textures it may become.
struct TextureKeys {
  std::int64_t format = 0, rgb = 0, rgba = 0;
  std::int64_t target = 0, two = 0;  // `two` is the value of `target` for two dimensions
  std::int64_t end = 0;
};
void note_texture(Dispatcher& d, std::uint64_t drawable, const loaders::Value& attributes, const TextureKeys& keys);

void bind_surface_texture(Dispatcher& d, const loaders::Call& call, std::uint64_t drawable);
void release_surface_texture(Dispatcher& d, const loaders::Call& call, std::uint64_t drawable);

// To be called when a context that has bound surfaces becomes current. Copies what was drawn into them meanwhile.
void refresh_surface_textures(Dispatcher& d);

// To be called for glXBindTexImageEXT. The content of an X pixmap is only in the copy that the recorder writes next.
// Precondition: a context is current.
void await_image(Dispatcher& d, const loaders::Call& call);
// To be called for a call that uploads an image. If the recorder added the call, it is the copy that was awaited.
void note_image(RecordedContext& context, const loaders::Call& call);
// Reports that the copy is missing, if it has not come by now.
void miss_awaited_image(Dispatcher& d);

}  // namespace replay
