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

std::size_t weight(const loaders::Batch& batch) {
  return batch.arena.used() + batch.pinned_bytes + batch.calls.size() * sizeof(Call);
}

std::uint32_t thread_id(const Call& call) { return call.is(loaders::kAnyThread) ? 0 : call.thread; }

// What the calls of a function can say about sizes. Few functions of GL say anything; all functions of window systems,
// and derived ones, may.
enum class Look : std::uint8_t { kNever, kDraw, kLimit, kAlways };
using Looks = std::array<Look, static_cast<std::size_t>(FunctionId::kCount)>;

Look look_of(const glbindings::Signature& signature) {
  const std::string_view name = signature.name();
  const bool of_gl = name.size() > 2 && name.starts_with("gl") && name[2] >= 'A' && name[2] <= 'Z' && name[2] != 'X';
  // The functions that Viewports follows, and blits, each of which may reach another part of the window.
  constexpr std::string_view kFollowed[] = {
      "glBindFramebuffer", "glBlitFramebuffer", "glBlitNamedFramebuffer", "glDeleteFramebuffers",
      "glViewport",        "glDrawableSize",    "glPushAttrib",           "glPopAttrib",
      "glNewList",         "glEndList"};
  const bool followed = std::any_of(std::begin(kFollowed), std::end(kFollowed),
                                    [name](std::string_view begin) { return name.starts_with(begin); });
  if (!of_gl || followed || signature.has(glbindings::kEndsFrame)) return Look::kAlways;
  if (name == "glGetIntegerv" || name == "glGetInteger64v" || name == "glGetFloatv" || name == "glGetDoublev")
    return Look::kLimit;
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
  begin_undrawn_here();
  const Looks& all_looks = looks();
  // Nearly all calls say nothing: no size and no drawing follows from them, or they draw once more into a drawable that
  // is known to be drawn into.
  const auto tells_nothing = [&](const Call& call) {
    const Look look = all_looks[static_cast<std::size_t>(call.function)];
    if (!swapped_.empty() || call.is(loaders::kEndsFrame)) return false;
    return look == Look::kNever || (look == Look::kDraw && drawn_ && drawn_thread_ == thread_id(call));
  };
  const auto& calls = held_.back().batch->calls;
  for (now_ = 0; now_ < calls.size(); ++now_) {
    if (tells_nothing(calls[now_])) [[likely]]
      continue;
    follow(calls[now_]);
  }
  if (held_.size() > kMaxHeldBatches || held_bytes_ > kMaxHeldBytes) decide_all();
  release(ready);
}

void SizeLookahead::finish(std::vector<PlannedBatch>& ready) {
  decide_all();
  release(ready);
}

void SizeLookahead::follow(const Call& call) {
  const std::uint32_t thread = thread_id(call);
  const bool asks = looks()[static_cast<std::size_t>(call.function)] == Look::kLimit;
  if (!asks) drawn_ = false;
  switch (call.function) {
    case FunctionId::wip15DrawableSize:
    case FunctionId::glDrawableSizeWIP15:
      if (!current_.contains(thread)) return;
      return note_size(current_[thread], {argument(call, 0), argument(call, 1)});
    case FunctionId::replayDrawableSize: return note_size(call.args[0].u, {argument(call, 1), argument(call, 2)});
    case FunctionId::replayBindCanvas:
      make_current(thread, call.args[0].u);
      return note_size(call.args[0].u, {argument(call, 1), argument(call, 2)});
    default: break;
  }
  if (!swapped_.empty()) settle_swapped();  // those for which told() above has found no size
  if (call.is(loaders::kEndsFrame)) return end_frame(call);
  if (asks) return viewports_.learn_limit(call);
  if (const auto change = change_of_current(call)) {
    if (!change->succeeded) return;
    viewports_.make_current(thread, change->context);
    return make_current(thread, change->drawable);
  }
  if (held_.front().configs.size() < kMaxAnswers) add_config_answers(call, held_.front().configs);
  if (const auto word = size_hint(call)) return note_hint(*word);
  if (const auto destroyed = drawable_of_destroy(call)) return forget(*destroyed);
  const Viewports::Event event = viewports_.follow(call);
  if (event.kind == Viewports::Event::kNothing) return;
  // A clear says less than a draw, and a copy says something else.
  drawn_ = event.kind == Viewports::Event::kDrawn && event.box && !event.is_copy;
  drawn_thread_ = thread;
  if (Tracked* tracked = current(thread)) seen(current_[thread], *tracked, event);
}

