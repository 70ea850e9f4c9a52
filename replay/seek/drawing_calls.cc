// What DrawingHistory notes of calls that draw, clear and read.
#include <glad/gl.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/seek/drawing_history.h"

namespace replay {
namespace {

using loaders::Call;

// The mask of glClear that clears what glClearBuffer calls so; 0: nobody knows.
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

// What is used is of the context and not of all: a toolkit shows what others have drawn with tests, has none itself, and clears no
// more than colors for it.
void DrawingHistory::draw(const Call& call, bool kept) {
  const auto used = static_cast<std::uint8_t>(used_anywhere_ | context().now.clear.used_planes());
  draw_into(context().now.draw_framebuffer,
            {.planes = used, .kept = kept, .images = sampled(), .calls = {call.number, call.number}});
}

// The step says what the call does by itself: not where, nor what the state of the context makes of it.
void DrawingHistory::draw_into(std::uint64_t framebuffer, Step step) {
  const Target target = target_of(context().now, framebuffer);
  step.place = target.place;
  step.kept |= effects_ || target.place == 0 || lists_.capture;
  step.counted = !context().queries.empty() || lists_.count;
  // Nobody follows what becomes of the front buffer.
  step.effects = effects_ || (framebuffer == 0 && context().now.clear.draws_front());
  step.planes &= target.planes;
  if (effects_ || target.place == 0) step.images = ImageSets::kEverything;
  if (context().is_inside_list_or_primitive()) {
    step.kept = true;
    step.calls = kNoCalls;
  }
  steps_.add_draw(step);
}

// Without a test for stencils, stencils are written all the same.
void DrawingHistory::note_pixels(std::uint32_t format) {
  if (format == GL_STENCIL_INDEX || format == GL_STENCIL || format == GL_DEPTH_STENCIL) used_anywhere_ = kAllPlanes;
}

// Reads what is bound for reading and draws it, with all tests, elsewhere.
void DrawingHistory::copy_pixels(const Call& call) {
  note_pixels(gl_number(call, 4));
  read(context().now.read_framebuffer);
  draw(call, true);
}

// Draws what it reads elsewhere. Depth and stencil go whether or not there are tests for them.
void DrawingHistory::blit(const Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask) {
  draw_into(to, {.planes = planes_of(gl_number(call, mask)),
                 .copies = from == 0 || from == Followed::kAnyFramebuffer,
                 .images = images_of(from),
                 .calls = {call.number, call.number}});
}

void DrawingHistory::clear(const Call& call) {
  const std::uint32_t mask = gl_number(call, 0);
  const bool wipes_more = (mask & GL_ACCUM_BUFFER_BIT) != 0;
  wipe(call, contexts_.accepts(SeekRole::kClear, call), {.touched = planes_of(mask), .is_made = wipes_more},
       [mask](const Followed& followed, const Target&) { return followed.clear.wiped_by_clear(mask, followed.drawn_into()); });
}

void DrawingHistory::clear_buffer(const Call& call) {
  const std::uint64_t mask = mask_of_buffer(gl_number(call, 0));
  const bool is_first = gl_number(call, 1) == 0;
  const bool has_type_of_windows = call.function == glbindings::FunctionId::glClearBufferfv;
  wipe(call, contexts_.accepts(SeekRole::kClearBuffer, call), {.touched = planes_of(mask)}, [&](const Followed& followed, const Target& target) {
    const DrawnInto place = followed.drawn_into();
    std::uint8_t planes = is_first ? followed.clear.wiped_by_clear(mask, place) : std::uint8_t{0};
    const bool is_all = target.has_one_buffer && (place == DrawnInto::kObject || (followed.clear.first_is_back() && has_type_of_windows));
    if (!is_all) planes &= static_cast<std::uint8_t>(~kColorPlane);
    return planes;
  });
}

// What a clear leaves of its place makes it a draw: it may be left out with the place, and changes nothing otherwise. Where GL may
// refuse it, it leaves everything, unless the recording says later that GL has accepted it.
template <class F>
void DrawingHistory::wipe(const Call& call, Acceptance acceptance, Wipe what, F&& planes_wiped) {
  FollowedContext& context = contexts_.current();
  steps_.close();
  if (acceptance == Acceptance::kRefused) return;
  const Target target = target_of(context.now, context.now.draw_framebuffer);
  if (target.place == 0) return;
  Step step{.what = What::kWipe, .touched = what.touched, .place = target.place, .calls = {call.number, call.number}};
  const bool reaches_front = context.now.drawn_into() == DrawnInto::kWindow && context.now.clear.draws_front();
  if (what.is_made || reaches_front || context.is_inside_list_or_primitive()) step.calls = kNoCalls;
  if (!context.conditional) {
    if (acceptance == Acceptance::kSure) step.planes = planes_wiped(context.now, target);
    hope_for(step, planes_wiped);
  }
  steps_.add(step);
}

// What the step that comes next wipes when the calls in doubt were accepted.
template <class F>
void DrawingHistory::hope_for(const Step& step, F&& planes_wiped) {
  FollowedContext& context = contexts_.current();
  Followed& hoped = context.hoped ? *context.hoped : context.now;
  const Target target = target_of(hoped, hoped.draw_framebuffer);
  if (target.place != step.place || !context.reports_errors || context.hoped_wipes.size() == kMostHopes) return;
  const std::uint8_t planes = planes_wiped(hoped, target);
  if ((planes & ~step.planes) != 0) context.hoped_wipes.push_back({steps_.size(), planes});
}

void DrawingHistory::read(std::uint64_t framebuffer) {
  // The window that is current for reading may be another than the one for drawing.
  if (framebuffer == Followed::kAnyFramebuffer) return read_everything();
  if (framebuffer == 0)
    steps_.add({.what = What::kRead, .planes = kAllPlanes});
  else
    steps_.add({.what = What::kRead, .images = images_of(framebuffer)});
}

void DrawingHistory::read_everything() {
  steps_.add({.what = What::kRead, .planes = kAllPlanes, .images = ImageSets::kEverything});
}

// A texture that is bound, or one that the call names.
void DrawingHistory::read_textures(const Call& call) {
  const std::string_view name = glbindings::signature(call.function).name;
  if (name.starts_with("glGet") && !context().packs) return;
  const bool of_a_binding = name.starts_with("glDispatch") || name.starts_with("glGenerateMipmap") ||
                            name.starts_with("glGetTexImage") || name.starts_with("glGetCompressedTexImage");
  steps_.add({.what = What::kRead, .images = of_a_binding && !effects_ ? sampled() : ImageSets::kEverything});
}

void DrawingHistory::want_picture() {
  if (context().in_primitive) return give_up();
  steps_.add(picture_step());
}

Target DrawingHistory::target_of(Followed& followed, std::uint64_t framebuffer) {
  if (framebuffer == 0) return {.place = contexts_.current_window(), .planes = kAllPlanes, .has_one_buffer = true};
  FramebufferObject* drawn = contexts_.object(followed, framebuffer);
  return drawn != nullptr ? targets_.of(contexts_.current_handle(), *drawn) : Target{};
}

// Textures that a draw may look at, of those that are drawn into.
std::uint16_t DrawingHistory::sampled() {
  FollowedContext& context = contexts_.current();
  if (!context.now.textures.known() || textures_are_resident_) return ImageSets::kEverything;
  if (targets_.count_of_images() == 0) return ImageSets::kNothing;
  // None of them ever falls.
  const std::uint64_t version = context.now.textures.version() + targets_.count_of_images() + lists_.bound.size();
  if (context.samples_version == version) return context.samples;
  std::set<Image> images;
  const auto add_drawn = [&](Image image) {
    if (targets_.has(image)) images.insert(image);
  };
  context.now.textures.for_each([&](std::uint64_t name) { add_drawn(texture_image(name)); });
  std::ranges::for_each(lists_.bound, add_drawn);
  context.samples = image_sets_.number_of({images.begin(), images.end()});
  context.samples_version = version;
  return context.samples;
}

std::uint16_t DrawingHistory::images_of(std::uint64_t framebuffer) {
  if (framebuffer == 0) return ImageSets::kNothing;
  const FramebufferObject* read = contexts_.object(context().now, framebuffer);
  if (read == nullptr || !read->known()) return ImageSets::kEverything;
  std::vector<Image> images;
  for (const TargetImage& image : read->images()) images.push_back(image.image);
  std::ranges::sort(images);
  return image_sets_.number_of(std::move(images));
}

// Programs make and load textures all the time, and seldom those that are drawn into.
void DrawingHistory::storage_changes(const Call& call) {
  if (named_storage_changes(call, "texture", texture_image) || named_storage_changes(call, "renderbuffer", renderbuffer_image)) return;
  const bool of_renderbuffer = std::string_view(glbindings::signature(call.function).name).find("Renderbuffer") != std::string_view::npos;
  const bool lists_bind = lists_.choose_units || !lists_.bound.empty();
  const bool of_bound_texture = position(call, "target") == 0 && !of_renderbuffer;
  if (!of_bound_texture || lists_bind || !context().now.textures.knows_unit()) return targets_.storage_changes();
  context().now.textures.for_each_of_unit([this](std::uint64_t name) { targets_.storage_changes(texture_image(name)); });
}

// Of a parameter of that name, or of an array of such, as those that delete have. False: the call has neither.
bool DrawingHistory::named_storage_changes(const Call& call, const std::string& parameter, Image (*image)(std::uint64_t)) {
  if (const std::size_t at = position(call, parameter); at != SIZE_MAX) {
    targets_.storage_changes(image(gl_number(call, at)));
    return true;
  }
  const auto names = array_argument<std::uint32_t>(call, position(call, parameter + "s"));
  for (const std::uint32_t name : names) targets_.storage_changes(image(name));
  return !names.empty() && names.size() == gl_number(call, 0);
}

void DrawingHistory::present(const Call& call) {
  for (const std::uint32_t canvas : array_argument<std::uint32_t>(call, 2)) {
    if (contexts_.is_wiped_when_shown(canvas)) steps_.add({.what = What::kWipe, .planes = kAllPlanes, .place = contexts_.window_of(canvas)});
  }
}

}  // namespace replay
