#include "replay/shrink/fault.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/base/cannot_judge.h"
#include "replay/bisect/search.h"
#include "replay/dispatch/gl_errors.h"
#include "replay/picture/reference.h"
#include "replay/process/signals.h"
#include "replay/session/open_recording.h"
#include "replay/shrink/image_questions.h"

namespace replay {
namespace {

using What = LookAt::What;

const char* name_of(glbindings::FunctionId function) {
  return function == glbindings::FunctionId::kUnknown ? "an unknown function" : glbindings::signature(function).name();
}

DriverSide bad_side(const FaultQuestion& question) {
  return {"bad", question.bad, question.side_arguments, {.last_call = {}, .timeout = question.timeout.value_or(1e6)}};
}

Candidate whole_recording(DriverSide& side) { return {.kept = std::vector<bool>(side.entries(), true), .changes = {}}; }

// A call of the recording, and the swap that comes next.
struct Place {
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;
  std::optional<std::uint64_t> swap;
  std::uint64_t last_look = 0;  // the swap some frames later
};

// So many frames after a difference that no window shows are looked at, for one that does.
constexpr int kFramesToLookAt = 60;

Place place_of(const FaultQuestion& question, std::uint64_t number) {
  const auto source = open_recording(question.trace, question.limits.loaders);
  Place place;
  bool is_behind = false;
  int frames = 0;
  loaders::Batch batch;
  while (frames < kFramesToLookAt && source->read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      is_behind = is_behind || call.number == number;
      if (call.number == number && !call.is(loaders::kDerived)) place.function = call.function;
      if (!is_behind || !call.is(loaders::kEndsFrame) || frames == kFramesToLookAt) continue;
      if (!place.swap) place.swap = call.number;
      place.last_look = call.number;
      ++frames;
    }
  }
  return place;
}

// What differs is not in a window. A frame that comes later may show it.
std::optional<std::uint64_t> find_visible_frame(const FaultQuestion& question, const Place& place,
                                                const Differences& differ) {
  const ServerTask task{.last_call = place.last_look, .timeout = question.timeout.value_or(1e6)};
  DriverSide good("good", question.good, question.side_arguments, task);
  DriverSide bad("bad", question.bad, question.side_arguments, task);
  const auto both = [&](const LookAt& look) {
    good.begin(whole_recording(good), look);
    Outcome theirs = bad.play(whole_recording(bad), look);
    return std::pair(good.finish(), std::move(theirs));
  };
  const auto [ours, theirs] = both({What::kFrames, *place.swap});
  for (std::size_t i = 0; i < std::min(ours.frames.size(), theirs.frames.size()); ++i) {
    if (ours.frames[i].swap != theirs.frames[i].swap) break;
    if (ours.frames[i].hash == theirs.frames[i].hash) continue;
    const auto [right, wrong] = both({What::kFrameEnd, ours.frames[i].swap});
    if (differ(right.images, wrong.images)) return ours.frames[i].swap;
    break;  // the tolerance allows it
  }
  return std::nullopt;
}

// The fault as the window shows it at a swap.
Fault in_window(Fault fault, std::uint64_t swap) {
  fault.look = {What::kFrameEnd, swap};
  fault.last_call = swap;
  fault.is_visible = true;
  fault.text += fmt::format(", and the window at call {}", swap);
  return fault;
}

Fault find_difference(const FaultQuestion& question) {
  std::vector<DrawingCall> draws = plan_draws(*open_recording(question.trace, question.limits.loaders));
  if (draws.empty()) throw CannotJudge(fmt::format("{}: it draws nothing", question.trace));
  SearchResult found = search({.trace_arguments = question.side_arguments,
                               .good = question.good,
                               .bad = question.bad,
                               .tolerance = question.tolerance,
                               .timeout = question.timeout,
                               .end = question.end,
                               .frames_for_window = kFramesToLookAt},
                              draws);
  if (!found.first) {
    throw CannotJudge(found.bad_lost ? fmt::format("the bad side {}; --crash is for that", describe(*found.bad_lost))
                                     : std::string("no call differs between the two sides"));
  }
  const FoundDifference& first = found.first_color ? *found.first_color : *found.first;
  const Place place = place_of(question, first.call);
  Fault fault{.call = first.call,
              .last_call = place.swap ? place.swap : first.call,
              .function = place.function,
              .look = {What::kAfterCall, first.call},
              .is_color = !first.only_depth()};
  fault.text = first.is_exact ? fmt::format("{} differs, call {}", name_of(place.function), first.call)
                              : fmt::format("a draw differs, at the latest call {}", first.call);
  if (found.window_differs_after) {
    if (const auto swap = place_of(question, *found.window_differs_after).swap)
      return in_window(std::move(fault), *swap);
  }
  std::vector<AttachmentImage> good, bad;
  for (const ImageDifference& image : first.images) {
    if (image.good) good.push_back(*image.good);
    if (image.bad) bad.push_back(*image.bad);
  }
  const Differences differ{.tolerance = question.tolerance, .only_visible = true};
  fault.is_visible = differ(good, bad);
  if (fault.is_visible || !place.swap) return fault;
  if (const auto swap = find_visible_frame(question, place, differ)) return in_window(std::move(fault), *swap);
  return fault;
}

Fault find_crash(const FaultQuestion& question) {
  DriverSide side = bad_side(question);
  const Outcome outcome = side.play(whole_recording(side), {});
  if (outcome.how != Outcome::How::kCrashed) {
    throw CannotJudge(outcome.how == Outcome::How::kDone ? std::string("the bad side does not crash")
                                                         : "the bad side: " + outcome.problem);
  }
  char name[32];
  return {.call = outcome.call,
          .last_call = outcome.call,
          .function = outcome.function,
          .signal = outcome.signal,
          .text = fmt::format("{} in {}, call {}", name_of_signal(outcome.signal, name), name_of(outcome.function),
                              outcome.call)};
}

Fault find_error(const FaultQuestion& question) {
  DriverSide side = bad_side(question);
  const Outcome outcome = side.play(whole_recording(side), {.what = What::kErrors});
  if (outcome.how != Outcome::How::kDone) throw CannotJudge("the replay " + outcome.problem);
  const SeenError* first = nullptr;
  for (const SeenError& error : outcome.errors) {
    if (error.error == question.error && (first == nullptr || error.call < first->call)) first = &error;
  }
  const std::string_view name = gl_error_name(question.error);
  if (first == nullptr) throw CannotJudge(fmt::format("no call has the error {}", name));
  return {.call = first->call,
          .last_call = first->call,
          .function = first->function,
          .look = {What::kErrors, 0},
          .text = fmt::format("{} in {}, call {}", name, name_of(first->function), first->call)};
}

// The swap of the frame that is wanted.
std::uint64_t swap_of(const FaultQuestion& question) {
  const auto source = open_recording(question.trace, question.limits.loaders);
  std::optional<std::uint64_t> swap;
  std::uint64_t frame = 0;
  loaders::Batch batch;
  while (source->read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      if (!call.is(loaders::kEndsFrame)) continue;
      swap = call.number;
      if (frame++ == question.frame) return *swap;
    }
  }
  if (question.frame || !swap) throw CannotJudge(fmt::format("{}: it has {} frames", question.trace, frame));
  return *swap;
}

Fault find_wrong_picture(const FaultQuestion& question) {
  const std::uint64_t swap = swap_of(question);
  DriverSide side = bad_side(question);
  Fault fault{.call = swap, .last_call = swap, .look = {What::kFrameEnd, swap}};
  const Outcome outcome = side.play(whole_recording(side), fault.look);
  if (outcome.images.empty()) throw CannotJudge("the frame has no picture " + outcome.problem);
  fault.picture = outcome.images.front();
  const Judgement judgement = Reference::load(question.reference).judge(to_picture(*fault.picture), question.tolerance);
  if (judgement.good) throw CannotJudge("the frame is as " + question.reference + " expects it");
  fault.text = "the frame " + to_string(judgement);
  return fault;
}

}  // namespace

Fault find_fault(const FaultQuestion& question) {
  switch (question.kind) {
    case FaultQuestion::Kind::kDiffers: return find_difference(question);
    case FaultQuestion::Kind::kCrash: return find_crash(question);
    case FaultQuestion::Kind::kExpectNot: return find_wrong_picture(question);
    case FaultQuestion::Kind::kError: return find_error(question);
    case FaultQuestion::Kind::kWhile: return {.text = "as the command says"};
  }
  return {};
}

}  // namespace replay
