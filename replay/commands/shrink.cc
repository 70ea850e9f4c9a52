#include "replay/commands/shrink.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/progress_line.h"
#include "replay/base/whole_file.h"
#include "replay/dispatch/gl_errors.h"
#include "replay/process/shader_caches.h"
#include "replay/process/signals.h"
#include "replay/session/open_recording.h"
#include "replay/shrink/contents.h"
#include "replay/shrink/fault.h"
#include "replay/shrink/first_cut.h"
#include "replay/shrink/other_tools.h"
#include "replay/shrink/search.h"
#include "replay/shrink/shrink_input.h"
#include "replay/shrink/written_candidate.h"

namespace replay {
namespace {

FaultQuestion::Kind kind_of(ShrinkFor what) {
  switch (what) {
    case ShrinkFor::kCrash: return FaultQuestion::Kind::kCrash;
    case ShrinkFor::kExpectNot: return FaultQuestion::Kind::kExpectNot;
    case ShrinkFor::kError: return FaultQuestion::Kind::kError;
    case ShrinkFor::kWhile: return FaultQuestion::Kind::kWhile;
    case ShrinkFor::kDiffers: break;
  }
  return FaultQuestion::Kind::kDiffers;
}

std::uint32_t error_of(const std::string& name) {
  // The errors of GL have consecutive numbers.
  for (std::uint32_t error = 0x0500; error <= 0x0507; ++error) {
    if (gl_error_name(error) == name) return error;
  }
  throw CannotJudge(fmt::format("--error '{}': it is no error of GL, such as GL_INVALID_ENUM", name));
}

FaultQuestion question_of(const ShrinkOptions& options, const std::string& trace, const ShaderCaches& caches) {
  FaultQuestion question{.kind = kind_of(options.what),
                         .good = caches.of_its_own(need(parse_launch(options.good)), "good"),
                         .bad = caches.of_its_own(need(parse_launch(options.bad)), "bad"),
                         .tolerance = options.tolerance,
                         .reference = options.expect_not,
                         .frame = options.frame,
                         .command = options.command,
                         .timeout = options.timeout,
                         .trace = trace,
                         .side_arguments = probe_arguments(trace, options),
                         .limits = options.limits,
                         .jobs = options.jobs};
  if (!options.error.empty()) question.error = error_of(options.error);
  return question;
}

// On a terminal there is a line that is written over; elsewhere there is a message every few seconds.
class ShrinkTeller {
 public:
  void tell(const ShrinkProgress& progress) {
    const std::string text = fmt::format("{} calls left, {} candidates tried, {:.0f} s ({})", progress.calls,
                                         progress.candidates, progress.seconds, progress.level);
    if (shows_progress()) return show_progress(text);
    if (last_ && progress.seconds - *last_ < kPause) return;
    last_ = progress.seconds;
    spdlog::info("{}", text);
  }

