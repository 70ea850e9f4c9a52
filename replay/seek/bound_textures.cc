#include "replay/seek/bound_textures.h"

#include <glad/gl.h>

#include <algorithm>

#include "glbindings/signature.h"
#include "replay/seek/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kMostSaved = 64;   // GL guarantees 16
constexpr std::uint64_t kAnyTarget = 0;  // for calls that name a texture without its target

}  // namespace

void BoundTextures::follow(const loaders::Call& call) {
  switch (call.function) {
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB: now_.unit = argument(call, 0) - GL_TEXTURE0; return;
    case FunctionId::glBindTexture:
    case FunctionId::glBindTextureEXT: return bind(now_.unit, argument(call, 0), argument(call, 1));
    case FunctionId::glBindTextureUnit: return bind(argument(call, 0), kAnyTarget, argument(call, 1));
    case FunctionId::glBindMultiTextureEXT:
      return bind(argument(call, 0) - GL_TEXTURE0, argument(call, 1), argument(call, 2));
    case FunctionId::glBindTextures: break;
    default: return forget();
  }
  const auto names = array_argument<std::uint32_t>(call, 2);
  for (std::size_t i = 0; i < names.size(); ++i) bind(argument(call, 0) + i, kAnyTarget, names[i]);
}

// What a call without a target takes the place of is not known: it stays, which is one too many.
void BoundTextures::bind(std::uint64_t unit, std::uint64_t target, std::uint64_t name) {
  const auto same =
      std::ranges::find_if(now_.bindings, [&](const Binding& b) { return b.unit == unit && b.target == target; });
  if (same != now_.bindings.end()) {
    if (same->name == name) return;
    same->name = name;
  } else if (now_.bindings.size() == kMostBindings) {
    return forget();
  } else {
    now_.bindings.push_back({unit, target, name});
  }
  ++version_;
}

void BoundTextures::push(std::uint64_t mask) {
  if (stack_.size() == kMostSaved) return forget();
  const bool textures = (mask & GL_TEXTURE_BIT) != 0;
  stack_.push_back(textures ? std::optional(now_) : std::nullopt);
}

void BoundTextures::pop() {
  if (stack_.empty()) return;  // an error, without effect
  if (stack_.back()) {
    const bool known = now_.known;
    now_ = std::move(*stack_.back());
    now_.known = now_.known && known;
    ++version_;
  }
  stack_.pop_back();
}

}  // namespace replay
