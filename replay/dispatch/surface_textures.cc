// The driver's own eglBindTexImage needs pbuffers with attributes that ours do not have, and without a display Mesa
// gives such textures no image at all. So the texture gets a copy of the surface's colours when it is bound, and
// again when its context becomes current after a draw into the surface. EGL leaves open what such a texture shows;
// Mesa shows the draw.
#include "replay/dispatch/surface_textures.h"

#include <spdlog/spdlog.h>

#include <vector>

#include "replay/calls/window_system_calls.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/pack_state.h"

namespace replay {

using loaders::Call;
using loaders::Value;

namespace {

using Of = Storage::Of;

std::vector<std::uint8_t> without_alpha(const std::vector<std::uint8_t>& rgba) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) rgb.insert(rgb.end(), &rgba[i], &rgba[i] + 3);
  return rgb;
}

// Defines the image of the texture in the current context, which bound it. Without colours the texture has no image
// afterwards.
void define(Dispatcher& d, GLuint live, GLenum format, int width, int height, const std::uint8_t* colors) {
  const GlErrors::Mute mute(d.errors, *d.gl);
  const UnpackState unpack(*d.gl);
  const auto bound = static_cast<GLuint>(answer_to(*d.gl, GL_TEXTURE_BINDING_2D).value_or(0));
  if (bound != live) d.gl->BindTexture(GL_TEXTURE_2D, live);
  d.gl->TexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, format, GL_UNSIGNED_BYTE, colors);
  if (bound != live) d.gl->BindTexture(GL_TEXTURE_2D, bound);
}

// Returns false when the limits do not allow a texture of this size.
bool show(Dispatcher& d, Drawable& drawable) {
  SurfaceTexture& texture = *drawable.texture;
  Storage& storage = d.context->group->storage;
  const auto pixels = static_cast<std::uint64_t>(drawable.width) * static_cast<std::uint64_t>(drawable.height);
  if (!storage.take(Of::kTexture, texture.live, pixels * 4, d.limits)) return false;
  texture.take = storage.last_take(Of::kTexture, texture.live);
  // While the surface is drawn into, it is not known which colours were copied.
  texture.use = d.window_system.is_current_anywhere(drawable) ? 0 : drawable.uses;
  const GLenum format = drawable.texture_format == GL_RGB ? GL_RGB : GL_RGBA;
  std::vector<std::uint8_t> colors = d.window_system.colors(drawable);
  if (format == GL_RGB) colors = without_alpha(colors);
  define(d, texture.live, format, drawable.width, drawable.height, colors.data());
  return true;
}

// Returns whether the program has kept the texture and its image. Another image releases the surface.
bool has_image(const Dispatcher& d, const SurfaceTexture& texture) {
  return d.context->group->storage.last_take(Of::kTexture, texture.live) == texture.take;
}

void take_image_away(Dispatcher& d, Drawable& drawable) {
  const GLenum format = drawable.texture_format == GL_RGB ? GL_RGB : GL_RGBA;
  if (has_image(d, *drawable.texture)) define(d, drawable.texture->live, format, 0, 0, nullptr);
  drawable.texture.reset();
}

// Returns whether GL accepts images now. It would compile them into a list, or refuse them inside glBegin.
bool takes_images(Dispatcher& d) {
  return d.context->compiled_list == 0 && !is_inside_begin(d) && d.gl->TexImage2D != nullptr;
}

}  // namespace

void note_texture(Dispatcher& d, std::uint64_t id, const Value& attributes, const TextureKeys& keys) {
  Drawable* drawable = d.window_system.find_drawable(id);
  if (drawable == nullptr) return;
  drawable->texture_format = 0;
  if (attribute(attributes, keys.target, keys.end, keys.two) != keys.two) return;
  const std::int64_t format = attribute(attributes, keys.format, keys.end, 0);
  if (format == keys.rgb) drawable->texture_format = GL_RGB;
  if (format == keys.rgba) drawable->texture_format = GL_RGBA;
}

void bind_surface_texture(Dispatcher& d, const Call& call, std::uint64_t id) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  if (d.context == nullptr) return d.without_context(call);
  Drawable* drawable = d.window_system.find_drawable(id);
  if (drawable == nullptr) return d.skip(call, Skip::kUnknownName);
  if (drawable->texture_format == 0 || drawable->width <= 0 || drawable->height <= 0 || !takes_images(d)) {
    spdlog::warn(
        "call {}: the texture of a surface stays empty; only 2D textures of pbuffers are made, outside of display "
        "lists",
        call.number);
    return d.skip(call, Skip::kUnsupported);
  }
  const auto bound = asked(d, GL_TEXTURE_BINDING_2D).value_or(0);
  drawable->texture = SurfaceTexture{.context = d.context->handle, .live = static_cast<std::uint32_t>(bound)};
  d.context->has_surface_textures = true;
  if (show(d, *drawable)) return;
  drawable->texture.reset();
  d.skip(call, Skip::kTooMuchStorage);
}

void release_surface_texture(Dispatcher& d, const Call& call, std::uint64_t id) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  Drawable* drawable = d.window_system.find_drawable(id);
  // There is no image to release, or the program has replaced it.
  if (drawable == nullptr || !drawable->texture) return;
  const bool is_owner = d.context != nullptr && d.context->handle == drawable->texture->context;
  if (is_owner && takes_images(d)) return take_image_away(d, *drawable);
  drawable->texture->is_released = true;
}

void refresh_surface_textures(Dispatcher& d) {
  for (const auto& [id, drawable] : d.window_system.drawables()) {
    if (!drawable->texture || drawable->texture->context != d.context->handle) continue;
    if (!has_image(d, *drawable->texture)) {
      drawable->texture.reset();
    } else if (drawable.get() != d.window_system.current_drawable() && takes_images(d)) {
      if (drawable->texture->is_released) take_image_away(d, *drawable);
      else if (drawable->texture->use != drawable->uses) show(d, *drawable);
    }
  }
}

void note_image(RecordedContext& context, const Call& call) {
  const bool directly_after = call.number == context.awaited_image->call + 1;
  if (directly_after || call.is(loaders::kFake)) context.awaited_image.reset();
}

void miss_awaited_image(Dispatcher& d) {
  if (d.context == nullptr || !d.context->awaited_image) return;
  const auto [number, function] = *d.context->awaited_image;
  d.context->awaited_image.reset();
  if (d.skips.add(Skip::kNoData, function, number, std::nullopt) != 1) return;
  spdlog::warn(
      "call {}: the recorder did not keep what the pixmap of a glXBindTexImageEXT had, so the texture does not show it",
      number);
}

void await_image(Dispatcher& d, const Call& call) {
  miss_awaited_image(d);
  d.context->awaited_image = {call.number, call.recorded};
}

}  // namespace replay
