#include "replay/seek/framebuffer_object.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

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

enum Form : std::uint64_t { kFlat, kLayer, kRenderbuffer, kOther };

// Says what a call attaches: FramebufferObject::Attachment has the meaning. A face or level of a texture, or a layer,
// shares no pixels with another one that is attached in the same form. glFramebufferTexture attaches all of a level:
// where that is flat, the same as the functions that name what the level is.
void describe(const Call& call, std::uint32_t kind, std::vector<std::uint64_t>& as, std::size_t& of_family) {
  const std::string_view what = what_is_set(glbindings::signature(call.function).name());
  const auto is = [&](std::string_view form) {
    return what == form || what == std::string(form) + "EXT" || what == std::string(form) + "OES";
  };
  const std::size_t texture = position(call, "texture");
  Form form = kOther;
  const bool has_flat_levels =
      kind == GL_TEXTURE_2D || kind == GL_TEXTURE_RECTANGLE || kind == GL_TEXTURE_2D_MULTISAMPLE;
  const bool names_no_kind = is("Texture");
  if (is("Texture2D") || (names_no_kind && has_flat_levels)) form = kFlat;
  else if (is("TextureLayer")) form = kLayer;
  else if (is("Renderbuffer")) form = kRenderbuffer;
  as = {form};
  of_family = form == kOther ? 0 : 1;
  if (form == kFlat)
    as.insert(as.end(), {names_no_kind ? kind : gl_number(call, texture - 1), gl_number(call, texture + 1)});
  if (form == kLayer) as.insert(as.end(), {gl_number(call, texture + 1), gl_number(call, texture + 2)});
  if (form != kOther) return;
  as.push_back(static_cast<std::uint64_t>(call.function));
  for (std::size_t i = 2; i < call.argc; ++i) as.push_back(call.args[i].u);
}

}  // namespace

FramebufferObject::FramebufferObject() : draw_buffers_{GL_COLOR_ATTACHMENT0} {}

void FramebufferObject::follow(const Call& call, std::uint32_t kind) {
  target_generation_ = 0;
  const std::string_view what = what_is_set(glbindings::signature(call.function).name());
  // The storage of these images is not what was attached.
  const bool has_own_storage = what.find("Multi") != what.npos || what.find("Downsample") != what.npos;
  if (what.starts_with("DrawBuffer")) {
    set_draw_buffers(call, 1);
  } else if ((what.starts_with("Texture") || what.starts_with("Renderbuffer")) && !has_own_storage) {
    attach(call, kind);
  } else {
    forget();
  }
}

