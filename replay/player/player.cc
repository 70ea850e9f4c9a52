#include "replay/player/player.h"

#include <fnmatch.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "loaders/stream/dump.h"
#include "replay/calls/frame_calls.h"
#include "replay/player/decoder_thread.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {
namespace {

// Returns the drawable that this swap presents: the current one for calls that name none. Returns null when there is
// none.
Drawable* swapped_drawable(WindowSystem& window_system, const loaders::Call& swap) {
  const auto id = drawable_of_swap(swap);
  return id ? window_system.find_drawable(*id) : window_system.current_drawable();
}

}  // namespace

Player::Player(loaders::CallSource& source, Dispatcher& dispatcher, const PlayerOptions& options)
    : source_(source),
      dispatcher_(dispatcher),
      options_(options),
      last_call_(options.last_call) {
  if (options_.seek != nullptr && options_.seek->empty()) options_.seek = nullptr;
  if (options_.seek != nullptr && options_.seek->needs_stencils())
    dispatcher_.window_system.give_stencils(options_.seek->depths_may_differ());
  if (options_.ring == nullptr) options_.ring = &own_ring_;
}

const PlayerResult& Player::run() {
  watch_from(0);
  BatchQueue queue;
  DecoderThread decoder(source_, queue);
  while (auto planned = queue.pop()) {
    note_answers(*planned);
    result_.stopped = !play(*planned);
    queue.give_back(*std::move(planned));
    if (result_.stopped) break;
  }
  if (!result_.stopped) {
    decoder.rethrow();
    end_without_swap();
  }
  return finish();
}

const PlayerResult& Player::run(HeldRecording& held) {
  watch_from(0);
  while (const PlannedBatch* planned = held.next()) {
    if (held.went_back()) newest_ = 0;
    note_answers(*planned);
    result_.stopped = !play(*planned);
    if (result_.stopped) break;
  }
  if (!result_.stopped) end_without_swap();
  return finish();
}

void Player::note_answers(const PlannedBatch& planned) {
  for (const ConfigAnswer& answer : planned.configs) {
    dispatcher_.window_system.configs().note_answer(answer.key, answer.attribute, answer.value);
  }
}

const PlayerResult& Player::finish() {
  {
    const GlErrors::Asking asking(dispatcher_.errors);  // the recording may end inside glBegin
    dispatcher_.window_system.finish();
  }
  for (Observer* observer : options_.observers) observer->finished(dispatcher_);
  return result_;
}

inline void Player::issue(const loaders::Call& call) {
  options_.ring->note(call);
  dispatcher_.issue(call);
}

// Returns whether the call only has to be made, as nearly all calls.
inline bool Player::is_plain(const loaders::Call& call) const {
  constexpr unsigned kNotPlain = loaders::kDerived | loaders::kEndsFrame | loaders::kIncomplete;
  return (call.flags & kNotPlain) == 0 && call.number >= newest_ && call.number < plain_until_;
}

// Returns false when the replay has to stop.
bool Player::play(const PlannedBatch& planned) {
  if (options_.seek != nullptr) {
    options_.seek->begin(*planned.batch);
    result_.calls += options_.seek->calls_before_batch();
    result_.left_out += options_.seek->calls_before_batch();
    result_.frames += options_.seek->frames_before_batch();
  }
  const std::span<const loaders::Call> calls = planned.batch->calls;
  std::size_t done = 0;
  for (const DrawableSize& size : planned.sizes) {
    if (!play(calls.subspan(done, size.at - done))) return false;
    done = size.at;
    if (Drawable* drawable = dispatcher_.window_system.drawable(size.drawable)) {
      dispatcher_.window_system.set_size(*drawable, size.width, size.height);
    }
  }
  return play(calls.subspan(done));
}

// Ends the frames, and makes no calls but those that a later batch needs.
bool Player::pass(std::span<const loaders::Call> calls) {
  for (const loaders::Call& call : calls) {
    if (call.is(loaders::kEndsFrame)) {
      if (!play(call)) return false;
    } else if (!call.is(loaders::kDerived) && options_.seek->carries(call)) {
      ++result_.calls;
      issue(call);
      options_.seek->judge(dispatcher_, call);
    } else if (!call.is(loaders::kDerived)) {
      ++result_.calls;
      ++result_.left_out;
      result_.trailing_calls = true;
      options_.seek->passes(dispatcher_, call);
    }
    newest_ = std::max(newest_, call.number);
  }
  return true;
}

