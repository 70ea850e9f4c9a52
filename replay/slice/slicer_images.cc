// The part of Slicer that follows EGLImages: textures and renderbuffers, often of several contexts, that have the same
// pixels. Whoever uses one of them needs what was written into the others.
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/slice/slicer.h"

namespace replay {
namespace {

// Targets of eglCreateImage.
constexpr std::uint32_t kFirstTexture = 0x30B1, kLastTexture = 0x30B8, kRenderbuffer = 0x30B9;

constexpr std::uint64_t kTakers = place_key("who has its pixels");

}  // namespace

// eglCreateImage(display, context, target, name, attributes)
Slicer::Node Slicer::make_image(const Call& call) {
  const std::uint32_t target = gl_number(call, 2);
  const bool is_texture = target >= kFirstTexture && target <= kLastTexture;
  const auto context = states_.find(argument(call, 1));
  if (context == states_.end() || (!is_texture && target != kRenderbuffer) || call.result() == nullptr)
    return window_call(call);
  const Kind kind = is_texture ? Kind::kTexture : Kind::kRenderbuffer;
  const ObjectId source = objects_.find(owner_of_shared(context->second.group), kind, argument(call, 3));
  need_object(source);
  const Node node = add(call);
  images_[call.result()->u] = {node, source};
  return node;
}

Slicer::Node Slicer::take_image(const Call& call, const Effect& effect) {
  const auto image = images_.find(argument(call, 1));
  if (image == images_.end() || image->second.source == 0) return opaque(call, effect);
  const Target taker = target(call, effect);
  const ObjectId source = image->second.source;
  need(image->second.made);
  const Node node = add(call);
  taker.places->change(key(call, effect)).set_whole({.node = node, .object = source});
  if (taker.object != 0)
    objects_[source].places.change(kTakers).set_part({.part = taker.object, .node = node, .object = taker.object});
  return node;
}

}  // namespace replay
