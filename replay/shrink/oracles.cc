// make_oracle(): one judge for each kind of question.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "replay/base/cannot_judge.h"
#include "replay/shrink/fault.h"
#include "replay/shrink/image_questions.h"
#include "replay/shrink/other_tools.h"
#include "replay/shrink/shrink_input.h"
#include "replay/shrink/written_candidate.h"

namespace replay {
namespace {

using Sides = std::shared_ptr<DriverSide>;

Sides new_side(const char* name, const Launch& launch, const FaultQuestion& question, const Fault& fault) {
  return std::make_shared<DriverSide>(
      name, launch, question.side_arguments,
      ServerTask{.last_call = fault.last_call, .timeout = question.timeout.value_or(1e6)});
}

void tell_problem(const Outcome& outcome) {
  if (!outcome.problem.empty()) spdlog::debug("a candidate: {}", outcome.problem);
}

// The good side is asked only where the picture of the bad side does not tell already that the fault is gone.
Judge difference_judge(const FaultQuestion& question, const Fault& fault) {
  const Differences differ{
      .tolerance = question.tolerance, .only_visible = fault.is_visible, .only_color = fault.is_color};
  return [good = new_side("good", question.good, question, fault), bad = new_side("bad", question.bad, question, fault),
          look = fault.look, differ](const Candidate& candidate, const SeenPictures* seen) -> Judged {
    const bool is_alone = seen == nullptr;
    if (is_alone) good->begin(candidate, look);
    const Outcome theirs = bad->play(candidate, look);
    tell_problem(theirs);
    std::optional<std::uint64_t> picture;  // none: the bad side has another fault
    if (theirs.how == Outcome::How::kDone) picture = hash_of(theirs.images);
    const bool is_gone = !picture || (!is_alone && seen->was_without_fault(*picture));
    if (is_gone && !is_alone) return {Verdict::kGone, picture};
    const Outcome ours = is_alone ? good->finish() : good->play(candidate, look);
    tell_problem(ours);
    if (ours.how != Outcome::How::kDone) return {Verdict::kNeither};
    return {!is_gone && differ(ours.images, theirs.images) ? Verdict::kThere : Verdict::kGone, picture};
  };
}

// `is_there` is asked about the outcome on the bad side.
template <class IsThere>
Judge judge_of_bad_side(const FaultQuestion& question, const Fault& fault, IsThere is_there) {
  return [side = new_side("bad", question.bad, question, fault), look = fault.look, is_there](
             const Candidate& candidate, const SeenPictures*) -> Judged {
    const Outcome outcome = side->play(candidate, look);
    tell_problem(outcome);
    if (is_there(outcome)) return {Verdict::kThere};
    return {outcome.how == Outcome::How::kFailed ? Verdict::kNeither : Verdict::kGone};
  };
}

std::string with_file(const std::string& command, const std::string& file) {
  std::string text = command;
  for (std::size_t at = 0; (at = text.find("{}", at)) != std::string::npos; at += file.size())
    text.replace(at, 2, file);
  return text;
}

// The exit codes of git bisect: 0 good, 125 skip, up to 127 bad; anything else ends the search.
Verdict verdict_of(const ChildEnding& ending) {
  if (ending.how == ChildEnding::How::kTimedOut) return Verdict::kNeither;
  if (ending.how == ChildEnding::How::kSignalled || ending.code > 127)
    throw CannotJudge("the command of --while " + describe(ending));
  if (ending.code == 125) return Verdict::kNeither;
  return ending.code == 0 ? Verdict::kGone : Verdict::kThere;
}

Judge command_judge(const FaultQuestion& question, const StoredRecording& recording,
                    const std::shared_ptr<ScratchFolder>& folder, unsigned number) {
  return [question, &recording, folder, number](const Candidate& candidate, const SeenPictures*) -> Judged {
    const std::string file = folder->path() / fmt::format("{}.trace", number);
    need(write_candidate(question.trace, file, recording, candidate, nullptr, question.limits.loaders, {}));
    ChildProcess child({.words = {"/bin/sh", "-c", with_file(question.command, file)}, .capture = true});
    return {verdict_of(child.wait(question.timeout))};
  };
}

Judge judge_of(const FaultQuestion& question, const Fault& fault) {
  switch (question.kind) {
    case FaultQuestion::Kind::kCrash:
      return judge_of_bad_side(question, fault, [signal = fault.signal, function = fault.function](const Outcome& o) {
        return o.how == Outcome::How::kCrashed && o.signal == signal && o.function == function;
      });
    case FaultQuestion::Kind::kError:
      return judge_of_bad_side(question, fault,
                               [error = question.error, function = fault.function](const Outcome& outcome) {
                                 return std::ranges::any_of(outcome.errors, [&](const SeenError& seen) {
                                   return seen.error == error && seen.function == function;
                                 });
                               });
    case FaultQuestion::Kind::kExpectNot: {
      auto same =
          std::make_shared<SameWrongPixels>(*fault.picture, Reference::load(question.reference), question.tolerance);
      return judge_of_bad_side(question, fault, [same](const Outcome& outcome) { return (*same)(outcome.images); });
    }
    case FaultQuestion::Kind::kDiffers:
    case FaultQuestion::Kind::kWhile: break;
  }
  return difference_judge(question, fault);
}

}  // namespace

Oracle make_oracle(const FaultQuestion& question, const Fault& fault, const StoredRecording& recording) {
  Oracle oracle{.question = fault.text, .needed = {}, .judges = {}};
  std::shared_ptr<ScratchFolder> folder;
  if (question.kind == FaultQuestion::Kind::kWhile) folder = std::make_shared<ScratchFolder>();
  for (unsigned i = 0; i < question.jobs; ++i)
    oracle.judges.push_back(folder ? command_judge(question, recording, folder, i) : judge_of(question, fault));
  // The place that is looked at stays, and the swap that shows it to other programs.
  const bool looks_at_place = fault.look.what != LookAt::What::kNothing && fault.look.what != LookAt::What::kErrors;
  if (!looks_at_place) return oracle;
  for (const std::uint64_t call : {fault.look.call, *fault.last_call}) {
    if (const auto entry = recording.entry_of(call)) oracle.needed.push_back(*entry);
  }
  if (const auto viewport = viewport_before(recording, oracle.needed.front())) oracle.needed.push_back(*viewport);
  return oracle;
}

}  // namespace replay
