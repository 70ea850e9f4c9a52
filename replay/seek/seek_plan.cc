#include "replay/seek/seek_plan.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/frame_calls.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/seek/clear_check.h"
#include "replay/seek/effects.h"
#include "replay/seek/guesses.h"
#include "replay/seek/segments.h"
#include "replay/seek/treatments.h"

namespace replay {
namespace {

bool draws_in_proof(SeekRole role) {
  return role == SeekRole::kDraw || role == SeekRole::kRectangle || role == SeekRole::kBlit ||
         role == SeekRole::kClear || role == SeekRole::kClearBuffer || role == SeekRole::kBegin ||
         role == SeekRole::kCallList;
}

bool is_copy(SeekRole role) {
  return role == SeekRole::kCopyToTexture || role == SeekRole::kCopyImage || role == SeekRole::kCopyBetween;
}

// Whether plans guess that such a call leaves nothing of what was there before.
bool is_guessed_about(SeekRole role) {
  return role == SeekRole::kClear || role == SeekRole::kClearBuffer || role == SeekRole::kBlit || is_copy(role);
}

const void* lists_of(const Dispatcher& d) { return d.context != nullptr ? d.context->group.get() : nullptr; }

bool is_in_list(const Dispatcher& d) { return d.context != nullptr && d.context->compiled_list != 0; }

// The three functions that keep most segments come first.
std::string text_of(const SegmentsMade& made) {
  std::uint64_t kept = 0;
  std::vector<std::pair<std::uint64_t, glbindings::FunctionId>> functions;
  for (const auto& [function, count] : made.by_call) {
    kept += count;
    functions.emplace_back(count, function);
  }
  std::ranges::sort(functions, std::greater());
  std::string text = fmt::format("{} of {} parts of the recording need not be made at all; {} draw, {} set what lasts",
                                 made.all - kept - made.drawing - made.lasting, made.all, made.drawing, made.lasting);
  if (kept > 0) text += fmt::format(", {} have calls that are always made", kept);
  for (std::size_t i = 0; i < std::min<std::size_t>(functions.size(), 3); ++i) {
    const char* name = glbindings::signature(functions[i].second).name();
    text += fmt::format("{}{} ({})", i == 0 ? ": " : ", ", *name != 0 ? name : "others", functions[i].first);
  }
  return text;
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
        fmt::format("{} clears, blits and copies seem to leave nothing; the driver is asked", dead.guesses.size()));
  if (!dead.redraws.empty())
    reasons.push_back(
        fmt::format("{} times draws seem to leave nothing of what was there before; this is proven by "
                    "making them over two backgrounds",
                    dead.redraws.size()));
  if (dead.segments.all > 0) reasons.push_back(text_of(dead.segments));
  if (!dead.gave_up.empty()) reasons.push_back(dead.gave_up + "; nothing is left out");
  return reasons;
}

// StateHistory knows which stacks are empty.
bool pops(glbindings::FunctionId function) {
  const Action action = effect_of(function).action;
  return action == Action::kPopMatrix || action == Action::kPopAttrib || action == Action::kPopClientAttrib;
}

}  // namespace

SeekPlan::SeekPlan(DeadCalls dead)
    : reasons_(reasons_of(dead)),
      relies_on_programs_(dead.relies_on_programs),
      texture_units_(dead.texture_units),
      unseen_(dead.unseen),
      dead_(std::move(dead.runs)),
      idle_(std::move(dead.idle)),
      carried_(std::move(dead.carried)),
      passed_(std::move(dead.passed)),
      guesses_(std::move(dead.guesses)),
      redraws_(std::move(dead.redraws)) {}

bool SeekPlan::is_dead(CallPlace place) {
  while (next_ < dead_.size() && place > dead_[next_].last) ++next_;
  return next_ < dead_.size() && place >= dead_[next_].first;
}

