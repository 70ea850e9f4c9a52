#include "replay/player/size_lookahead.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/handlers/frame_calls.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint64_t kReadFramebuffer = 0x8CA8;  // GL_READ_FRAMEBUFFER

// Enough to recognise a size; a program that sets more viewports in one frame tiles its window.
constexpr std::size_t kMostFullViewports = 16;

std::size_t weight(const loaders::Batch& batch) {
  return batch.arena.used() + batch.pinned_bytes + batch.calls.size() * sizeof(Call);
}

std::uint32_t thread_id(const Call& call) { return call.is(loaders::kAnyThread) ? 0 : call.thread; }

// What a call has to do with sizes, by its function. Of GL's own functions few do; all of window systems and ours may.
enum class Look : std::uint8_t { kNever, kDraw, kAlways };
using Looks = std::array<Look, static_cast<std::size_t>(FunctionId::kCount)>;

Look look_of(const glbindings::Signature& signature) {
  const std::string_view name = signature.name;
  const bool of_gl = name.size() > 2 && name.starts_with("gl") && name[2] >= 'A' && name[2] <= 'Z' && name[2] != 'X';
  if (!of_gl || name.starts_with("glBindFramebuffer") || name.starts_with("glViewport") ||
      name.starts_with("glDrawableSize") || signature.has(glbindings::kEndsFrame)) {
    return Look::kAlways;
  }
  return (signature.traits & (glbindings::kRenders | glbindings::kRendersBeside)) != 0 ? Look::kDraw : Look::kNever;
}

const Looks& looks() {
  static const Looks kLooks = [] {
    Looks made;
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = look_of(glbindings::signature(static_cast<FunctionId>(i)));
    return made;
  }();
  return kLooks;
}

int argument(const Call& call, std::size_t index) {
  return static_cast<int>(std::clamp<std::int64_t>(call.args[index].i, INT32_MIN / 2, INT32_MAX / 2));
}

}  // namespace

void SizeLookahead::push(std::unique_ptr<loaders::Batch> batch, std::vector<PlannedBatch>& ready) {
  held_bytes_ += weight(*batch);
  held_.push_back({std::move(batch), {}});
  for (const Call& call : held_.back().batch->calls) {
    if (tells_nothing(call)) [[likely]]
      continue;
    drawn_ = false;
    look_at(call);
  }
  if (held_.size() > kMostHeldBatches || held_bytes_ > kMostHeldBytes) decide_all();
  release(ready);
}

void SizeLookahead::finish(std::vector<PlannedBatch>& ready) {
  decide_all();
  release(ready);
}

// Nearly all calls: what no size and no drawing follows from, and one more draw into a drawable that is known to be
// drawn into.
bool SizeLookahead::tells_nothing(const Call& call) const {
  if (any_swapped_ || call.is(loaders::kEndsFrame)) return false;
  switch (looks()[static_cast<std::size_t>(call.function)]) {
    case Look::kNever: return true;
    case Look::kDraw: return drawn_ && drawn_thread_ == thread_id(call);
    case Look::kAlways: break;
  }
  return false;
}

void SizeLookahead::look_at(const Call& call) {
  switch (call.function) {
    case FunctionId::wip15DrawableSize:
    case FunctionId::glDrawableSizeWIP15: return told(thread_of(call).drawable, {argument(call, 0), argument(call, 1)});
    case FunctionId::replayDrawableSize: return told(call.args[0].u, {argument(call, 1), argument(call, 2)});
    case FunctionId::replayBindCanvas:
      make_current(thread_of(call), call.args[0].u);
      return told(call.args[0].u, {argument(call, 1), argument(call, 2)});
    default: break;
  }
  if (any_swapped_) settle_swapped();  // what told() above did not answer
  switch (call.function) {
    case FunctionId::glBindFramebuffer:
    case FunctionId::glBindFramebufferEXT:
    case FunctionId::glBindFramebufferOES:
      if (call.args[0].u != kReadFramebuffer) thread_of(call).on_window = call.args[1].u == 0;
      return;
    case FunctionId::glViewport: return viewport(thread_of(call), call);
    default: break;
  }
  if (call.is(loaders::kEndsFrame)) {
    if (call.function == FunctionId::replayPresentCanvases) {
      for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) swap(canvas);
    }
    if (const auto drawable = drawable_of_swap(call)) swap(*drawable);
    return;
  }
  if (const auto change = change_of_current(call)) {
    if (change->succeeded) make_current(thread_of(call), change->drawable);
    return;
  }
  constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
  if ((glbindings::signature(call.function).traits & kDraws) == 0) return;
  const ThreadState& thread = thread_of(call);
  if (thread.drawable != 0 && thread.on_window) drawables_[thread.drawable].drawn = true;
  drawn_ = true;
  drawn_thread_ = thread_id(call);
}

