// The part of DrawingHistory that follows copies to textures.
#include <glad/gl.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

#include "replay/calls/call_argument.h"
#include "replay/calls/texture_targets.h"
#include "replay/seek/drawing_history.h"

namespace replay {

using loaders::Call;

namespace {

// Whether these arguments can be places and sizes in a texture. Sums of two do not overflow.
bool are_sizes(const Call& call, std::initializer_list<std::size_t> arguments) {
  constexpr std::int32_t kMost = 1 << 24;
  return std::ranges::all_of(arguments,
                             [&](std::size_t i) { return gl_signed(call, i) >= 0 && gl_signed(call, i) <= kMost; });
}

}  // namespace

// A copy to a texture counts as a draw into it, which obeys no mask and no scissor box, and which no query counts. It
// is always made where it is not known which texture it writes into.
void DrawingHistory::copy_to_texture(const Call& call) {
  contexts_.note_kind(call);
  const std::uint64_t from = context().now.read_framebuffer;
  const Target target = copied_into(call);
  if (target.destination == 0) return read(from, this_call());
  const int x = gl_signed(call, 2), y = gl_signed(call, 3), width = gl_signed(call, 6), height = gl_signed(call, 7);
  add_copy(target, {x, y, x + width, y + height}, images_of(from), may_read_window(from), this_call());
}

// `images` are read, and windows where it is `of_window`.
void DrawingHistory::add_copy(const Target& to, const ClearBox& box, std::uint16_t images, bool of_window,
                              CallRun calls) {
  const Area area{.box = box, .width = to.size.width, .height = to.size.height};
  const auto number = areas_.number_of(area);
  steps_.close();
  steps_.add({.what = What::kDraw,
              .planes = kAllPlanes,
              .guessed = static_cast<std::uint8_t>(number ? kAllPlanes : 0),
              .copies = of_window,
              .blits = true,
              .to_texture = true,
              .destination = to.destination,
              .images = images,
              .area = number.value_or(Areas::kEverywhere),
              .calls = calls});
}

Target DrawingHistory::copied_into(const Call& call) {
  const std::uint32_t face = gl_number(call, 0);
  const bool has_flat_images = is_cube_face(face) || face == GL_TEXTURE_2D || face == GL_TEXTURE_RECTANGLE;
  if (call.argc < 8 || !has_flat_images || !is_made_in_order() || !are_sizes(call, {2, 3, 6, 7})) return {};
  const auto texture = bound_texture(bound_target(face));
  // The texture without a name is another one for each target.
  if (!texture || (*texture == 0 && face != GL_TEXTURE_2D)) return {};
  return targets_.of_level(contexts_.current_handle(), *texture, face, gl_number(call, 1));
}

// Programs call glCopyTexImage2D in each frame with the same size. Where the texture has the storage of such a call, it
// is a copy to all of the level. What the storage is depends on the last one that is made, and on no other.
void DrawingHistory::copy_to_new_storage(const Call& call) {
  contexts_.note_kind(call);
  const bool is_followed = call.function == glbindings::FunctionId::glCopyTexImage2D && call.argc == 8 &&
                           is_made_in_order() && gl_number(call, 0) == GL_TEXTURE_2D && gl_number(call, 1) == 0 &&
                           are_sizes(call, {3, 4, 5, 6});
  const auto texture = is_followed ? bound_texture(GL_TEXTURE_2D) : std::nullopt;
  const std::uint64_t from = context().now.read_framebuffer;
  std::vector<std::uint64_t> form;
  if (texture) form = {call.args[2].u, call.args[5].u, call.args[6].u, call.args[7].u};
  if (texture && targets_.has_storage_of_copy(texture_image(*texture), form)) {
    const Target target = targets_.of_level(contexts_.current_handle(), *texture, GL_TEXTURE_2D, 0);
    if (target.destination != 0)
      return add_copy(target, {0, 0, gl_signed(call, 5), gl_signed(call, 6)}, images_of(from), may_read_window(from),
                      this_call());
  }
  storage_changes(call);
  note_storage_of_levels(call);
  if (texture) targets_.storage_is_of_copy(texture_image(*texture), form);
  read(from);
}

bool DrawingHistory::is_made_in_order() const {
  return !is_derived_ && !context().is_inside_list_or_primitive() && !context().conditional && !lists_.choose_levels;
}

// The call names a texture or a renderbuffer, its target, a level and a place, first those that it reads.
void DrawingHistory::copy_between(const Call& call) {
  constexpr std::size_t kFrom = 0, kTo = 6, kSize = 12;
  if (call.argc < kSize + 3) return read_everything();
  const auto is_flat = [&](std::size_t first) {
    const std::uint32_t target = gl_number(call, first + 1);
    return target == GL_TEXTURE_2D || target == GL_TEXTURE_RECTANGLE;
  };
  const std::uint32_t from = gl_number(call, kFrom);
  const bool is_of_renderbuffer = gl_number(call, kFrom + 1) == GL_RENDERBUFFER;
  const std::uint16_t images =
      image_sets_.number_of(is_of_renderbuffer ? std::vector<Image>{renderbuffer_image(from)}
                                               : std::vector<Image>{texture_image(from), mipmap_image(from)});
  Target target;
  if (is_flat(kTo) && (is_of_renderbuffer || is_flat(kFrom)) && is_made_in_order() &&
      are_sizes(call, {kTo + 3, kTo + 4, kSize, kSize + 1}))
    target = targets_.of_level(contexts_.current_handle(), gl_number(call, kTo), gl_number(call, kTo + 1),
                               gl_number(call, kTo + 2));
  if (target.destination == 0) return steps_.add({.what = What::kRead, .images = images, .calls = this_call()});
  const int x = gl_signed(call, kTo + 3), y = gl_signed(call, kTo + 4);
  add_copy(target, {x, y, x + gl_signed(call, kSize), y + gl_signed(call, kSize + 1)}, images, false, this_call());
}

}  // namespace replay
