// What DrawingHistory notes of calls that draw, clear and read.
#include <glad/gl.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/seek/call_argument.h"
#include "replay/seek/drawing_history.h"

namespace replay {
namespace {

using loaders::Call;

// The mask of glClear that clears what glClearBuffer calls so; 0: nobody knows.
std::uint64_t mask_of_buffer(std::uint64_t buffer) {
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
  const auto used = static_cast<std::uint8_t>(used_anywhere_ | context_->clear.used_planes());
  draw_into(context_->draw_framebuffer,
            {.planes = used, .kept = kept, .images = sampled(), .calls = {call.number, call.number}});
}

// The step says what the call does by itself: not where, nor what the state of the context makes of it.
void DrawingHistory::draw_into(std::uint64_t framebuffer, Step step) {
  const Target target = target_of(framebuffer);
  step.place = target.place;
  step.kept |= effects_ || target.place == 0;
  step.counted = context_->queries > 0;
  step.effects = effects_;
  step.planes &= target.planes;
  if (effects_ || target.place == 0) step.images = ImageSets::kEverything;
  if (step_is_open_) {
    Step& open = steps_.back();
    const bool alike = open.kept == step.kept && open.counted == step.counted && open.effects == step.effects &&
                       open.copies == step.copies && open.place == step.place && open.images == step.images;
    // Programs that switch tests all the time need not run out of steps for it.
    if (alike && (open.planes == step.planes || steps_.size() > kMostSteps / 2)) {
      open.planes |= step.planes;
      open.calls.last = step.calls.last;
      return;
    }
  }
  add(step);
  step_is_open_ = true;
}

// Without a test for stencils, stencils are written all the same.
void DrawingHistory::note_pixels(const Call& call) {
  const std::uint64_t format = argument(call, 2);
  if (format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL) used_anywhere_ = kAllPlanes;
}

// Draws what it reads elsewhere. Depth and stencil go whether or not there are tests for them.
void DrawingHistory::blit(const Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask) {
  draw_into(to, {.planes = planes_of(argument(call, mask)),
                 .copies = from == 0,
                 .images = images_of(from),
                 .calls = {call.number, call.number}});
}

void DrawingHistory::clear(const Call& call) {
  const std::uint64_t mask = argument(call, 0);
  const bool on_window = context_->draw_framebuffer == 0;
  wipe(call, target_of(context_->draw_framebuffer), planes_of(mask), context_->clear.wiped_by_clear(mask, on_window));
}

void DrawingHistory::clear_buffer(const Call& call) {
  const std::uint64_t mask = mask_of_buffer(argument(call, 0));
  const bool on_window = context_->draw_framebuffer == 0;
  const Target target = target_of(context_->draw_framebuffer);
  std::uint8_t planes = context_->clear.wiped_by_clear(mask, on_window);
  if (argument(call, 1) != 0) planes = 0;
  if (!target.has_one_buffer) planes &= static_cast<std::uint8_t>(~kColorPlane);
  wipe(call, target, mask != 0 ? planes_of(mask) : std::uint8_t{kAllPlanes}, planes);
}

// What a clear leaves of its place makes it a draw: it may be left out with the place, and changes nothing otherwise.
void DrawingHistory::wipe(const Call& call, const Target& target, std::uint8_t touched, std::uint8_t planes) {
  step_is_open_ = false;
  if (target.place == 0) return;
  if (context_->conditional) planes = 0;
  add({.what = What::kWipe,
       .planes = planes,
       .touched = touched,
       .place = target.place,
       .calls = {call.number, call.number}});
}

void DrawingHistory::read(std::uint64_t framebuffer) {
  // The window that is current for reading may be another than the one for drawing.
  if (framebuffer == 0)
    add({.what = What::kRead, .planes = kAllPlanes});
  else
    add({.what = What::kRead, .images = images_of(framebuffer)});
}

void DrawingHistory::read_everything() {
  add({.what = What::kRead, .planes = kAllPlanes, .images = ImageSets::kEverything});
}

// A texture that is bound, or one that the call names.
void DrawingHistory::read_textures(const Call& call) {
  const std::string_view name = glbindings::signature(call.function).name;
  if (name.starts_with("glGet") && !context_->packs) return;
  const bool of_a_binding = name.starts_with("glDispatch") || name.starts_with("glGenerateMipmap") ||
                            name.starts_with("glGetTexImage") || name.starts_with("glGetCompressedTexImage");
  add({.what = What::kRead, .images = of_a_binding && !effects_ ? sampled() : ImageSets::kEverything});
}

void DrawingHistory::want_picture() {
  if (context_->in_primitive) return give_up();
  add(picture_step());
}

Target DrawingHistory::target_of(std::uint64_t framebuffer) {
  if (framebuffer == 0) return {.place = now_->window, .planes = kAllPlanes, .has_one_buffer = true};
  FramebufferObject* drawn = object(framebuffer);
  return drawn != nullptr ? targets_.of(now_->context, *drawn) : Target{};
}

// Textures that a draw may look at, of those that are drawn into.
std::uint16_t DrawingHistory::sampled() {
  Context& context = *context_;
  if (!context.textures.known() || textures_are_resident_) return ImageSets::kEverything;
  if (targets_.count_of_images() == 0) return ImageSets::kNothing;
  // None of them ever falls.
  const std::uint64_t version = context.textures.version() + targets_.count_of_images() + bound_in_lists_.size();
  if (context.samples_version == version) return context.samples;
  std::set<Image> images;
  const auto add_drawn = [&](Image image) {
    if (targets_.has(image)) images.insert(image);
  };
  context.textures.for_each([&](std::uint64_t name) { add_drawn(texture_image(name)); });
  std::ranges::for_each(bound_in_lists_, add_drawn);
  context.samples = image_sets_.number_of({images.begin(), images.end()});
  context.samples_version = version;
  return context.samples;
}

std::uint16_t DrawingHistory::images_of(std::uint64_t framebuffer) {
  if (framebuffer == 0) return ImageSets::kNothing;
  const FramebufferObject* read = object(framebuffer);
  if (read == nullptr || !read->known()) return ImageSets::kEverything;
  std::vector<Image> images;
  for (const TargetImage& image : read->images()) images.push_back(image.image);
  std::ranges::sort(images);
  return image_sets_.number_of(std::move(images));
}

void DrawingHistory::add(const Step& step) {
  step_is_open_ = false;
  if (steps_.size() == kMostSteps) return give_up();
  steps_.push_back(step);
}

}  // namespace replay
