#include "replay/player/size_lookahead.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

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
  // Those that Viewports follows, and blits, each of which reaches another part of the window.
  constexpr std::string_view kFollowed[] = {"glBindFramebuffer", "glBlitFramebuffer", "glViewport", "glDrawableSize",
                                            "glPushAttrib",      "glPopAttrib",       "glNewList",  "glEndList"};
  const bool followed = std::any_of(std::begin(kFollowed), std::end(kFollowed),
                                    [name](std::string_view begin) { return name.starts_with(begin); });
  if (!of_gl || followed || signature.has(glbindings::kEndsFrame)) return Look::kAlways;
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
  const Looks& all_looks = looks();
  // Nearly all calls: what no size and no drawing follows from, and one more draw into a drawable that is known to be
  // drawn into.
  const auto tells_nothing = [&](const Call& call) {
    const Look look = all_looks[static_cast<std::size_t>(call.function)];
    if (any_swapped_ || call.is(loaders::kEndsFrame)) return false;
    return look == Look::kNever || (look == Look::kDraw && drawn_ && drawn_thread_ == thread_id(call));
  };
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

void SizeLookahead::look_at(const Call& call) {
  const std::uint32_t thread = thread_id(call);
  switch (call.function) {
    case FunctionId::wip15DrawableSize:
    case FunctionId::glDrawableSizeWIP15:
      return told(current_[thread], {argument(call, 0), argument(call, 1)});
    case FunctionId::replayDrawableSize:
      return told(call.args[0].u, {argument(call, 1), argument(call, 2)});
    case FunctionId::replayBindCanvas:
      make_current(thread, call.args[0].u);
      return told(call.args[0].u, {argument(call, 1), argument(call, 2)});
    default:
      break;
  }
  if (any_swapped_) settle_swapped();  // what told() above did not answer
  if (call.is(loaders::kEndsFrame)) return end_frame(call);
  if (const auto change = change_of_current(call)) {
    if (!change->succeeded) return;
    viewports_.make_current(thread, change->context);
    return make_current(thread, change->drawable);
  }
  if (held_.front().configs.size() < kMostAnswers) add_config_answers(call, held_.front().configs);
  if (const auto word = size_word(call)) return heard(*word);
  if (const auto destroyed = drawable_of_destroy(call)) return forget(*destroyed);
  const Viewports::Event event = viewports_.look_at(call);
  drawn_ = event.kind == Viewports::Event::kDrawn && event.box;  // a clear says less than a draw
  drawn_thread_ = thread;
  const std::uint64_t drawable = event.kind != Viewports::Event::kNothing ? current_[thread] : 0;
  if (drawable == 0) return;
  Stretch& stretch = drawables_[drawable].stretch;
  if (event.kind == Viewports::Event::kSet) viewport_set(stretch, *event.box);
  else drawn(stretch, event.box);
}

void SizeLookahead::end_frame(const Call& call) {
  if (const auto drawable = drawable_of_swap(call)) swap(*drawable);
  if (call.function != FunctionId::replayPresentCanvases) return;
  for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) swap(canvas);
}

void SizeLookahead::make_current(std::uint32_t thread, std::uint64_t drawable) {
  if (drawables_.size() >= kMostDrawables && !drawables_.contains(drawable)) drawable = 0;
  std::uint64_t& current = current_[thread];
  // A window that was current and not drawn into (toolkits make such) must not hold everything up. Its size can wait.
  if (const auto left = drawables_.find(current); left != drawables_.end() && current != drawable) {
    if (!left->second.stretch.drawn) left->second.open_since.reset();
  }
  current = drawable;
  if (drawable == 0) return;
  Tracked& tracked = drawables_[drawable];
  if (!tracked.told_early) open(tracked);
}

void SizeLookahead::told(std::uint64_t drawable, Size size) {
  if (drawable == 0 || !size.is_set()) return;
  Tracked& tracked = drawables_[drawable];
  tracked.told = true;
  if (!tracked.stretch.drawn && !tracked.swapped) tracked.told_early = true;
  if (tracked.open_since) {
    const std::vector<Size>& full = tracked.stretch.full_viewports;
    const bool had_it = !tracked.size.is_set() || !tracked.swapped || std::find(full.begin(), full.end(), size) != full.end();
    decide(drawable, tracked, had_it ? size : tracked.size);
  }
  tracked.size = size;
  if (tracked.swapped && !tracked.told_early) {
    tracked.stretch = {};
    open(tracked);
  }
  tracked.swapped = false;
}

