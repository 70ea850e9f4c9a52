#include "replay/inspect/frame_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <list>
#include <utility>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/bisect/written.h"
#include "replay/calls/frame_calls.h"
#include "replay/calls/writes.h"
#include "replay/dispatch/asked.h"
#include "replay/state/parts.h"

namespace replay {
namespace {

const char* plane_suffix(const AttachmentImage& image) {
  if (image.form == AttachmentImage::Form::kDepthF32) return " depth";
  return image.form == AttachmentImage::Form::kStencil8 ? " stencil" : "";
}

bool same_shape(const AttachmentImage& a, const AttachmentImage& b) {
  return a.width == b.width && a.height == b.height && a.form == b.form && a.bytes.size() == b.bytes.size();
}

bool has_all_bytes(const AttachmentImage& image) {
  return image.width > 0 && image.height > 0 &&
         image.bytes.size() ==
             static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * pixel_bytes(image);
}

}  // namespace

const FrameWatch::Role& FrameWatch::role_of(glbindings::FunctionId function) {
  static const Pattern kChangesTarget =
      need(Pattern::compile("gl(Named)?Framebuffer(Texture|Renderbuffer).*|(glX|wgl|egl|CGL)(Make|Set).*Current.*|"
                            "replayBindCanvas"));
  const auto [found, is_new] = roles_.try_emplace(function);
  if (!is_new) return found->second;
  Role& role = found->second;
  const glbindings::Signature& signature = glbindings::signature(function);
  const Writes writes = writes_of(function);
  using Into = Writes::Into;
  role.writes_attachments = writes.into == Into::kFramebuffer || writes.into == Into::kNamed;
  role.writes_others =
      writes.into == Into::kBoundTexture || writes.into == Into::kTexture || writes.into == Into::kMemory;
  if (writes.into == Into::kNamed) role.names_framebuffer = writes.argument;
  role.changes_target = signature.has(glbindings::kSetsTarget) || kChangesTarget.matches(signature.name());
  return role;
}

std::vector<AttachmentImage> FrameWatch::read(Dispatcher& d, const loaders::Call& call, const Role& role,
                                              std::uint32_t framebuffer) const {
  if (role.names_framebuffer >= 0) return read_attachments(d, framebuffer);
  if (role.writes_attachments || role.changes_target) return read_attachments(d);
  std::vector<AttachmentImage> images = read_written(d, call);
  std::erase_if(images, [](const AttachmentImage& image) { return image.form == AttachmentImage::Form::kBytes; });
  return images;
}

std::string FrameWatch::label_of(Dispatcher& d, const AttachmentImage& image) {
  const AttachmentImage::Holder& holder = image.holder;
  if (holder.texture != 0) {
    const std::string layer = holder.layer != 0 ? fmt::format(" layer {}", holder.layer) : "";
    return fmt::format("texture {} level {}{}{}", state::recorded_name(d.context->map(Kind::kTexture), holder.texture),
                       holder.level, layer, plane_suffix(image));
  }
  if (holder.renderbuffer != 0) {
    const std::uint32_t name = state::recorded_name(d.context->map(Kind::kRenderbuffer), holder.renderbuffer);
    return fmt::format("renderbuffer {}{}", name, plane_suffix(image));
  }
  const Drawable* drawable = d.window_system.current_drawable();
  if (!image.name.starts_with("window") || drawable == nullptr) return image.name + plane_suffix(image);
  const std::size_t number = windows_.try_emplace(drawable->id, windows_.size() + 1).first->second;
  return number == 1 ? image.name : fmt::format("window {}{}", number, image.name.substr(6));
}

void FrameWatch::note(Dispatcher& d, AttachmentImage image, bool by_call, WatchedCall& seen) {
  if (!has_all_bytes(image)) return;
  const std::string label = label_of(d, image);
  const auto [found, is_new] = images_.try_emplace(label);
  WatchedImage& watched = found->second;
  if (is_new) {
    watched.number = images_.size() - 1;
    watched.label = label;
    watched.is_window = label.starts_with("window");
    watched.texture = state::recorded_name(d.context->map(Kind::kTexture), image.holder.texture);
  }
  std::swap(watched.now, image);  // `image` is the one before
  ImageChange change{.image = watched, .boxes = {}, .by_call = by_call};
  if (!is_new && same_shape(watched.now, image)) {
    change.boxes = changed_boxes(image, watched.now);
    if (change.boxes.empty()) return;
    watched.before = std::move(image);
    change.before = &watched.before;
  } else {
    change.boxes = all_boxes(watched.now);
  }
  seen.changes.push_back(std::move(change));
}

void FrameWatch::call_begins(Dispatcher& d, const loaders::Call& call) {
  if (frame_ != wanted_ || !begin_ || !role_of(call.function).writes_attachments) return;
  d.follow_thread(call);
  if (d.context == nullptr || is_inside_begin(d) || only_compiles(d)) return;
  begin_(d, call);
}

void FrameWatch::call_done(Dispatcher& d, const loaders::Call& call) {
  if (frame_ != wanted_) return;
  const Role& role = role_of(call.function);
  WatchedCall seen{.call = &call, .changes = {}};
  const bool looks = role.writes_attachments || role.writes_others || role.changes_target;
  if (looks && d.context != nullptr && !is_inside_begin(d) && !only_compiles(d)) {
    seen.writes = !role.changes_target;
    seen.framebuffer = role.names_framebuffer >= 0 && role.names_framebuffer < call.argc
                           ? static_cast<std::uint32_t>(call.args[role.names_framebuffer].u)
                           : d.context->draw_framebuffer;
    for (AttachmentImage& image : read(d, call, role, seen.framebuffer)) note(d, std::move(image), seen.writes, seen);
  }
  take_(d, seen);
}

// What the frame begins with is what its first call is compared with.
void FrameWatch::frame_shown(Dispatcher& d, std::uint64_t frame) {
  frame_ = frame + 1;
  if (frame_ != wanted_ || d.context == nullptr || is_inside_begin(d) || only_compiles(d)) return;
  WatchedCall seen{.framebuffer = d.context->draw_framebuffer, .changes = {}};
  for (AttachmentImage& image : read_attachments(d)) note(d, std::move(image), false, seen);
  take_(d, seen);
}

}  // namespace replay
