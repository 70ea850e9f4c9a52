// Textures whose image is what a surface of the window system has: eglBindTexImage, glXBindTexImageEXT, wglBindTexImageARB.
#pragma once

#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// The keys and values in a list of a pbuffer's attributes that say which textures it may become.
struct TextureKeys {
  std::int64_t format = 0, rgb = 0, rgba = 0;
  std::int64_t target = 0, two = 0;  // two: of two dimensions
  std::int64_t end = 0;
};
void note_texture(Dispatcher& d, std::uint64_t drawable, const loaders::Value& attributes, const TextureKeys& keys);

void bind_surface_texture(Dispatcher& d, const loaders::Call& call, std::uint64_t drawable);
void release_surface_texture(Dispatcher& d, const loaders::Call& call, std::uint64_t drawable);

// A context that has bound surfaces became current: what was drawn into them in the meantime is in its textures as well.
void refresh_surface_textures(Dispatcher& d);

// glXBindTexImageEXT shows what X has, of which there is only the copy that the recorder writes next. Precondition: a context is current.
void await_image(Dispatcher& d, const loaders::Call& call);
// `call` makes an image. It is the awaited copy when the recorder made it.
void note_image(RecordedContext& context, const loaders::Call& call);
// The copy must have come by now, or else that is said.
void miss_awaited_image(Dispatcher& d);

}  // namespace replay
