#include "replay/seek/seek_plan.h"

#include <fmt/format.h>

#include "replay/calls/call_argument.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/seek/clear_check.h"
#include "replay/seek/guesses.h"

namespace replay {
namespace {

constexpr int kMaxNested = 64;  // as GL_MAX_LIST_NESTING

const void* lists_of(const Dispatcher& d) { return d.context != nullptr ? d.context->group.get() : nullptr; }

void follow(DrawingHistory& history, loaders::CallSource& source) {
  loaders::Batch batch;
  for (bool more = true; more && source.read(batch) == loaders::ReadStatus::kBatch;) {
    for (const loaders::Call& call : batch.calls) {
      // Calls that never returned are usually not made. They come last, so no call is left out for them when they are
      // made. A swap ends its frame.
      const bool is_made = !call.is(loaders::kIncomplete) || call.is(loaders::kEndsFrame);
      more = is_made ? history.follow(call) : history.follow_incomplete(call);
      if (!more) break;
    }
  }
}

std::vector<std::string> reasons_of(const DeadCalls& dead) {
  std::vector<std::string> reasons;
  const DrawsMade& draws = dead.draws;
  const auto add = [&](std::uint64_t steps, const char* why) {
    if (steps > 0) reasons.push_back(fmt::format("{} of {} runs of draws are made: {}", steps, draws.all, why));
  };
  add(draws.used, "nothing clears all that they draw before it is used");
  add(draws.lasting, "they have effects beside pixels");
  add(draws.counted, "a query counts what they draw, and its result is used");
  add(draws.unknown, "what they draw into is not followed, such as a framebuffer object of two contexts");
  if (!dead.guesses.empty())
    reasons.push_back(
        fmt::format("{} clears and blits seem to leave nothing; the driver is asked", dead.guesses.size()));
  if (!dead.redraws.empty())
    reasons.push_back(
        fmt::format("{} times draws seem to leave nothing of what was there before; this is proven by "
                    "making them over two backgrounds",
                    dead.redraws.size()));
  if (!dead.gave_up.empty()) reasons.push_back(dead.gave_up + "; nothing is left out");
  return reasons;
}

}  // namespace

SeekPlan::SeekPlan(DeadCalls dead)
    : reasons_(reasons_of(dead)),
      relies_on_programs_(dead.relies_on_programs),
      dead_(std::move(dead.runs)),
      guesses_(std::move(dead.guesses)),
      redraws_(std::move(dead.redraws)) {}

bool SeekPlan::is_dead(std::uint64_t number) {
  while (next_ < dead_.size() && number > dead_[next_].last) ++next_;
  return next_ < dead_.size() && number >= dead_[next_].first;
}

void SeekPlan::begin(const loaders::Batch& batch) {
  first_of_batch_ = batch.calls.data();
  dead_in_batch_.clear();
  bool any = false;
  for (const loaders::Call& call : batch.calls) any |= dead_in_batch_.emplace_back(is_dead(call.number)) != 0;
  if (any) arrays_.find(batch, dead_in_batch_);
  else arrays_.forget();
}

// True: the call is a blit that was guessed to write everything, and has been made.
bool SeekPlan::verify(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role) {
  bool is_made = false;
  for (; next_guess_ < guesses_.size() && call.number >= guesses_[next_guess_].call; ++next_guess_) {
    const GuessedClear& guess = guesses_[next_guess_];
    bool is_right = call.number == guess.call;
    if (is_right && role == SeekRole::kBlit) {
      is_right = blits_everything(dispatcher, call, guess.planes) && (is_made || makes_without_error(dispatcher, call));
      is_made = true;
      ++made_in_proofs_;
    } else if (is_right) {
      is_right = clears_as_guessed(dispatcher, guess);
    }
    if (!is_right)
      throw WrongGuess(fmt::format("call {} does not write over all that was drawn before it", guess.call));
  }
  return is_made;
}

// A blit that GL refuses writes nothing, and GL may refuse it for many reasons.
bool SeekPlan::makes_without_error(Dispatcher& dispatcher, const loaders::Call& call) {
  dispatcher.errors.keep_flag(*dispatcher.gl);
  dispatcher.issue(call);
  return !had_error(*dispatcher.gl);
}

// The dispatcher has asked GL whether it made the program current. The recording may have used 0, or a name that stands
// for no program, in which case nothing was concluded from it.
void SeekPlan::verify_program(const loaders::Call& call) {
  const RecordedContext* context = std::exchange(used_in_, nullptr);
  if (used_ != 0 && context->program != used_)
    throw WrongGuess(fmt::format("before call {}: GL did not take program {}", call.number, used_));
}

// True: the call is one of those that are to be proven to draw over everything, and has been made.
bool SeekPlan::makes_in_proof(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role) {
  const GuessedRedraw& redraw = redraws_[next_redraw_];
  const bool draws = role == SeekRole::kDraw || role == SeekRole::kBlit;
  if (!draws && call.number <= redraw.calls.last) return false;
  if (!proof_) proof_.emplace(dispatcher);
  const RedrawProof::Result result =
      call.number <= redraw.calls.last ? proof_->make(call, role == SeekRole::kBlit) : RedrawProof::Result::kFailed;
  const bool is_last = call.number >= redraw.calls.last;
  if (result == RedrawProof::Result::kFailed || (result == RedrawProof::Result::kOpen && is_last))
    throw WrongGuess(fmt::format("calls {} to {} are not proven to draw over everything: {}", redraw.calls.first,
                                 redraw.calls.last, proof_->problem()),
                     redraw.destination);
  if (result == RedrawProof::Result::kProven) {
    proof_.reset();
    ++next_redraw_;
  }
  ++made_in_proofs_;
  return true;
}

bool SeekPlan::leaves_out(Dispatcher& dispatcher, const loaders::Call& call) {
  if (used_in_ != nullptr) verify_program(call);
  dispatcher.follow_thread(call);  // an empty primitive belongs into the context of the draw that it replaces
  const SeekRole role = seek_roles()[static_cast<std::size_t>(call.function)];
  if (lists_.compiling() && dispatcher.context != nullptr && dispatcher.context->compiled_list == 0) [[unlikely]]
    lists_.none_is_open();
  if (!lists_.compiling()) values_.precedes(dispatcher, role);
  // Inside of a list every call is followed: the list may hold a call that cannot be made outside of it.
  if (role <= SeekRole::kApart && !lists_.compiling()) return false;
  const auto index = static_cast<std::size_t>(&call - first_of_batch_);
  if (role == SeekRole::kArray && !lists_.compiling()) return arrays_.contains(index);
  if (role == SeekRole::kUseProgram && relies_on_programs_ && !lists_.compiling()) {
    used_in_ = dispatcher.context;
    used_ = static_cast<std::uint32_t>(argument(call, 0));
  }
  lists_.follow(call, role, lists_of(dispatcher));
  if (role == SeekRole::kClear || role == SeekRole::kClearBuffer || role == SeekRole::kBlit) {
    if (verify(dispatcher, call, role)) return true;
  }
  if (next_redraw_ < redraws_.size() && call.number >= redraws_[next_redraw_].calls.first) [[unlikely]] {
    if (makes_in_proof(dispatcher, call, role)) return true;
  }
  if (dead_in_batch_[index] == 0) return false;
  switch (role) {
    case SeekRole::kBegin:
      in_primitive_ = true;
      values_.primitive_left_out(dispatcher);
      return true;
    case SeekRole::kEnd: in_primitive_ = false; return true;
    case SeekRole::kVertexAttrib: return in_primitive_ && call.args[0].u == 0;
    case SeekRole::kRectangle: values_.primitive_left_out(dispatcher); return true;
    case SeekRole::kDraw: values_.draw_left_out(dispatcher); return true;
    case SeekRole::kDrawPixels:
    case SeekRole::kBlit:
    case SeekRole::kBlitNamed:
    case SeekRole::kMakeMipmaps:
    case SeekRole::kMakeMipmapsOf:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: values_.clear_left_out(dispatcher); return true;
    case SeekRole::kVertex: return true;
    case SeekRole::kCallList: return leaves_out_list(dispatcher, call, 0);
    default: return false;
  }
}

bool SeekPlan::leaves_out_list(Dispatcher& dispatcher, const loaders::Call& call, int depth) {
  if (call.function != glbindings::FunctionId::glCallList || depth == kMaxNested) return false;
  const void* lists = lists_of(dispatcher);
  const auto instead = lists_.of(call.args[0].u, lists);
  if (!instead || (depth == 0 && !lists_.is_short(call.args[0].u, lists))) return false;
  values_.draw_left_out(dispatcher);
  for (const loaders::Call& effect : *instead) {
    const SeekRole role = seek_roles()[static_cast<std::size_t>(effect.function)];
    if (role == SeekRole::kCallList && leaves_out_list(dispatcher, effect, depth + 1)) continue;
    values_.precedes(dispatcher, role);
    loaders::Call now = effect;
    now.thread = call.thread;
    now.number = call.number;
    dispatcher.issue(now);
  }
  values_.draw_left_out(dispatcher);
  return true;
}

DrawnFrames draw_frames(loaders::CallSource& source) {
  const CallSet none;
  DrawingHistory history(none, none, false);
  follow(history, source);
  return history.take();
}

SeekPlan plan_seek(loaders::CallSource& source, const SeekFor& wanted) {
  DrawingHistory history(wanted.frames, wanted.calls, wanted.goes_on, wanted.guesses.calls);
  follow(history, source);
  return SeekPlan(history.dead_calls(wanted.guesses));
}

}  // namespace replay
