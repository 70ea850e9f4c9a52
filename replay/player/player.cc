#include "replay/player/player.h"

#include <fnmatch.h>

#include <algorithm>

#include "replay/calls/frame_calls.h"
#include "replay/player/decoder_thread.h"

namespace replay {
namespace {

// The drawable that this swap presents; the current one for calls that do not name it; null when there is none.
Drawable* swapped_drawable(World& world, const loaders::Call& swap) {
  const auto id = drawable_of_swap(swap);
  return id ? world.find_drawable(*id) : world.current_drawable();
}

}  // namespace

Player::Player(loaders::CallSource& source, Dispatcher& dispatcher) : source_(source), dispatcher_(dispatcher) {}

const PlayerResult& Player::run() {
  watch_from(0);
  BatchQueue queue;
  DecoderThread decoder(source_, queue);
  while (auto planned = queue.pop()) {
    for (const ConfigAnswer& answer : planned->configs) {
      dispatcher_.world.configs().told(answer.key, answer.attribute, answer.value);
    }
    result_.stopped = !play(*planned);
    queue.give_back(*std::move(planned));
    if (result_.stopped) break;
  }
  if (!result_.stopped) {
    decoder.rethrow();
    end_without_swap();
  }
  {
    const GlErrors::Asking asking(dispatcher_.errors);  // the recording may end inside glBegin
    dispatcher_.world.finish();
  }
  for (Observer* observer : observers_) observer->finished(dispatcher_);
  return result_;
}

inline void Player::issue(const loaders::Call& call) {
  ring_->note(call);
  dispatcher_.issue(call);
}

// Nearly all calls: nothing but to make it is wanted.
inline bool Player::is_plain(const loaders::Call& call) const {
  constexpr unsigned kNotPlain = loaders::kDerived | loaders::kEndsFrame | loaders::kIncomplete;
  return (call.flags & kNotPlain) == 0 && call.number >= newest_ && call.number < plain_until_;
}

// False: stop.
bool Player::play(const PlannedBatch& planned) {
  if (seek_ != nullptr) seek_->begin(*planned.batch);
  const std::span<const loaders::Call> calls = planned.batch->calls;
  std::size_t done = 0;
  for (const DrawableSize& size : planned.sizes) {
    if (!play(calls.subspan(done, size.at - done))) return false;
    done = size.at;
    if (Drawable* drawable = dispatcher_.world.drawable(size.drawable)) {
      dispatcher_.world.set_size(*drawable, size.width, size.height);
    }
  }
  return play(calls.subspan(done));
}

bool Player::play(std::span<const loaders::Call> calls) {
  for (const loaders::Call& call : calls) {
    if (is_plain(call)) [[likely]] {
      ++result_.calls;
      result_.trailing_calls = true;
      newest_ = call.number;
      issue(call);
    } else if (!play(call)) {
      return false;
    }
  }
  return true;
}

bool Player::play(const loaders::Call& call) {
  if (call.is(loaders::kDerived)) {
    if (call.is(loaders::kEndsFrame)) return end_frame(call);
    issue(call);
    return true;
  }
  if (last_call_.is_behind(call.number)) return false;
  ++result_.calls;
  if (call.is(loaders::kEndsFrame)) return end_frame(call);
  result_.trailing_calls = true;
  if (call.is(loaders::kIncomplete) && !runs_incomplete_) skip_incomplete(call);
  else make(call);
  if (call.number >= next_watched_ || call.number < newest_) notify_watched(call);
  newest_ = std::max(newest_, call.number);
  return true;
}

void Player::skip_incomplete(const loaders::Call& call) {
  dispatcher_.skip(call, call.is(loaders::kLastOfThread) ? Skip::kCutOff : Skip::kIncomplete);
}

void Player::make(const loaders::Call& call) {
  if (seek_ != nullptr && seek_->leaves_out(dispatcher_, call)) {
    ++result_.left_out;
  } else if (profile_ != nullptr) {
    ring_->note(call);
    profile_->issue(dispatcher_, call);
  } else {
    issue(call);
  }
}

bool Player::end_frame(const loaders::Call& swap) {
  const std::uint64_t frame = result_.frames;
  dispatcher_.check_context();
  if (swap.number >= next_watched_ && !swap.is(loaders::kDerived)) notify_watched(swap);
  Drawable* drawable = swapped_drawable(dispatcher_.world, swap);
  for (Observer* observer : observers_) observer->frame_ends(dispatcher_, frame, &swap, drawable);
  ring_->note(swap);
  if (profile_ != nullptr) profile_->issue(dispatcher_, swap);
  else dispatcher_.issue(swap);
  if (dispatcher_.context != nullptr) dispatcher_.errors.frame_ends(*dispatcher_.gl);
  for (Observer* observer : observers_) observer->frame_shown(dispatcher_, frame);
  ++result_.frames;
  result_.trailing_calls = false;
  if (last_frame_ && frame >= *last_frame_) return false;
  return pacing_ == nullptr || pacing_->next_frame(frame);
}

// A recording without any swap is one frame, shown when it ends.
void Player::end_without_swap() {
  dispatcher_.check_context();
  if (result_.frames != 0 || !result_.trailing_calls) return;
  for (Observer* observer : observers_) {
    observer->frame_ends(dispatcher_, 0, nullptr, dispatcher_.world.current_drawable());
  }
  for (Observer* observer : observers_) observer->frame_shown(dispatcher_, 0);
  result_.frames = 1;
}

void Player::notify_watched(const loaders::Call& call) {
  dispatcher_.check_context();
  if (watched_ != nullptr && watched_->contains(call.number, glbindings::signature(call.function).traits)) {
    for (Observer* observer : observers_) observer->call_done(dispatcher_, call);
  }
  if (is_watched_mark(call)) {
    for (Observer* observer : observers_) observer->mark_reached(dispatcher_, call);
  }
  watch_from(call.number + 1);
}

void Player::watch_from(std::uint64_t number) {
  const bool any_may_be_a_mark = marks_ != nullptr && !marks_->empty();
  if (any_may_be_a_mark) next_watched_ = number;
  else next_watched_ = watched_ != nullptr ? watched_->next(number) : CallSet::kEnd;
  const bool calls_are_only_made = seek_ == nullptr && profile_ == nullptr && !last_call_.is_set();
  plain_until_ = calls_are_only_made ? next_watched_ : 0;
}

bool Player::is_watched_mark(const loaders::Call& call) const {
  const char* name = marks_ != nullptr ? mark_name(call) : nullptr;
  return name != nullptr && std::any_of(marks_->begin(), marks_->end(), [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), name, 0) == 0;
         });
}

}  // namespace replay