void SizeLookahead::end_frame(const Call& call) {
  if (const auto drawable = drawable_of_swap(call)) swap(*drawable);
  if (call.function != FunctionId::replayPresentCanvases) return;
  for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) swap(canvas);
}

SizeLookahead::Tracked* SizeLookahead::track(std::uint64_t drawable) {
  if (drawable == 0) return nullptr;
  const auto found = drawables_.find(drawable);
  if (found != drawables_.end()) return &found->second;
  return drawables_.size() < kMaxDrawables ? &drawables_[drawable] : nullptr;
}

SizeLookahead::Tracked* SizeLookahead::current(std::uint32_t thread) {
  const auto found = current_.find(thread);
  return found == current_.end() ? nullptr : track(found->second);
}

void SizeLookahead::make_current(std::uint32_t thread, std::uint64_t drawable) {
  if (current_.size() >= kMaxThreads && !current_.contains(thread)) return;
  std::uint64_t& current = current_[thread];
  if (current != drawable) {
    leave(std::exchange(current, 0));
    Tracked* taken = track(drawable);
    if (taken == nullptr) return;
    ++taken->users;
    current = drawable;
  }
  if (Tracked* tracked = track(drawable); tracked != nullptr && !tracked->had_early_size) open(drawable, *tracked);
}

// A window that was current and not drawn into (toolkits make such windows) must not delay everything. Its pictures get
// the size that is known by now. The size may change when the window is drawn into.
void SizeLookahead::leave(std::uint64_t drawable) {
  Tracked* left = track(drawable);
  if (left == nullptr) return;
  --left->users;
  if (left->open_since && !left->stretch.is_drawn()) {
    if (const Size size = best_guess(*left); size != left->size) plan(drawable, *left, size);
    close(drawable, *left);
  }
  if (left->doomed) forget(drawable);
}

void SizeLookahead::note_size(std::uint64_t drawable, Size size) {
  Tracked* known = size.is_set() ? track(drawable) : nullptr;
  if (known == nullptr) return;
  Tracked& tracked = *known;
  tracked.has_size = true;
  if (!tracked.stretch.is_drawn() && !tracked.swapped) tracked.had_early_size = true;
  if (tracked.open_since) {
    const bool had_it = !tracked.size.is_set() || !tracked.swapped || tracked.stretch.has_set(size);
    decide(drawable, tracked, had_it ? size : tracked.size);
  }
  tracked.size = size;
  if (tracked.swapped && !tracked.had_early_size) {
    tracked.stretch = {};
    open(drawable, tracked);
  }
  tracked.swapped = false;
}

void SizeLookahead::note_hint(const SizeHint& word) {
  Tracked* tracked = track(word.drawable);
  if (tracked == nullptr) return;
  if (!word.made) return tracked->stretch.see_answer(word.width, word.height);
  if (tracked->open_since) close(word.drawable, *tracked);
  const std::size_t users = tracked->users;
  *tracked = {};
  tracked->size = {word.width, word.height};
  tracked->has_size = tracked->had_early_size = true;
  tracked->users = users;
}

// Window systems use the numbers of windows again.
void SizeLookahead::forget(std::uint64_t drawable) {
  const auto found = drawables_.find(drawable);
  if (found == drawables_.end()) return;
  Tracked& tracked = found->second;
  tracked.doomed = true;
  if (tracked.users != 0) return;
  if (tracked.open_since) decide(drawable, tracked, best_guess(tracked));
  drawables_.erase(found);
}

void SizeLookahead::seen(std::uint64_t drawable, Tracked& tracked, const Viewports::Event& event) {
  const bool is_word = event.by_tracer && !tracked.has_size && event.box->x == 0 && event.box->y == 0;
  const Size size = is_word ? Size{event.box->width, event.box->height} : Size{};
  if (!size.is_set()) return tracked.stretch.see(event);
  plan(drawable, tracked, size);
  if (size != tracked.size) tracked.drawn_in_full = tracked.copied_in_full = false;
  tracked.size = size;
}