// Batches are the segments by which the plan was made, or parts of one. A derived call that comes first has a place of
// the segment before.
bool SeekPlan::is_idle(const loaders::Batch& batch) {
  const auto own = std::ranges::find_if(batch.calls, [](const auto& call) { return !call.is(loaders::kDerived); });
  if (own == batch.calls.end()) return false;
  const CallPlace first = place_of(*own), last = places_in_batch_.back();
  while (next_idle_ < idle_.size() && first > idle_[next_idle_].last) ++next_idle_;
  return next_idle_ < idle_.size() && first >= idle_[next_idle_].first && last <= idle_[next_idle_].last;
}

bool SeekPlan::carries(const loaders::Call& call) {
  const CallPlace place = place_of(call);
  while (next_carried_ < carried_.size() && carried_[next_carried_] < place) ++next_carried_;
  return next_carried_ < carried_.size() && carried_[next_carried_] == place;
}

bool SeekPlan::is_behind(const loaders::Batch& batch, const PassedOver& passed) {
  return !batch.calls.empty() && batch.calls.front().number >= passed.passage.to.next_call;
}

std::shared_ptr<loaders::Passages> SeekPlan::passages() const {
  if (passed_.empty()) return nullptr;
  auto passages = std::make_shared<loaders::Passages>();
  for (const PassedOver& each : passed_) passages->wanted.push_back(each.passage);
  return passages;
}

void SeekPlan::judge(const Dispatcher& dispatcher, const loaders::Call& call) {
  const std::uint64_t refused = dispatcher.errors.seen() + dispatcher.skips.seen();
  const std::uint64_t refused_now = refused - std::exchange(refused_, refused);
  if (refused_now == 0 || !has_form(call.function)) return;
  if (refused_now == 1 && pops(call.function) && dispatcher.errors.last_seen() == GL_STACK_UNDERFLOW) return;
  throw WrongGuess(fmt::format("call {} has an error, so that others like it may have set nothing", call.number),
                   WrongGuess::About::kState);
}

void SeekPlan::begin(const loaders::Batch& batch) {
  first_of_batch_ = batch.calls.data();
  if (!batch_is_idle_) passed_contexts_.clear();  // calls that were made since have told the driver
  drew_on_.reset();
  calls_before_ = frames_before_ = 0;
  for (; next_passed_ < passed_.size() && is_behind(batch, passed_[next_passed_]); ++next_passed_) {
    calls_before_ += passed_[next_passed_].calls;
    frames_before_ += passed_[next_passed_].frames;
    has_passed_over_ = true;
  }
  places_in_batch_.clear();
  for (const loaders::Call& call : batch.calls) places_in_batch_.push_back(places_.next(call));
  batch_is_idle_ = is_idle(batch);
  if (batch_is_idle_) return;
  dead_in_batch_.clear();
  bool any = false;
  for (const CallPlace place : places_in_batch_) any |= dead_in_batch_.emplace_back(is_dead(place)) != 0;
  if (any) arrays_.find(batch, dead_in_batch_);
  else arrays_.forget();
}

// The driver does not learn which context such calls made current. Mesa hands its vertices on for a raster position, as
// it does for a draw.
void SeekPlan::passes(Dispatcher& dispatcher, const loaders::Call& call) {
  const Treated treated = treatment_of(call.function).treated;
  if (treated == Treated::kWindowSystem) {
    const auto change = change_of_current(call);
    if (!change || !change->succeeded) return;
    passed_contexts_[call.thread] = change->context;
    drew_on_.reset();
  } else if (treated == Treated::kDraw || call.function == glbindings::FunctionId::glCallList ||
             effect_of(call.function).holder == Holder::kRaster) {
    if (std::exchange(drew_on_, call.thread) == call.thread) return;
    const auto passed = passed_contexts_.find(call.thread);
    WindowSystem& windows = dispatcher.window_system;
    values_.draws_left_out_of(passed != passed_contexts_.end() ? windows.find_context(passed->second)
                                                               : windows.context_on(call.thread));
  }
}

