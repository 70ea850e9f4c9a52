#include "replay/seek/framebuffer_object.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using loaders::Call;

std::uint8_t plane_of(std::uint64_t attachment) {
  switch (attachment) {
    case GL_DEPTH_ATTACHMENT: return kDepthPlane;
    case GL_STENCIL_ATTACHMENT: return kStencilPlane;
    default: return kColorPlane;
  }
}

// Returns "Texture2D" for glNamedFramebufferTexture2DEXT.
std::string_view what_is_set(std::string_view function) {
  constexpr std::string_view kObject = "Framebuffer";
  return function.substr(std::min(function.find(kObject) + kObject.size(), function.size()));
}

}  // namespace

FramebufferObject::FramebufferObject() : draw_buffers_{GL_COLOR_ATTACHMENT0} {}

void FramebufferObject::follow(const Call& call) {
  target_generation_ = 0;
  const std::string_view what = what_is_set(glbindings::signature(call.function).name);
  // The storage of these images is not what was attached.
  const bool has_own_storage = what.find("Multi") != what.npos || what.find("Downsample") != what.npos;
  if (what.starts_with("DrawBuffer")) {
    set_draw_buffers(call, 1);
  } else if ((what.starts_with("Texture") || what.starts_with("Renderbuffer")) && !has_own_storage) {
    attach(call);
  } else {
    forget();
  }
}

void FramebufferObject::attach(const Call& call) {
  const std::size_t texture = position(call, "texture"), object = std::min(texture, position(call, "renderbuffer"));
  const std::size_t point = position(call, "attachment"), level = position(call, "level");
  if (point == SIZE_MAX || object == SIZE_MAX) return forget();
  const std::uint32_t name = gl_number(call, object);
  Attachment attachment{.image = texture != SIZE_MAX ? texture_image(name) : renderbuffer_image(name),
                        .is_first_level = level == SIZE_MAX || gl_number(call, level) == 0,
                        .as = {static_cast<std::uint64_t>(call.function)}};
  for (std::size_t i = 2; i < call.argc; ++i) attachment.as.push_back(call.args[i].u);
  const auto set = [&](std::uint64_t at) {
    if (name == 0) attachments_.erase(at);
    else attachments_[at] = attachment;
  };
  if (gl_number(call, point) == GL_DEPTH_STENCIL_ATTACHMENT) {
    set(GL_DEPTH_ATTACHMENT);
    set(GL_STENCIL_ATTACHMENT);
  } else {
    set(gl_number(call, point));
  }
  if (attachments_.size() <= kMaxAttachments) return;
  attachments_.clear();
  forget();
}

void FramebufferObject::set_draw_buffers(const Call& call, std::size_t buffers) {
  target_generation_ = 0;
  if (call.argc <= buffers) return forget();
  if (call.argc == buffers + 1) {
    draw_buffers_ = {gl_number(call, buffers)};
    return;
  }
  const auto list = call.args[buffers + 1].array<std::uint32_t>();
  if (list.size() != gl_number(call, buffers) || list.size() > kMaxAttachments) return forget();
  draw_buffers_.assign(list.begin(), list.end());
}

bool FramebufferObject::known() const {
  return known_ && std::ranges::all_of(attachments_, [](const auto& each) { return each.second.is_first_level; });
}

TargetImages FramebufferObject::images() const {
  TargetImages images;
  for (const auto& [point, attachment] : attachments_) {
    const auto same = std::ranges::find(images, attachment.image, &TargetImage::image);
    if (same == images.end()) images.push_back({attachment.image, plane_of(point)});
    else same->planes |= plane_of(point);
  }
  return images;
}

// Two objects (or one object at two times) have equal identities when they draw into the same images, as long as no
// storage changes.
std::vector<std::uint64_t> FramebufferObject::identity() const {
  std::vector<std::uint64_t> words(draw_buffers_);
  for (const auto& [point, attachment] : attachments_) {
    words.insert(words.end(), {point, attachment.image, attachment.as.size()});
    words.insert(words.end(), attachment.as.begin(), attachment.as.end());
  }
  words.push_back(draw_buffers_.size());
  return words;
}

void Targets::levels_change(std::uint64_t texture) {
  if (levels_.size() == kMaxSizes && !levels_.contains(texture)) return all_levels_change();
  ++levels_[texture];
}

Targets::Mipmaps Targets::of_mipmaps(std::uint64_t context, std::uint64_t texture) {
  const auto changes = levels_.find(texture);
  // No identity of a framebuffer object begins like this: its first word is a draw buffer.
  const std::vector<std::uint64_t> identity = {UINT64_MAX, context, texture,
                                               changes != levels_.end() ? changes->second : 0, level_changes_};
  if (const auto found = destinations_.find(identity); found != destinations_.end()) return {found->second, true};
  if (images_.size() == Destinations::kMaxTargets) return {};
  if (destinations_.size() == kMaxKnown) storage_changes();
  const auto destination = static_cast<std::uint16_t>(Destinations::kFirstTarget + images_.size());
  destinations_.emplace(identity, destination);
  drawn_.insert(mipmap_image(texture));
  images_.push_back({{mipmap_image(texture), kColorPlane}});
  return {destination, false};
}

Target Targets::of(std::uint64_t context, FramebufferObject& object) {
  if (!object.known()) return {};
  if (object.target_generation_ == generation_) return object.target_;
  std::vector<std::uint64_t> identity = object.identity();
  identity.push_back(context);
  TargetImages images = object.images();
  auto found = destinations_.find(identity);
  if (found == destinations_.end()) {
    if (images_.size() == Destinations::kMaxTargets) return {};
    if (destinations_.size() == kMaxKnown) storage_changes();
    const auto destination = static_cast<std::uint16_t>(Destinations::kFirstTarget + images_.size());
    found = destinations_.emplace(std::move(identity), destination).first;
    for (const TargetImage& image : images) drawn_.insert(image.image);
    images_.push_back(images);
  }
  std::uint8_t planes = 0;
  WindowSize size;
  for (const TargetImage& image : images) {
    planes |= image.planes;
    if (const auto noted = sizes_.find(image.image); noted != sizes_.end())
      size = {std::max(size.width, noted->second.width), std::max(size.height, noted->second.height)};
  }
  object.target_ = {
      .destination = found->second, .planes = planes, .has_one_buffer = object.draw_buffers_.size() == 1, .size = size};
  object.target_generation_ = generation_;
  return object.target_;
}

void Targets::note_size(Image image, WindowSize size) {
  if (sizes_.size() < kMaxSizes || sizes_.contains(image)) sizes_[image] = size;
}

void Targets::storage_changes() {
  if (destinations_.empty()) return;  // nothing was drawn since storage changed last
  destinations_.clear();
  ++generation_;
}

}  // namespace replay