void FramebufferObject::attach(const Call& call, std::uint32_t kind) {
  const std::size_t texture = position(call, "texture"), object = std::min(texture, position(call, "renderbuffer"));
  const std::size_t point = position(call, "attachment"), level = position(call, "level");
  if (point == SIZE_MAX || object == SIZE_MAX) return forget();
  const std::uint32_t name = gl_number(call, object);
  Attachment attachment{.image = texture != SIZE_MAX ? texture_image(name) : renderbuffer_image(name),
                        .level = level == SIZE_MAX ? 0 : gl_number(call, level)};
  describe(call, kind, attachment.as, attachment.of_family);
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

std::vector<Image> FramebufferObject::images(std::uint8_t planes) const {
  std::vector<Image> images;
  for (const auto& [point, attachment] : attachments_) {
    if ((plane_of(point) & planes) == 0) continue;
    images.push_back(attachment.image);
    if (attachment.level != 0) images.push_back(mipmap_image_of(attachment.image));
  }
  std::ranges::sort(images);
  images.erase(std::unique(images.begin(), images.end()), images.end());
  return images;
}

// As bits.
std::uint32_t FramebufferObject::draw_buffers_at(std::uint64_t point) const {
  std::uint32_t buffers = 0;
  for (std::size_t i = 0; i < draw_buffers_.size() && i < 32; ++i) {
    if (draw_buffers_[i] == point) buffers |= std::uint32_t{1} << i;
  }
  return buffers;
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
  levels_one_by_one_.range_changes(texture_image(texture));
  if (levels_.size() == kMaxSizes && !levels_.contains(texture)) return all_levels_change();
  ++levels_[texture];
}

Targets::Mipmaps Targets::of_mipmaps(std::uint64_t context, std::uint64_t texture) {
  const auto changes = levels_.find(texture);
  // No identity of a framebuffer object begins like this: its first word is a draw buffer.
  const std::vector<std::uint64_t> identity = {UINT64_MAX,     context,
                                               texture,        changes != levels_.end() ? changes->second : 0,
                                               level_changes_, generation_of(texture_image(texture))};
  if (const auto found = destinations_.find(identity); found != destinations_.end()) return {found->second, true};
  if (targets_.size() == Destinations::kMaxTargets || surfaces_.size() == Destinations::kMaxSurfaces) return {};
  if (destinations_.size() == kMaxKnown) storage_changes();
  const auto destination = static_cast<std::uint16_t>(Destinations::kFirstTarget + targets_.size());
  destinations_.emplace(identity, destination);
  drawn_.insert(mipmap_image(texture));
  const auto surface = static_cast<std::uint32_t>(surfaces_.size());
  surfaces_.push_back({.image = mipmap_image(texture)});
  targets_.push_back({{.surface = surface, .planes = kColorPlane, .buffers = UINT32_MAX}});
  return {destination, false};
}

Target Targets::of_level(std::uint64_t context, std::uint64_t texture, std::uint32_t face, std::uint32_t level) {
  const Image image = texture_image(texture);
  if (!can_be_followed(image, level) || may_all_make_mipmaps_ || with_own_mipmaps_.contains(image)) return {};
  // No identity of a framebuffer object begins like this, and none of mipmaps: the first word of one is a draw buffer.
  const Words identity = {UINT64_MAX - 1, context, image, face, level, generation_of(image)};
  auto found = destinations_.find(identity);
  if (found == destinations_.end()) {
    if (is_full()) return {};
    if (destinations_.size() == kMaxKnown) storage_changes();
    const auto destination = static_cast<std::uint16_t>(Destinations::kFirstTarget + targets_.size());
    found = destinations_.emplace(identity, destination).first;
    drawn_.insert(image);
    const std::uint32_t surface =
        surface_of(context, {.image = image, .level = level, .as = {kFlat, face, level}, .of_family = 1});
    // The texture may have depths.
    targets_.push_back({{.surface = surface, .planes = kAllPlanes, .buffers = UINT32_MAX}});
  }
  return {.destination = found->second, .planes = kAllPlanes, .size = size_of(image, level)};
}

std::uint32_t Targets::surface_of(std::uint64_t context, const FramebufferObject::Attachment& attachment) {
  Words identity{context, attachment.image, generation_of(attachment.image)};
  identity.insert(identity.end(), attachment.as.begin(), attachment.as.end());
  const auto [number, is_new] = numbers_.try_emplace(identity, static_cast<std::uint32_t>(surfaces_.size()));
  if (!is_new) return number->second;
  Surface& surface =
      surfaces_.emplace_back(Surface{.image = attachment.image, .is_of_other_level = attachment.level != 0});
  if (attachment.of_family == 0) return number->second;
  identity.resize(3 + attachment.of_family);
  const auto [family, is_first] = families_.try_emplace(std::move(identity), last_family_ + 1);
  if (is_first) ++last_family_;
  surface.family = family->second;
  return number->second;
}

TargetSurfaces Targets::surfaces_of(std::uint64_t context, const FramebufferObject& object) {
  TargetSurfaces surfaces;
  for (const auto& [point, attachment] : object.attachments_) {
    const std::uint32_t surface = surface_of(context, attachment);
    const std::uint32_t buffers = object.draw_buffers_at(point);
    const std::uint8_t plane = plane_of(point);
    auto part = std::ranges::find(surfaces, surface, &TargetSurface::surface);
    if (part == surfaces.end()) part = surfaces.insert(part, {.surface = surface});
    part->buffers |= buffers;
    if (plane != kColorPlane || buffers != 0) part->planes |= plane;
  }
  return surfaces;
}

bool Targets::can_be_followed(const FramebufferObject& object) const {
  return object.known() && std::ranges::all_of(object.attachments_, [&](const auto& each) {
           const auto& [point, attachment] = each;
           return can_be_followed(attachment.image, attachment.level);
         });
}

bool Targets::can_be_followed(Image image, std::uint32_t level) const {
  return immutable_.contains(image) || (level == 0 && !levels_one_by_one_.has(image)) ||
         levels_one_by_one_.can_be_followed(image);
}

// Not set where no call has told it.
WindowSize Targets::size_of(Image image, std::uint32_t level) const {
  const auto noted = sizes_.find(image);
  if (noted == sizes_.end()) return {};
  const auto of_level = [level = std::min(level, 30u)](int first) { return std::max(first >> level, 1); };
  return {of_level(noted->second.width), of_level(noted->second.height)};
}

Target Targets::of(std::uint64_t context, FramebufferObject& object) {
  if (!can_be_followed(object)) return {};
  if (object.target_generation_ == generation_) return object.target_;
  std::vector<std::uint64_t> identity = object.identity();
  identity.push_back(context);
  for (const auto& [point, attachment] : object.attachments_) identity.push_back(generation_of(attachment.image));
  auto found = destinations_.find(identity);
  if (found == destinations_.end()) {
    if (is_full()) return {};
    if (destinations_.size() == kMaxKnown) storage_changes();
    const auto destination = static_cast<std::uint16_t>(Destinations::kFirstTarget + targets_.size());
    found = destinations_.emplace(std::move(identity), destination).first;
    for (const auto& [point, attachment] : object.attachments_) drawn_.insert(attachment.image);
    targets_.push_back(surfaces_of(context, object));
  }
  Target target{.destination = found->second, .has_one_buffer = object.draw_buffers_.size() == 1};
  for (const TargetSurface& part : targets_[target.destination - Destinations::kFirstTarget])
    target.planes |= part.planes;
  std::set<std::pair<int, int>> sizes;
  for (const auto& [point, attachment] : object.attachments_) {
    target.has_other_levels |= attachment.level != 0;
    const WindowSize size = size_of(attachment.image, attachment.level);
    target.size.grow(size.width, size.height);
    sizes.emplace(size.width, size.height);
  }
  target.is_of_one_size = sizes.size() == 1 && target.size.is_set();
  object.target_ = target;
  object.target_generation_ = generation_;
  return target;
}

void Targets::note_size(Image image, WindowSize size) {
  if (sizes_.size() < kMaxSizes || sizes_.contains(image)) sizes_[image] = size;
}

void Targets::storage_is_of_copy(Image texture, const Words& form) {
  if (copies_.size() < kMaxSizes || copies_.contains(texture)) copies_[texture] = form;
}

bool Targets::has_storage_of_copy(Image texture, const Words& form) const {
  const auto found = copies_.find(texture);
  return found != copies_.end() && found->second == form;
}

std::uint64_t Targets::generation_of(Image image) const {
  const auto found = generations_.find(image);
  return found == generations_.end() ? 0 : found->second;
}

void Targets::storage_changes(Image image) {
  immutable_.erase(image);
  levels_one_by_one_.storage_changes(image);
  copies_.erase(image);
  if (!has(image)) return;
  ++generations_[image];
  ++generation_;  // objects find out anew which target they are
}

void Targets::storage_changes() {
  immutable_.clear();
  levels_one_by_one_.storage_changes();
  copies_.clear();
  if (destinations_.empty()) return;  // nothing was drawn since storage changed last
  destinations_.clear();
  numbers_.clear();
  families_.clear();
  ++generation_;
}

}  // namespace replay