// Whether a blit or a copy, if GL makes no error, writes all that it is guessed to write.
bool writes_as_guessed(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role, const GuessedClear& guess) {
  switch (role) {
    case SeekRole::kBlit: return blits_everything(dispatcher, call, guess.planes);
    case SeekRole::kCopyToTexture:
    case SeekRole::kCopyImage: return copies_as_guessed(dispatcher, call, guess);
    default: return copies_between_as_guessed(dispatcher, call, guess);
  }
}

// True: the call is a blit or a copy that was guessed to write everything, and has been made.
bool SeekPlan::verify(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role) {
  bool is_made = false;
  const CallPlace place = place_of(call);
  for (; next_guess_ < guesses_.size() && place >= guesses_[next_guess_].call; ++next_guess_) {
    const GuessedClear& guess = guesses_[next_guess_];
    bool is_right = place == guess.call;
    if (is_right && (is_copy(role) || role == SeekRole::kBlit)) {
      is_right = writes_as_guessed(dispatcher, call, role, guess) && (is_made || makes_without_error(dispatcher, call));
      made_in_proofs_ += is_made ? 0 : 1;
      is_made = true;
    } else if (is_right) {
      is_right = clears_as_guessed(dispatcher, guess);
    }
    if (!is_right)
      throw WrongGuess(fmt::format("call {} does not write over all that was drawn before it", number_at(guess.call)),
                       is_copy(role) ? WrongGuess::About::kCopy : WrongGuess::About::kDrawing);
  }
  return is_made;
}

// A blit or a copy that GL refuses writes nothing, and GL may refuse it for many reasons.
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

// A driver refuses calls that name a unit which it does not have.
void SeekPlan::verify_texture_units(Dispatcher& dispatcher, const loaders::Call& call) {
  has_units_in_ = dispatcher.context;
  const std::int32_t units = asked(dispatcher, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS).value_or(0);
  if (std::cmp_less(units, texture_units_))
    throw WrongGuess(fmt::format("before call {}: GL has {} texture units, and the recording names {}", call.number,
                                 units, texture_units_));
}

// True: the call is one of those that are to be proven to draw over everything, and has been made.
bool SeekPlan::makes_in_proof(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role) {
  using Result = RedrawProof::Result;
  const GuessedRedraw& redraw = redraws_[next_redraw_];
  const CallPlace place = place_of(call);
  const bool is_over = place > redraw.calls.last;
  const bool is_of_primitive = proof_ && proof_->is_in_primitive();
  if (!is_over && !is_of_primitive && (!draws_in_proof(role) || is_in_list(dispatcher))) return false;
  auto drawn = ListEffects::Drawn::kUnknown;  // by the list that is called
  if (role == SeekRole::kCallList && !is_of_primitive && call.function == glbindings::FunctionId::glCallList)
    drawn = lists_.drawn_by(call.args[0].u, lists_of(dispatcher));
  const bool is_last = place >= redraw.calls.last;
  if (!is_last && drawn == ListEffects::Drawn::kNothing) return false;
  if (!proof_) proof_.emplace(dispatcher, redraw.area);
  Result result = is_over ? Result::kOpen : prove(call, role, drawn);
  if (result == Result::kOpen && is_last) result = proof_->finish();
  if (result == Result::kFailed)
    throw WrongGuess(fmt::format("calls {} to {} are not proven to draw over {}: {}", number_at(redraw.calls.first),
                                 number_at(redraw.calls.last),
                                 redraw.area.is_empty() ? "everything" : "their scissor box", proof_->problem()),
                     NotRedrawn{redraw.destination, redraw.calls.last, !redraw.area.is_empty()}, proven_so_far());
  if (result == Result::kProven) {
    proof_.reset();
    ++next_redraw_;
  }
  if (is_over) return false;
  ++made_in_proofs_;
  return true;
}

std::set<std::uint16_t> SeekPlan::proven_so_far() const {
  std::set<std::uint16_t> destinations;
  for (std::size_t i = 0; i < next_redraw_; ++i) destinations.insert(redraws_[i].destination);
  return destinations;
}