void SizeLookahead::swap(std::uint64_t drawable) {
  Tracked* tracked = track(drawable);
  if (tracked == nullptr || std::exchange(tracked->swapped, true)) return;
  tracked->was_shown = true;
  swapped_.push_back(drawable);
}

// The call after a swap gave no size. So the stretch had the size that it began with, or the one that its viewports
// show.
void SizeLookahead::settle_swapped() {
  for (const std::uint64_t drawable : std::exchange(swapped_, {})) {
    const auto found = drawables_.find(drawable);
    if (found == drawables_.end() || !std::exchange(found->second.swapped, false)) continue;
    Tracked& tracked = found->second;
    if (tracked.open_since) decide(drawable, tracked, best_guess(tracked));
    tracked.stretch = {};
    if (!tracked.had_early_size) open(drawable, tracked);
  }
}

void SizeLookahead::open(std::uint64_t drawable, Tracked& tracked) {
  if (tracked.open_since) return;
  tracked.open_since = here();
  open_.emplace(tracked.open_since->batch, drawable);
  // A window that was current before and was not drawn into keeps its viewports: toolkits release a window before they
  // start drawing.
  if (tracked.stretch.is_drawn()) tracked.stretch = {};
}

void SizeLookahead::close(std::uint64_t drawable, Tracked& tracked) {
  open_.erase({tracked.open_since->batch, drawable});
  tracked.open_since.reset();
}

SizeLookahead::Size SizeLookahead::best_guess(const Tracked& tracked) const {
  if (tracked.has_size) return tracked.size;
  if (tracked.stretch.answer().is_set()) return tracked.stretch.answer();
  if (!tracked.size.is_set()) return tracked.stretch.first_size();
  return tracked.stretch.next_size(tracked.size, tracked.drawn_in_full, tracked.copied_in_full);
}

void SizeLookahead::plan(std::uint64_t drawable, const Tracked& tracked, Size size) {
  if (!size.is_set()) return;
  const CallPosition position = tracked.open_since.value_or(here());
  const DrawableSize planned{drawable, size.width, size.height, position.call};
  std::vector<DrawableSize>& sizes = held(position.batch).sizes;
  if (sizes.empty() || sizes.back() != planned) sizes.push_back(planned);
}

void SizeLookahead::decide(std::uint64_t drawable, Tracked& tracked, Size size) {
  if (size.is_set()) {
    plan(drawable, tracked, size);
    if (size != tracked.size) tracked.drawn_in_full = tracked.copied_in_full = false;
    tracked.size = size;
    const bool filled = tracked.stretch.fills(size);
    tracked.drawn_in_full |= filled;
    tracked.copied_in_full |= filled && tracked.stretch.is_copied();
  }
  close(drawable, tracked);
}

// Lets the stretches in which nothing was drawn so far begin with the last batch.
void SizeLookahead::begin_undrawn_here() {
  now_ = 0;
  std::set<std::pair<std::uint64_t, std::uint64_t>> open;
  for (const auto& [batch, drawable] : open_) {
    Tracked& tracked = drawables_[drawable];
    if (tracked.was_shown && tracked.size.is_set() && !tracked.stretch.is_drawn()) tracked.open_since = here();
    open.emplace(tracked.open_since->batch, drawable);
  }
  open_.swap(open);
}

void SizeLookahead::decide_all() {
  while (!open_.empty()) {
    const std::uint64_t drawable = open_.begin()->second;
    Tracked& tracked = drawables_[drawable];
    decide(drawable, tracked, best_guess(tracked));
  }
}

void SizeLookahead::release(std::vector<PlannedBatch>& ready) {
  const std::uint64_t keep_from = open_.empty() ? first_held_ + held_.size() : open_.begin()->first;
  while (first_held_ < keep_from) {
    held_bytes_ -= weight(*held_.front().batch);
    std::vector<DrawableSize>& sizes = held_.front().sizes;
    std::stable_sort(sizes.begin(), sizes.end(),
                     [](const DrawableSize& a, const DrawableSize& b) { return a.at < b.at; });
    ready.push_back(std::move(held_.front()));
    held_.pop_front();
    ++first_held_;
  }
}

}  // namespace replay