SizeLookahead::ThreadState& SizeLookahead::thread_of(const Call& call) { return threads_[thread_id(call)]; }

void SizeLookahead::make_current(ThreadState& thread, std::uint64_t drawable) {
  if (drawables_.size() >= kMostDrawables && !drawables_.contains(drawable)) drawable = 0;
  // A window that was current and not drawn into (toolkits make such) must not hold everything up. Its size can wait.
  if (const auto left = drawables_.find(thread.drawable); left != drawables_.end() && thread.drawable != drawable) {
    if (!left->second.drawn) left->second.open_since.reset();
  }
  thread.drawable = drawable;
  thread.on_window = true;
  if (drawable == 0) return;
  Tracked& tracked = drawables_[drawable];
  if (!tracked.told_early) open(tracked);
}

void SizeLookahead::told(std::uint64_t drawable, Size size) {
  if (drawable == 0 || !size.is_set()) return;
  Tracked& tracked = drawables_[drawable];
  if (!tracked.drawn && !tracked.swapped) tracked.told_early = true;
  if (tracked.open_since) {
    const bool had_it =
        !tracked.size.is_set() || !tracked.swapped ||
        std::find(tracked.full_viewports.begin(), tracked.full_viewports.end(), size) != tracked.full_viewports.end();
    decide(drawable, tracked, had_it ? size : tracked.size);
  }
  tracked.size = size;
  if (tracked.swapped && !tracked.told_early) open(tracked);
  tracked.swapped = false;
}

void SizeLookahead::viewport(const ThreadState& thread, const Call& call) {
  if (thread.drawable == 0 || !thread.on_window) return;
  Tracked& tracked = drawables_[thread.drawable];
  const int x = argument(call, 0), y = argument(call, 1);
  const Size size{argument(call, 2), argument(call, 3)};
  if (!size.is_set()) return;
  tracked.largest_viewport.width = std::max(tracked.largest_viewport.width, x + size.width);
  tracked.largest_viewport.height = std::max(tracked.largest_viewport.height, y + size.height);
  if (x == 0 && y == 0 && tracked.full_viewports.size() < kMostFullViewports) tracked.full_viewports.push_back(size);
}

void SizeLookahead::swap(std::uint64_t drawable) {
  if (drawable == 0) return;
  Tracked& tracked = drawables_[drawable];
  tracked.swapped = true;
  any_swapped_ = true;
}

// The call after a swap told no size: the stretch had the size that it began with, or what its viewports say.
void SizeLookahead::settle_swapped() {
  any_swapped_ = false;
  for (auto& [id, tracked] : drawables_) {
    if (!tracked.swapped) continue;
    tracked.swapped = false;
    if (tracked.open_since) decide(id, tracked, best_guess(tracked));
    tracked.drawn = false;
    tracked.full_viewports.clear();
    tracked.largest_viewport = {};
    if (!tracked.told_early) open(tracked);
  }
}

void SizeLookahead::open(Tracked& tracked) {
  if (tracked.open_since) return;
  tracked.open_since = first_held_ + held_.size() - 1;
  tracked.drawn = false;
  tracked.full_viewports.clear();
  tracked.largest_viewport = {};
}

SizeLookahead::Size SizeLookahead::best_guess(const Tracked& tracked) const {
  return tracked.size.is_set() ? tracked.size : tracked.largest_viewport;
}

void SizeLookahead::decide(std::uint64_t drawable, Tracked& tracked, Size size) {
  if (size.is_set()) {
    held(*tracked.open_since).sizes.push_back({drawable, size.width, size.height});
    tracked.size = size;
  }
  tracked.open_since.reset();
}

void SizeLookahead::decide_all() {
  for (auto& [id, tracked] : drawables_) {
    if (tracked.open_since) decide(id, tracked, best_guess(tracked));
  }
}

void SizeLookahead::release(std::vector<PlannedBatch>& ready) {
  std::uint64_t keep_from = first_held_ + held_.size();
  for (const auto& [id, tracked] : drawables_) {
    if (tracked.open_since) keep_from = std::min(keep_from, *tracked.open_since);
  }
  while (first_held_ < keep_from) {
    held_bytes_ -= weight(*held_.front().batch);
    ready.push_back(std::move(held_.front()));
    held_.pop_front();
    ++first_held_;
  }
}

}  // namespace replay
