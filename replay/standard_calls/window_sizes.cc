#include "replay/standard_calls/window_sizes.h"

#include <algorithm>

#include "replay/calls/frame_calls.h"

namespace replay {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

void WindowSizes::note(const Call& call) {
  const bool is_named = call.function == FunctionId::replayDrawableSize;
  const std::uint64_t drawable = is_named ? call.args[0].u : current_;
  const Value* size = call.args + (is_named ? 1 : 0);
  const auto number = [](const Value& value) {
    return static_cast<int>(std::clamp<std::int64_t>(value.i, 0, INT32_MAX));
  };
  if (drawable != 0 && size[0].i > 0 && size[1].i > 0) note(drawable, {number(size[0]), number(size[1])});
}

void WindowSizes::follow(const Call& call, CallMaker& maker) {
  if (const auto change = change_of_current(call); change && change->succeeded) {
    current_ = change->drawable;
    if (change->context == 0) return;
    const auto found = windows_.find(change->drawable);
    if (found == windows_.end() || found->second.size.width <= 0) return;
    Window& window = found->second;
    window.display = call.args[0].u;
    if (contexts_.insert(change->context).second) {
      window.told = window.size;
      for (const FunctionId box : {FunctionId::glViewport, FunctionId::glScissor}) {
        maker.make(box, {Value::of_sint(0), Value::of_sint(0), Value::of_sint(window.size.width),
                         Value::of_sint(window.size.height)});
      }
    }
    return tell(change->drawable, window, maker);
  }
  if (const auto swapped = drawable_of_swap(call)) {
    const auto found = windows_.find(*swapped);
    if (found != windows_.end() && found->second.display != 0) tell(*swapped, found->second, maker);
  }
  if (call.function == FunctionId::glXDestroyContext) contexts_.erase(call.args[1].u);
  if (const auto destroyed = drawable_of_destroy(call)) windows_.erase(*destroyed);
}

void WindowSizes::tell(std::uint64_t drawable, Window& window, CallMaker& maker) {
  constexpr std::int64_t kWidth = 0x801D, kHeight = 0x801E;  // of GLX
  window.has_changed |= window.size != window.told;
  if (!window.has_changed) return;
  const auto answer = [&](std::int64_t attribute, int value) {
    maker.make(FunctionId::glXQueryDrawable,
               {Value::of_pointer(window.display), Value::of_uint(drawable), Value::of_sint(attribute),
                maker.names({static_cast<std::uint32_t>(value)})});
  };
  answer(kWidth, window.size.width);
  answer(kHeight, window.size.height);
}

}  // namespace replay