RedrawProof::Result SeekPlan::prove(const loaders::Call& call, SeekRole role, ListEffects::Drawn drawn) {
  switch (role) {
    case SeekRole::kCallList: return proof_->make_list(call, drawn == ListEffects::Drawn::kAlike);
    case SeekRole::kBegin: return proof_->begin_primitive(call);
    case SeekRole::kEnd: return proof_->end_primitive(call);
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: return proof_->add_to_primitive(call);
    case SeekRole::kBlit:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: return proof_->make(call, RedrawProof::Writes::kPlainly);
    default: return proof_->make(call, RedrawProof::Writes::kFragments);
  }
}

bool SeekPlan::leaves_out(Dispatcher& dispatcher, const loaders::Call& call) {
  if (used_in_ != nullptr) verify_program(call);
  dispatcher.follow_thread(call);  // an empty primitive belongs into the context of the draw that it replaces
  if (texture_units_ > 0 && dispatcher.context != nullptr && dispatcher.context != has_units_in_) [[unlikely]]
    verify_texture_units(dispatcher, call);
  if (std::exchange(has_passed_over_, false)) values_.calls_left_out();
  const SeekRole role = seek_role(call.function);
  const bool in_list = is_in_list(dispatcher);
  if (!in_list && lists_.compiling_in(dispatcher.context)) [[unlikely]]
    lists_.none_is_open();
  if (!in_list) values_.precedes(dispatcher, role);
  // Inside of a list every call is followed: the list may hold a call that cannot be made outside of it.
  if (role <= SeekRole::kApart && !in_list) return false;
  const std::size_t index = index_of(call);
  if (role == SeekRole::kArray && !in_list) return arrays_.contains(index);
  if (role == SeekRole::kUseProgram && relies_on_programs_ && !in_list) {
    used_in_ = dispatcher.context;
    used_ = static_cast<std::uint32_t>(argument(call, 0));
  }
  lists_.follow(call, role, dispatcher.context, lists_of(dispatcher));
  if (is_guessed_about(role)) {
    if (verify(dispatcher, call, role)) return true;
  }
  if (next_redraw_ < redraws_.size() && places_in_batch_[index] >= redraws_[next_redraw_].calls.first) [[unlikely]] {
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
    case SeekRole::kBitmap:
    case SeekRole::kBlit:
    case SeekRole::kBlitNamed:
    case SeekRole::kCopyToTexture:
    case SeekRole::kCopyImage:
    case SeekRole::kCopyBetween:
    case SeekRole::kMakeMipmaps:
    case SeekRole::kMakeMipmapsOf:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: values_.clear_left_out(dispatcher); return true;
    case SeekRole::kVertex: return true;
    case SeekRole::kCallList: return leaves_out_list(dispatcher, call, 0);
    default: return false;
  }
}

// A driver hands its vertices on before a swap, so a primitive after it is not joined with those before.
void SeekPlan::precedes_swap(Dispatcher& dispatcher) {
  if (!is_in_list(dispatcher)) values_.precedes(dispatcher, SeekRole::kApart);
}

bool SeekPlan::leaves_out_list(Dispatcher& dispatcher, const loaders::Call& call, int depth) {
  if (call.function != glbindings::FunctionId::glCallList || depth == ListEffects::kMaxNested) return false;
  const void* lists = lists_of(dispatcher);
  const auto instead = lists_.of(call.args[0].u, lists);
  if (!instead || (depth == 0 && !lists_.is_short(call.args[0].u, lists))) return false;
  values_.draw_left_out(dispatcher);
  for (const loaders::Call& effect : *instead) {
    const SeekRole role = seek_role(effect.function);
    loaders::Call now = effect;  // made by who calls the list, not by who compiled it
    now.thread = call.thread;
    now.number = call.number;
    if (role == SeekRole::kCallList && leaves_out_list(dispatcher, now, depth + 1)) continue;
    values_.precedes(dispatcher, role);
    dispatcher.issue(now);
  }
  values_.draw_left_out(dispatcher);
  return true;
}

}  // namespace replay