void SizeLookahead::heard(const SizeWord& word) {
  if (word.drawable == 0 || (drawables_.size() >= kMostDrawables && !drawables_.contains(word.drawable))) return;
  Tracked& tracked = drawables_[word.drawable];
  if (word.made) {
    tracked = {};
    tracked.size = {word.width, word.height};
    tracked.told = tracked.told_early = true;
    return;
  }
  if (word.width > 0) tracked.stretch.queried.width = word.width;
  if (word.height > 0) tracked.stretch.queried.height = word.height;
}

// Window systems use numbers again.
void SizeLookahead::forget(std::uint64_t drawable) {
  const auto found = drawables_.find(drawable);
  const bool in_use = std::any_of(current_.begin(), current_.end(), [&](const auto& entry) { return entry.second == drawable; });
  if (found == drawables_.end() || in_use) return;
  if (found->second.open_since) decide(drawable, found->second, best_guess(found->second));
  drawables_.erase(found);
}

void SizeLookahead::viewport_set(Stretch& stretch, const Box& box) {
  const Size size{box.width, box.height};
  if (!size.is_set()) return;
  stretch.largest_viewport.width = std::max(stretch.largest_viewport.width, box.x + size.width);
  stretch.largest_viewport.height = std::max(stretch.largest_viewport.height, box.y + size.height);
  if (box.x == 0 && box.y == 0 && stretch.full_viewports.size() < kMostFullViewports) stretch.full_viewports.push_back(size);
}

void SizeLookahead::drawn(Stretch& stretch, const std::optional<Box>& box) {
  stretch.drawn = true;
  if (!box || box->width <= 0 || box->height <= 0) return;
  stretch.reached.width = std::max(stretch.reached.width, box->x + box->width);
  stretch.reached.height = std::max(stretch.reached.height, box->y + box->height);
  stretch.from_origin |= box->x == 0 && box->y == 0;
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
    tracked.stretch = {};
    if (!tracked.told_early) open(tracked);
  }
}

void SizeLookahead::open(Tracked& tracked) {
  if (tracked.open_since) return;
  tracked.open_since = first_held_ + held_.size() - 1;
  // A window that was current before and not drawn into has its viewports from then: toolkits let go of it before they begin.
  if (tracked.stretch.drawn) tracked.stretch = {};
}

SizeLookahead::Size SizeLookahead::best_guess(const Tracked& tracked) const {
  const Stretch& stretch = tracked.stretch;
  if (tracked.told) return tracked.size;
  if (stretch.queried.is_set()) return stretch.queried;
  if (tracked.size.is_set()) return after_resize(tracked);
  return stretch.largest_viewport.is_set() ? stretch.largest_viewport : stretch.reached;
}

// The size of a window that nothing but its viewports tells, at the end of a later stretch.
SizeLookahead::Size SizeLookahead::after_resize(const Tracked& tracked) const {
  const Stretch& stretch = tracked.stretch;
  const Size old = tracked.size;
  Size reached = stretch.reached;
  bool from_origin = stretch.from_origin;
  if (!reached.is_set() && stretch.drawn && !stretch.full_viewports.empty()) {  // nothing but clears
    reached = stretch.full_viewports.back();
    from_origin = true;
  }
  if (!reached.is_set() || !from_origin) return old;
  if (reached.width >= old.width && reached.height >= old.height) return reached;
  const std::vector<Size>& full = stretch.full_viewports;
  const bool set_now = std::find(full.begin(), full.end(), reached) != full.end();
  if (tracked.drawn_in_full && set_now) return reached;
  return {std::max(old.width, reached.width), std::max(old.height, reached.height)};
}

void SizeLookahead::decide(std::uint64_t drawable, Tracked& tracked, Size size) {
  if (size.is_set()) {
    held(*tracked.open_since).sizes.push_back({drawable, size.width, size.height});
    if (size != tracked.size) tracked.drawn_in_full = false;
    tracked.size = size;
    tracked.drawn_in_full |= tracked.stretch.reached == size;
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
