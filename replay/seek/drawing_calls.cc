// The part of DrawingHistory that follows calls that draw, clear and read.
#include <glad/gl.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/seek/drawing_history.h"
#include "replay/seek/keys.h"

namespace replay {
namespace {

using loaders::Call;

// Returns the mask of glClear for a buffer of glClearBuffer; 0: the buffer is not known.
std::uint64_t mask_of_buffer(std::uint32_t buffer) {
  switch (buffer) {
    case GL_COLOR: return GL_COLOR_BUFFER_BIT;
    case GL_DEPTH: return GL_DEPTH_BUFFER_BIT;
    case GL_STENCIL: return GL_STENCIL_BUFFER_BIT;
    case GL_DEPTH_STENCIL: return GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    default: return 0;
  }
}

}  // namespace

// The planes that a draw uses are those of its own context. A toolkit shows what other contexts have drawn with a depth
// test. It has no depth test itself, and clears only colours.
void DrawingHistory::draw(const Call& call, bool kept, bool moves_raster) {
  const ClearState& clear = context().now.clear;
  const auto used = static_cast<std::uint8_t>(used_anywhere_ | clear.used_planes());
  const bool may_change_masks = seek_role(call.function) == SeekRole::kCallList;
  const std::uint8_t closed = may_change_masks ? std::uint8_t{0} : clear.closed_planes();
  const bool has_effects = may_touch_memory();
  draw_into(context().now.draw_framebuffer,
            {.planes = used,
             .touched = static_cast<std::uint8_t>(used & ~closed),
             .kept = kept || has_effects || settles_levels(),
             .moves_raster = moves_raster,
             .effects = has_effects,
             .provable = is_provable(call),
             .images = read_by_shaders(has_effects),
             .calls = this_call()},
            holds(call));
}

// The box in which the draw stays. Its first argument says what it draws, if it has one called "mode".
std::optional<ClearBox> DrawingHistory::holds(const Call& call) const {
  const SeekRole role = seek_role(call.function);
  const auto scissor = holds_draws();
  const bool has_mode = (role == SeekRole::kDraw || role == SeekRole::kBegin) && position(call, "mode") == 0;
  const bool draws_polygons = role == SeekRole::kRectangle ||
                              (has_mode && gl_number(call, 0) >= GL_TRIANGLES && gl_number(call, 0) <= GL_POLYGON);
  const auto view = draws_polygons ? holds_polygons() : std::nullopt;
  return scissor && view ? scissor->common_with(*view) : (scissor ? scissor : view);
}

void DrawingHistory::follow_viewport(const Call& call) {
  if (call.function == glbindings::FunctionId::glViewport) contexts_.note_viewport(call);
  else if (call.function != glbindings::FunctionId::glPolygonMode) viewports_are_unknown_ = true;
  contexts_.set_state(call);
}

// A bitmap starts where the one before it ended. So all bitmaps since the raster position was set are left out together
// or not at all, and only when the position is set again before anything else reads it. Where they are several steps,
// one may be dead and the next one not. So all steps but the last are kept: end_bitmaps() knows of that one only.
void DrawingHistory::draw_bitmap(const Call& call) {
  draw(call, context().feedback, !judges_all_draws_);
  context().bitmaps = steps_.size() - 1;
}

// Something else reads the position, so the bitmaps before it are kept.
void DrawingHistory::keep_bitmaps() {
  if (std::exchange(context().bitmaps, std::nullopt)) steps_.close();
}

// GL refuses to set the position inside of a primitive.
void DrawingHistory::end_bitmaps() {
  const auto step = std::exchange(context().bitmaps, std::nullopt);
  if (!step || context().in_primitive) return;
  steps_.at(*step).moves_raster = false;
  steps_.close();
}

// Whether the call belongs to something that is made as a whole, whatever becomes of its pixels.
bool DrawingHistory::is_part_of_kept() const {
  return context().in_primitive || (context().compiling != FollowedContext::Compiling::kNo && !judges_all_draws_);
}

// Whether the call changes pixels when it is made and only then, whatever a query says.
bool DrawingHistory::is_unconditional(const Call& call) const {
  return !call.is(loaders::kDerived) && !context().conditional && !context().is_inside_list_or_primitive();
}

// Whether the call, or the primitive that it begins, can be made twice, and its shaders do not read what they draw
// over. What a display list does is seen when it is called, where no list of the recording does much.
bool DrawingHistory::is_provable(const Call& call) const {
  const SeekRole role = seek_role(call.function);
  if (role == SeekRole::kCallList &&
      (call.function != glbindings::FunctionId::glCallList || lists_.do_more_than_draw()))
    return false;
  const bool draws = role == SeekRole::kDraw || role == SeekRole::kRectangle || role == SeekRole::kBegin ||
                     role == SeekRole::kBlit || role == SeekRole::kCallList;
  return draws && is_unconditional(call) && !units_.may_escape_proofs();
}

// Whether the shaders of a draw or a dispatch may write memory that is no framebuffer, or read it.
bool DrawingHistory::may_touch_memory() {
  if (!memory_.is_any()) return false;
  if (!trusts_programs_ || units_.draws_may_touch_memory(context().programs, context().share_group)) return true;
  relies_on_programs_ = true;
  return false;
}

// Whether the draw may give a texture another storage (level_storage.h).
bool DrawingHistory::settles_levels() {
  LevelStorage& levels = targets_.levels_one_by_one();
  if (!levels.follows_any()) return false;
  if (!context().now.textures.known() || textures_are_resident_) return true;
  const auto& programs = context().programs.names;
  const bool is_known = programs.size() == 1 && context().share_group != ShareGroups::kAny;
  const std::uint64_t program = is_known ? name_key(context().share_group, programs.front()) : 0;
  const Sampled sampled = sampled_by_draws();
  bool settles = false;
  context().now.textures.for_each_with_unit(
      sampled.units, sampled.targets, [&](std::uint32_t name, std::uint32_t unit) {
        settles |= levels.settles(texture_image(name),
                                  {.context = contexts_.current_handle(), .program = program, .unit = unit});
      });
  for (const Image image : lists_.bound) settles |= levels.settles(image, {});
  return settles;
}

// `step` says what the call does by itself. The destination, and what the state of the context adds, are filled in
// here.
void DrawingHistory::draw_into(std::uint64_t framebuffer, Step step, const std::optional<ClearBox>& holds) {
  targets_.levels_one_by_one().draw();
  const Target target = target_of(context().now, framebuffer);
  step.destination = target.destination;
  step.kept |= target.destination == 0 || lists_.capture;
  step.counted = !context().queries.empty() || lists_.count;
  // It is not followed what becomes of the front buffer.
  step.effects |= (framebuffer == 0 && context().now.clear.draws_front());
  step.planes &= target.planes;
  step.area = area_of_draws(target, holds);
  if (target.destination == 0) step.images = ImageSets::kEverything;
  if (is_part_of_kept() || is_derived_) {
    step.kept = true;
    step.calls = kNoCalls;
  }
  steps_.add_draw(step, areas_);
}

// Where a draw into the target writes that stays in the box `holds`, as a number of areas_.
std::uint16_t DrawingHistory::area_of_draws(const Target& target, const std::optional<ClearBox>& holds) {
  if (!holds || !target.size.is_set()) return Areas::kEverywhere;
  return areas_.number_of(Area::of(*holds, target.size.width, target.size.height)).value_or(Areas::kEverywhere);
}

// glDrawPixels and glCopyPixels write stencils without any test for stencils.
void DrawingHistory::note_pixels(std::uint32_t format) {
  if (format == GL_STENCIL_INDEX || format == GL_STENCIL || format == GL_DEPTH_STENCIL) used_anywhere_ = kAllPlanes;
}

// glCopyPixels reads the read framebuffer and draws what it read, with all tests.
void DrawingHistory::copy_pixels(const Call& call) {
  note_pixels(gl_number(call, 4));
  read(context().now.read_framebuffer);
  draw(call, true);
}

// A blit draws what it reads elsewhere. It copies depth and stencils whether or not they are tested. One that writes to
// all of its destination leaves nothing of what was there.
void DrawingHistory::blit(const Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask) {
  const std::uint8_t planes = planes_of(gl_number(call, mask));
  steps_.close();
  draw_into(to,
            {.planes = planes,
             .touched = planes,
             .guessed = seems_to_cover(call, from, to) ? planes : std::uint8_t{0},
             .copies = may_read_window(from),
             .provable = is_provable(call),
             .blits = true,
             .images = images_of(from, planes),
             .calls = this_call()},
            holds_draws());
  steps_.close();
}

bool DrawingHistory::seems_to_cover(const Call& call, std::uint64_t from, std::uint64_t to) {
  const bool is_of_bound = seek_role(call.function) == SeekRole::kBlit;
  if (!is_of_bound || call.argc < 8 || from == 0 || from == to || context().conditional || call.is(loaders::kDerived))
    return false;
  // A blit into the front buffer of a window leaves the one that is shown.
  if (lists_.choose_buffers || (to == 0 && !context().now.clear.first_is_back())) return false;
  const Target target = target_of(context().now, to);
  const auto area = context().now.clear.guessed_area(target.size);
  const auto covers = [&](std::size_t first, int end) {
    const int one = gl_signed(call, first), other = gl_signed(call, first + 2);
    return std::min(one, other) <= 0 && std::max(one, other) >= end;
  };
  return target.size.is_set() && area && area->is_empty() && covers(4, target.size.width) &&
         covers(5, target.size.height);
}

void DrawingHistory::clear(const Call& call) {
  const std::uint32_t mask = gl_number(call, 0);
  const bool kills_more = (mask & GL_ACCUM_BUFFER_BIT) != 0;
  kill(
      call, contexts_.accepts(SeekRole::kClear, call), {.touched = planes_of(mask), .is_made = kills_more},
      [mask](const Followed& followed, const Target&) {
        return followed.clear.killed_by_clear(mask, followed.drawn_into());
      },
      [mask](const Followed& followed, const Target&) {
        return followed.clear.guessed_to_be_killed(mask, followed.drawn_into());
      });
}

void DrawingHistory::clear_buffer(const Call& call) {
  const std::uint64_t mask = mask_of_buffer(gl_number(call, 0));
  const std::uint32_t index = gl_number(call, 1);
  const bool has_type_of_windows = call.function == glbindings::FunctionId::glClearBufferfv;
  const auto of_one_buffer = [&](const Followed& followed, std::uint8_t planes) {
    const bool is_known = followed.drawn_into() == DrawnInto::kObject ||
                          (index == 0 && followed.clear.first_is_back() && has_type_of_windows);
    return is_known ? planes : static_cast<std::uint8_t>(planes & ~kColorPlane);
  };
  const bool names_one = context().now.drawn_into() == DrawnInto::kObject && index < kMaxDrawBuffers;
  kill(
      call, contexts_.accepts(SeekRole::kClearBuffer, call),
      {.touched = planes_of(mask), .buffer = static_cast<std::uint8_t>(names_one ? index + 1 : 0)},
      [&](const Followed& followed, const Target&) {
        return of_one_buffer(followed, followed.clear.killed_by_clear(mask, followed.drawn_into()));
      },
      [&](const Followed& followed, const Target&) {
        return of_one_buffer(followed, followed.clear.guessed_to_be_killed(mask, followed.drawn_into()));
      });
}

// A clear kills some planes of its destination, and touches others like a draw. It may be left out when all that it
// touches is dead. Where GL may refuse it, it kills nothing, unless the recording says later that GL has accepted it.
template <class F, class G>
void DrawingHistory::kill(const Call& call, Acceptance acceptance, Kill what, F&& planes_killed, G&& planes_guessed) {
  FollowedContext& context = contexts_.current();
  steps_.close();
  if (acceptance == Acceptance::kRefused) return;
  const Target target = target_of(context.now, context.now.draw_framebuffer);
  if (target.destination == 0) return;
  Step step{.what = What::kKill,
            .touched = what.touched,
            .provable = is_unconditional(call),
            .is_of_one_size = target.is_of_one_size,
            .buffer = what.buffer,
            .destination = target.destination,
            .calls = this_call()};
  const bool reaches_front = context.now.drawn_into() == DrawnInto::kWindow && context.now.clear.draws_front();
  if (what.is_made || reaches_front || is_part_of_kept()) step.calls = kNoCalls;
  if (!context.conditional) {
    const bool is_sure = acceptance == Acceptance::kSure;
    if (is_sure) step.planes = planes_killed(context.now, target);
    if (is_sure && !lists_.choose_buffers && !call.is(loaders::kDerived))
      guess(step, target, planes_guessed(context.now, target));
    if (target.has_other_levels) step.planes = 0;
    hope_for(step, planes_killed);
  }
  steps_.add(step);
}

// `planes`: those that a clear kills where it writes.
void DrawingHistory::guess(Step& step, const Target& target, std::uint8_t planes) {
  const auto area = context().now.clear.guessed_area(target.size);
  const auto number = area && !area->is_empty() ? areas_.number_of(*area) : std::optional(Areas::kEverywhere);
  if (!area || !number) return;
  step.area = *number;
  step.stays_in_area = *number != Areas::kEverywhere && *number == area_of_draws(target, holds_draws());
  step.guessed = target.has_other_levels ? planes : static_cast<std::uint8_t>(planes & ~step.planes);
}

// Notes which planes the step that comes next kills if GL has accepted the calls in doubt.
template <class F>
void DrawingHistory::hope_for(const Step& step, F&& planes_killed) {
  FollowedContext& context = contexts_.current();
  Followed& hoped = context.hoped ? *context.hoped : context.now;
  const Target target = target_of(hoped, hoped.draw_framebuffer);
  if (target.destination != step.destination || target.has_other_levels || !context.reports_errors ||
      context.hoped_kills.size() == kMaxHopes)
    return;
  const std::uint8_t planes = planes_killed(hoped, target);
  if ((planes & ~step.planes) != 0) context.hoped_kills.push_back({steps_.size(), planes});
}

// Whether a call that reads this framebuffer may read a window. What a front buffer shows is not followed.
bool DrawingHistory::may_read_window(std::uint64_t framebuffer) {
  const bool may = framebuffer == 0 || framebuffer == Followed::kAnyFramebuffer;
  if (may && context().may_read_front) give_up("the front buffer is read");
  return may;
}

void DrawingHistory::read(std::uint64_t framebuffer, CallRun calls) {
  // The window that is current for reading need not be the one for drawing.
  steps_.add({.what = What::kRead,
              .planes = static_cast<std::uint8_t>(may_read_window(framebuffer) ? kAllPlanes : 0),
              .images = images_of(framebuffer),
              .calls = calls});
}

void DrawingHistory::read_everything() {
  steps_.add({.what = What::kRead, .planes = kAllPlanes, .images = ImageSets::kEverything});
}

// The call reads a texture that is bound, or one that it names.
void DrawingHistory::read_textures(const Call& call) {
  const std::string_view name = glbindings::signature(call.function).name();
  if (name.starts_with("glGet") && !context().packs) return;
  std::uint16_t images = ImageSets::kEverything;
  if (name.starts_with("glDispatch")) images = read_by_shaders(may_touch_memory());
  else if (name.starts_with("glGetTexImage") || name.starts_with("glGetCompressedTexImage"))
    images = images_at({.units = context().now.textures.active_unit()});
  steps_.add({.what = What::kRead, .images = images});
}

void DrawingHistory::want_picture(std::uint16_t images) {
  if (context().in_primitive) return give_up("a picture is wanted inside of glBegin and glEnd");
  steps_.add(picture_step(images));
}

Target DrawingHistory::target_of(Followed& followed, std::uint64_t framebuffer) {
  if (framebuffer == 0) {
    contexts_.window_reaches_viewport();
    return {.destination = contexts_.current_window(),
            .planes = kAllPlanes,
            .has_one_buffer = true,
            .size = contexts_.size_of_window()};
  }
  FramebufferObject* drawn = contexts_.object(followed, framebuffer);
  return drawn != nullptr ? targets_.of(contexts_.current_handle(), *drawn) : Target{};
}

Sampled DrawingHistory::sampled_by_draws() const {
  return trusts_programs_ ? units_.of(context().programs, context().share_group) : Sampled{};
}

// Returns the textures that a draw or a dispatch may read, of those that are drawn into.
std::uint16_t DrawingHistory::read_by_shaders(bool has_memory) { return images_at(sampled_by_draws(), has_memory); }

// Returns the textures that are bound at these units and targets, of those that are drawn into. `has_memory`: and those
// that shaders can use as images.
std::uint16_t DrawingHistory::images_at(const Sampled& sampled, bool has_memory) {
  FollowedContext& context = contexts_.current();
  if (!context.now.textures.known() || textures_are_resident_ || (has_memory && !memory_.knows_images()))
    return ImageSets::kEverything;
  if (targets_.count_of_images() == 0) return ImageSets::kNothing;
  // Each of these numbers only grows, so their sum is a version.
  const std::uint64_t version =
      context.now.textures.version() + targets_.count_of_images() + lists_.bound.size() + memory_.images().size();
  if (context.samples_version == version && context.sampled == sampled && context.samples_memory == has_memory)
    return context.samples;
  std::set<Image> images;
  const auto add_drawn = [&](Image image) {
    if (targets_.has(image)) images.insert(image);
  };
  const auto add_texture = [&](std::uint64_t name) {
    add_drawn(texture_image(name));
    add_drawn(mipmap_image(name));
  };
  context.now.textures.for_each_of(sampled.units, sampled.targets, add_texture);
  add_texture(0);  // a unit has it where the program has bound no other
  if (has_memory) {
    for (const Image image : memory_.images()) {
      add_drawn(image);
      add_drawn(mipmap_image_of(image));
    }
  }
  std::ranges::for_each(lists_.bound, add_drawn);
  context.now.textures.for_each([&](std::uint64_t name) {
    relies_on_programs_ |= targets_.has(texture_image(name)) && !images.contains(texture_image(name));
  });
  context.samples = image_sets_.number_of({images.begin(), images.end()});
  context.samples_version = version;
  context.sampled = sampled;
  context.samples_memory = has_memory;
  return context.samples;
}

std::uint16_t DrawingHistory::images_of(std::uint64_t framebuffer, std::uint8_t planes) {
  if (framebuffer == 0) return ImageSets::kNothing;
  const FramebufferObject* read = contexts_.object(context().now, framebuffer);
  if (read == nullptr || !read->known()) return ImageSets::kEverything;
  return image_sets_.number_of(read->images(planes));
}

void DrawingHistory::present(const Call& call) {
  for (const std::uint32_t canvas : array_argument<std::uint32_t>(call, 2)) {
    if (contexts_.is_wiped_when_shown(canvas))
      steps_.add({.what = What::kKill, .planes = kAllPlanes, .destination = contexts_.window_of(canvas)});
  }
}

}  // namespace replay
