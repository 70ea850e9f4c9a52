// The part of DrawingHistory that follows which storage textures and renderbuffers get, and which levels.
#include <glad/gl.h>

#include <string>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/texture_targets.h"
#include "replay/seek/drawing_history.h"

namespace replay {

using loaders::Call;

// The texture that a call means when it names this target. No value where it may be another.
std::optional<std::uint32_t> DrawingHistory::bound_texture(std::uint32_t target) const {
  return lists_.bind() ? std::nullopt : context().now.textures.bound_to(target);
}

// glGenerateMipmap draws the first level of a texture, which others have drawn, into all other levels.
void DrawingHistory::make_mipmaps(const Call& call, std::optional<std::uint32_t> texture) {
  targets_.levels_one_by_one().draw();
  const bool is_unclear =
      texture == 0U && gl_number(call, 0) != GL_TEXTURE_2D;  // each target has a texture without a name
  if (!texture || is_unclear || context().is_inside_list_or_primitive()) return read_everything();
  if (!targets_.has(texture_image(*texture))) return;  // the program has loaded it
  const auto [destination, were_asked_for] = targets_.of_mipmaps(contexts_.current_handle(), *texture);
  if (destination == 0) return read_everything();
  // A texture may get a new storage for its first mipmaps, and Mesa 22.3 then loses what is drawn into it afterwards
  // through a framebuffer object that has the old one. Where this call was left out, it would not be lost.
  if (!were_asked_for)
    return steps_.add({.what = What::kRead, .images = image_sets_.number_of({texture_image(*texture)})});
  steps_.add({.what = What::kKill, .planes = kColorPlane, .touched = kColorPlane, .destination = destination});
  steps_.add({.what = What::kDraw,
              .planes = kColorPlane,
              .kept = is_derived_,
              .destination = destination,
              .images = image_sets_.number_of({texture_image(*texture)}),
              .calls = this_call()});
}

// Which levels a mipmap has, and when they are made, depends on parameters of the texture.
bool DrawingHistory::chooses_levels(const Call& call) {
  const std::size_t name = position(call, "pname");
  if (name == SIZE_MAX) return false;
  switch (gl_number(call, name)) {
    case GL_TEXTURE_BASE_LEVEL:
    case GL_TEXTURE_MAX_LEVEL:
    case GL_GENERATE_MIPMAP: return true;
    default: return false;
  }
}

void DrawingHistory::note_levels(const Call& call) {
  if (!chooses_levels(call)) return;
  const std::size_t value = position(call, "param");
  const bool is_of_making = gl_number(call, position(call, "pname")) == GL_GENERATE_MIPMAP;
  if (is_of_making && value != SIZE_MAX && argument(call, value) == 0) return;
  const std::size_t named = position(call, "texture");
  const bool is_of_active_unit = position(call, "target") == 0;  // the other functions name a unit
  std::optional<std::uint32_t> texture;
  if (named != SIZE_MAX) texture = gl_number(call, named);
  else if (is_of_active_unit) texture = bound_texture(gl_number(call, 0));
  if (texture) is_of_making ? targets_.makes_own_mipmaps(*texture) : targets_.levels_change(*texture);
  else is_of_making ? targets_.may_all_make_mipmaps() : targets_.all_levels_change();
}

// Programs make and load textures all the time, but rarely those that are drawn into.
void DrawingHistory::storage_changes(const Call& call) {
  note_size(call);
  if (named_storage_changes(call, "texture", texture_image) ||
      named_storage_changes(call, "renderbuffer", renderbuffer_image))
    return;
  const bool of_renderbuffer =
      std::string_view(glbindings::signature(call.function).name()).find("Renderbuffer") != std::string_view::npos;
  const bool of_bound_texture = position(call, "target") == 0 && !of_renderbuffer;
  if (!of_bound_texture || lists_.bind() || !context().now.textures.knows_unit()) return targets_.storage_changes();
  for_each_named_by_target(call, [this](std::uint64_t name) { targets_.storage_changes(texture_image(name)); });
}

// Notes whether a texture gets all levels at once, or another level than its first.
void DrawingHistory::note_storage_of_levels(const Call& call) {
  const std::string_view name = glbindings::signature(call.function).name();
  const std::size_t level = position(call, "level"), texture = position(call, "texture");
  const bool is_of_all_levels =
      (name.starts_with("glTexStorage") || name.starts_with("glTextureStorage")) && name.find("Sparse") == name.npos;
  const bool is_of_other_level = level != SIZE_MAX && gl_number(call, level) != 0;
  if (is_of_all_levels) {
    const auto stored =
        texture != SIZE_MAX ? std::optional(gl_number(call, texture)) : bound_texture(gl_number(call, 0));
    if (stored) targets_.storage_is_for_ever(texture_image(*stored));
  } else if (is_of_other_level && texture != SIZE_MAX) {
    targets_.levels_one_by_one().level_gets_storage(texture_image(gl_number(call, texture)));
  } else if (is_of_other_level) {
    for_each_named_by_target(
        call, [this](std::uint64_t each) { targets_.levels_one_by_one().level_gets_storage(texture_image(each)); });
  }
}

void DrawingHistory::note_attached(const Call& call) {
  const std::size_t texture = position(call, "texture");
  if (texture != SIZE_MAX) targets_.levels_one_by_one().attach(texture_image(gl_number(call, texture)));
}

// Calls `f` with each texture that the target in the first argument may stand for. Precondition: the active unit is
// known.
template <class F>
void DrawingHistory::for_each_named_by_target(const Call& call, F&& f) {
  const BoundTextures& textures = context().now.textures;
  if (const auto bound = textures.bound_to(bound_target(gl_number(call, 0)))) f(*bound);
  else textures.for_each_of_unit(f);
}

// Notes the size that an image gets, for guesses.
void DrawingHistory::note_size(const Call& call) {
  const std::size_t width = position(call, "width"), height = position(call, "height"), level = position(call, "level");
  if (width == SIZE_MAX || height == SIZE_MAX || (level != SIZE_MAX && gl_number(call, level) != 0)) return;
  const WindowSize size{static_cast<int>(gl_number(call, width)), static_cast<int>(gl_number(call, height))};
  const bool of_renderbuffer =
      std::string_view(glbindings::signature(call.function).name()).find("Renderbuffer") != std::string_view::npos;
  if (of_renderbuffer) {
    const std::size_t name = position(call, "renderbuffer");
    const std::uint32_t renderbuffer = name != SIZE_MAX ? gl_number(call, name) : context().renderbuffer;
    targets_.note_size(renderbuffer_image(renderbuffer), size);
  } else if (const std::size_t texture = position(call, "texture"); texture != SIZE_MAX)
    targets_.note_size(texture_image(gl_number(call, texture)), size);
  else if (context().now.textures.knows_unit())
    for_each_named_by_target(call, [&](std::uint64_t name) { targets_.note_size(texture_image(name), size); });
}

// Handles a call with a parameter of that name, or with an array of such names, as glDelete* has. False: the call has
// neither.
bool DrawingHistory::named_storage_changes(const Call& call, const std::string& parameter,
                                           Image (*image)(std::uint64_t)) {
  if (const std::size_t at = position(call, parameter); at != SIZE_MAX) {
    targets_.storage_changes(image(gl_number(call, at)));
    return true;
  }
  const auto names = array_argument<std::uint32_t>(call, position(call, parameter + "s"));
  for (const std::uint32_t name : names) targets_.storage_changes(image(name));
  return !names.empty() && names.size() == gl_number(call, 0);
}

}  // namespace replay