bool Player::play(std::span<const loaders::Call> calls) {
  if (options_.seek != nullptr && options_.seek->leaves_out_batch()) return pass(calls);
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

void Player::tell(const loaders::Call& call) const {
  std::string text;
  loaders::append_call(text, call, source_.functions());
  spdlog::trace("{}", std::string_view(text).substr(0, text.find('\n')));
}

bool Player::play(const loaders::Call& call) {
  if (options_.tells_calls) [[unlikely]]
    tell(call);
  if (call.is(loaders::kDerived)) {
    if (call.is(loaders::kEndsFrame)) return end_frame(call);
    issue(call);
    return true;
  }
  if (last_call_.is_behind(call.number)) return false;
  ++result_.calls;
  if (call.is(loaders::kEndsFrame)) return end_frame(call);
  result_.trailing_calls = true;
  if (call.number >= next_watched_ || call.number < newest_) notify_begins(call);
  if (call.is(loaders::kIncomplete) && !options_.runs_incomplete_calls) skip_incomplete(call);
  else make(call);
  bool goes_on = true;
  if (call.number >= next_watched_ || call.number < newest_) goes_on = notify_watched(call);
  newest_ = std::max(newest_, call.number);
  return goes_on;
}

void Player::skip_incomplete(const loaders::Call& call) {
  dispatcher_.skip(call, call.is(loaders::kLastOfThread) ? Skip::kCutOff : Skip::kIncomplete);
}

void Player::make(const loaders::Call& call) {
  const std::uint64_t proofs = options_.seek != nullptr ? options_.seek->made_in_proofs() : 0;
  if (options_.seek != nullptr && options_.seek->leaves_out(dispatcher_, call)) {
    if (options_.seek->made_in_proofs() == proofs) ++result_.left_out;
  } else if (options_.profile != nullptr) {
    options_.ring->note(call);
    options_.profile->issue(dispatcher_, call);
  } else if (options_.wireframe != nullptr && options_.wireframe->is_for(result_.frames)) {
    options_.ring->note(call);
    options_.wireframe->issue(dispatcher_, call);
  } else {
    issue(call);
  }
  if (options_.seek != nullptr && options_.seek->relies_on_forms()) options_.seek->judge(dispatcher_, call);
}

bool Player::end_frame(const loaders::Call& swap) {
  const std::uint64_t frame = result_.frames;
  dispatcher_.check_context();
  if (options_.seek != nullptr) options_.seek->precedes_swap(dispatcher_);
  const bool may_be_watched = swap.number >= next_watched_ || swap.number < newest_;
  if (may_be_watched && !swap.is(loaders::kDerived) && !notify_watched(swap)) return false;
  Drawable* drawable = swapped_drawable(dispatcher_.window_system, swap);
  for (Observer* observer : options_.observers) observer->frame_ends(dispatcher_, frame, &swap, drawable);
  options_.ring->note(swap);
  if (options_.profile != nullptr) options_.profile->issue(dispatcher_, swap);
  else dispatcher_.issue(swap);
  if (dispatcher_.context != nullptr) dispatcher_.errors.frame_ends(*dispatcher_.gl);
  for (Observer* observer : options_.observers) observer->frame_shown(dispatcher_, frame);
  ++result_.frames;
  result_.trailing_calls = false;
  if (options_.last_frame && frame >= *options_.last_frame) return false;
  if (options_.pacing == nullptr) return true;
  const bool goes_on = options_.pacing->next_frame(frame);
  watch_from(swap.is(loaders::kDerived) ? swap.number : swap.number + 1);
  return goes_on;
}

// A recording without any swap is one frame, shown when it ends.
void Player::end_without_swap() {
  dispatcher_.check_context();
  if (result_.frames != 0 || !result_.trailing_calls) return;
  if (!unswapped_is_shown_) show_unswapped(dispatcher_.window_system.current_drawable());
  for (Observer* observer : options_.observers) observer->frame_shown(dispatcher_, 0);
  result_.frames = 1;
}

void Player::show_unswapped(Drawable* drawable) {
  unswapped_is_shown_ = true;
  result_.lacks_frame = drawable == nullptr || drawable->is_stand_in();
  for (Observer* observer : options_.observers) observer->frame_ends(dispatcher_, 0, nullptr, drawable);
}

bool Player::is_watched(const loaders::Call& call) const {
  return options_.watched_calls != nullptr &&
         options_.watched_calls->contains(call.number, glbindings::signature(call.function).traits);
}

void Player::notify_begins(const loaders::Call& call) {
  if (!is_watched(call)) return;
  for (Observer* observer : options_.observers) observer->call_begins(dispatcher_, call);
}

// Returns false when the replay has to stop.
bool Player::notify_watched(const loaders::Call& call) {
  dispatcher_.check_context();
  const bool is_one_of_them = is_watched(call);
  if (is_one_of_them) {
    for (Observer* observer : options_.observers) observer->call_done(dispatcher_, call);
  }
  if (is_watched_mark(call)) {
    for (Observer* observer : options_.observers) observer->mark_reached(dispatcher_, call);
  }
  if (const auto& last = options_.unswapped; last && last->call == call.number && !unswapped_is_shown_) {
    const DrawsInto target(dispatcher_, last->framebuffer);
    show_unswapped(last->framebuffer == 0 ? dispatcher_.window_system.current_drawable() : nullptr);
  }
  const bool goes_on = !is_one_of_them || options_.pacing == nullptr || options_.pacing->next_call(call);
  watch_from(call.number + 1);
  return goes_on;
}

void Player::watch_from(std::uint64_t number) {
  const bool any_may_be_a_mark = options_.watched_marks != nullptr && !options_.watched_marks->empty();
  if (any_may_be_a_mark) next_watched_ = number;
  else next_watched_ = options_.watched_calls != nullptr ? options_.watched_calls->next(number) : CallSet::kEnd;
  if (options_.unswapped && number <= options_.unswapped->call)
    next_watched_ = std::min(next_watched_, options_.unswapped->call);
  const bool calls_are_only_made = options_.seek == nullptr && options_.profile == nullptr &&
                                   options_.wireframe == nullptr && !last_call_.is_set() && !options_.tells_calls;
  plain_until_ = calls_are_only_made ? next_watched_ : 0;
}

bool Player::is_watched_mark(const loaders::Call& call) const {
  const char* name = options_.watched_marks != nullptr ? mark_name(call) : nullptr;
  return name != nullptr &&
         std::any_of(options_.watched_marks->begin(), options_.watched_marks->end(),
                     [&](const std::string& pattern) { return fnmatch(pattern.c_str(), name, 0) == 0; });
}

}  // namespace replay