 private:
  static constexpr double kPause = 5;  // seconds
  std::optional<double> last_;
};

// A fault is of the same kind when another search would take it for the same.
bool is_same_kind(const Fault& a, const Fault& b) {
  if (a.look.what == LookAt::What::kFrameEnd && a.is_visible) return b.is_visible;
  return a.function == b.function && a.signal == b.signal;
}

// Looks for the fault in what was written, as if it were any recording.
Fault fault_of_result(const ShrinkOptions& options, const ShaderCaches& caches) {
  FaultQuestion question = question_of(options, options.output, caches);
  question.frame.reset();
  return find_fault(question);
}

// What was written, and the fault that it shows where that was looked for.
struct WrittenResult {
  std::uint64_t calls = 0;
  std::optional<Fault> shows{};
};

// Writes the smallest recording. One that shows the fault in pictures gets an empty frame for other tools, unless the
// fault hides then.
WrittenResult write_smallest(const ShrinkOptions& options, const ShrinkInput& input, const StoredRecording& recording,
                             const ShrinkSearch& search, const Fault& fault, const ShaderCaches& caches) {
  const auto write = [&](const EmptyFrame* frame) {
    return need(write_candidate(input.path(), options.output, recording, search.smallest(), frame,
                                options.limits.loaders,
                                {{"replay.source", std::filesystem::path(options.trace).filename().string()},
                                 {"replay.command", "shrink"}}))
        .calls;
  };
  const bool is_in_pictures = options.what == ShrinkFor::kDiffers || options.what == ShrinkFor::kExpectNot;
  const auto frame = is_in_pictures && !search.has_ended() ? empty_frame(recording, search.smallest()) : std::nullopt;
  if (!frame) return {.calls = write(nullptr)};
  const std::uint64_t calls = write(&*frame);
  try {
    const Fault again = fault_of_result(options, caches);
    if (is_same_kind(fault, again)) return {.calls = calls, .shows = again};
  } catch (const CannotJudge&) {  // it hides
  }
  return {.calls = write(nullptr)};
}

void check_result(const ShrinkOptions& options, const Fault& fault, const WrittenResult& result,
                  const ShaderCaches& caches) {
  if (options.what == ShrinkFor::kWhile) return;  // its last candidate was this file
  const Fault again = result.shows ? *result.shows : fault_of_result(options, caches);
  print_out("{:<12} {}\n", "shows", again.text);
  if (!is_same_kind(fault, again)) spdlog::warn("the smaller recording shows it in another call first: {}", again.text);
}

void report(const ShrinkOptions& options, const ShrinkInput& input, std::size_t calls_before, std::uint64_t calls,
            const ShrinkSearch& search) {
  const ShrinkProgress& progress = search.progress();
  std::error_code unknown;
  const auto before = std::filesystem::file_size(input.original(), unknown);
  const auto after = std::filesystem::file_size(options.output, unknown);
  print_out("{:<12} {} of {} calls, {} of {} bytes\n", "left", calls, calls_before, after, before);
  print_out("{:<12} {} candidates in {:.1f} s, {} remembered, {} flaky\n", "tried", progress.candidates,
            progress.seconds, progress.remembered, progress.flaky);
  print_out("{:<12} {}\n", "recording", options.output);
}

}  // namespace

int run_shrink(const ShrinkOptions& options) {
  never_overwrite(options.trace);
  need(check_can_write(options.output));
  note_wishes();
  SearchLimits limits{.end = {}, .seed = options.seed};
  if (options.seconds) {
    limits.end = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                        std::chrono::duration<double>(*options.seconds));
  }
  const ShrinkInput input(options.trace, options.limits.loaders);
  if (input.is_converted()) spdlog::info("the recording was converted; numbers of calls are those after that");
  const ShaderCaches caches;
  FaultQuestion question = question_of(options, input.path(), caches);
  question.end = limits.end;
  const Fault fault = find_fault(question);
  print_out("{:<12} {}\n", "fault", fault.text);
  std::fflush(stdout);
  const StoredRecording recording(open_recording(input.path(), options.limits.loaders), fault.last_call);
  const Dependencies dependencies = find_dependencies(recording);
  const Oracle oracle = make_oracle(question, fault, recording);
  ShrinkTeller teller;
  ShrinkSearch search(
      recording, dependencies, oracle, limits, [&](const ShrinkProgress& progress) { teller.tell(progress); },
      [] { return asked_to_end() != 0; });
  if (!begin_small(question, fault, recording, dependencies, oracle.needed, options.contents, search))
    throw CannotJudge("the fault does not show when the recording is replayed again");
  search.drop_calls(
      [&](const Candidate& candidate) { return slices_of(candidate, fault, recording, dependencies, oracle.needed); });
  if (options.contents) shrink_contents(recording, dependencies, {.shaders = options.shaders}, search);
  const WrittenResult result = write_smallest(options, input, recording, search, fault, caches);
  report(options, input, recording.entries(), result.calls, search);
  if (!search.has_ended()) check_result(options, fault, result, caches);
  return kGood;
}

}  // namespace replay
