#include "replay/trim/trim.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/session/open_recording.h"
#include "replay/standard_calls/standard_calls.h"
#include "replay/trim/pictures.h"

namespace replay {
namespace {

constexpr Caution kFromSmallest[] = {Caution::kFramesAreRedrawn, Caution::kCallsAreAccepted, Caution::kStateIsKept,
                                     Caution::kAllIsKept};

const char* keeps(Caution caution) {
  switch (caution) {
    case Caution::kFramesAreRedrawn: return "what the frames need if each frame draws all of its pictures anew";
    case Caution::kCallsAreAccepted: return "all drawing whose pixels may still be there";
    case Caution::kStateIsKept: return "all calls but queries and drawing that was overwritten";
    case Caution::kAllIsKept: return "all calls but the ends of earlier frames";
  }
  return "";
}

// A file beside the output, which is removed unless it has become the output.
class Draft {
 public:
  explicit Draft(const std::string& output) : output_(output), path_(output + ".unverified") {}
  ~Draft() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::string& path() const { return path_; }
  void accept() const {
    std::error_code problem;
    std::filesystem::rename(path_, output_, problem);
    if (problem) throw CannotJudge(fmt::format("{}: {}", output_, problem.message()));
  }

 private:
  std::string output_, path_;
};

std::string where(const SliceOf& wanted) {
  const CallRange& range = wanted.frames ? *wanted.frames : *wanted.calls;
  return range.first == range.last
             ? fmt::format("{} {}", wanted.frames ? "frame" : "call", range.first)
             : fmt::format("{} {}-{}", wanted.frames ? "frames" : "calls", range.first, range.last);
}

Slice make_slice(const TrimJob& job, Caution caution) {
  auto slice = slice_recording([&] { return open_recording(job.trace, job.limits.loaders); }, job.wanted, caution);
  if (!slice) throw CannotJudge(fmt::format("{}: it has no {}", job.trace, where(job.wanted)));
  return *std::move(slice);
}

loaders::Rewritten write(const TrimJob& job, const Slice& slice, const std::string& path) {
  auto next = slice.calls.begin();
  loaders::Edit edit;
  edit.keeps = [&](std::uint64_t number) {
    while (next != slice.calls.end() && *next < number) ++next;
    return next != slice.calls.end() && *next == number;
  };
  edit.end = slice.calls.empty() ? 0 : slice.calls.back() + 1;
  loaders::RewriteOptions options{
      .packing = job.packing,
      .properties = {{"replay.source", std::filesystem::path(job.trace).filename().string()},
                     {"replay.command", job.command}},
      .open = {.limits = job.limits.loaders}};
  const auto source = open_recording(job.trace, job.limits.loaders);
  if (source->info().format != "apitrace") options.lowering = standard_calls(plan_sizes(*source));
  return need(loaders::rewrite(job.trace, path, edit, options));
}

// The number that a call of the recording has in what was written.
std::uint64_t number_of(std::uint64_t call, const loaders::Rewritten& written) {
  for (const loaders::NumberRun& run : written.numbers) {
    if (call >= run.from && call < run.from + run.count) return run.to + (call - run.from);
  }
  throw CannotJudge(fmt::format("call {} is not a call that can be written", call));
}

// Where the output has what is wanted. A frame of several canvases is several frames there, one for each picture.
SliceOf in_output(const SliceOf& wanted, const Slice& slice, const loaders::Rewritten& written, std::size_t pictures) {
  if (wanted.frames) {
    const std::uint64_t frames = std::max<std::uint64_t>(wanted.frames->last - wanted.frames->first + 1, pictures);
    return {.frames = CallRange{.first = slice.frames_before, .last = slice.frames_before + frames - 1}};
  }
  const std::uint64_t last = number_of(slice.last, written);
  return {.calls = CallRange{.first = last, .last = last}};
}

}  // namespace

Trimmed trim(const TrimJob& job) {
  const Draft draft(job.output);
  std::vector<std::string> expected;
  const std::size_t first = job.verifies ? 0 : 1;  // the smallest slice is a guess
  for (std::size_t i = first; i < std::size(kFromSmallest); ++i) {
    const Caution caution = kFromSmallest[i];
    const Slice slice = make_slice(job, caution);
    const loaders::Rewritten written = write(job, slice, draft.path());
    Trimmed trimmed{
        .calls_before = slice.read, .calls = written.calls, .first_frame = slice.frames_before, .caution = caution};
    if (!job.verifies) {
      draft.accept();
      return trimmed;
    }
    const PictureJob replays{.limit_arguments = job.limit_arguments};
    if (expected.empty()) {
      SliceOf wanted = job.wanted;
      if (wanted.calls) wanted.calls = CallRange{.first = slice.last, .last = slice.last};
      expected = picture_hashes(job.trace, wanted, replays);
      if (expected.empty()) throw CannotJudge(fmt::format("{}: {} shows no picture", job.trace, where(job.wanted)));
    }
    if (picture_hashes(draft.path(), in_output(job.wanted, slice, written, expected.size()), replays) == expected) {
      trimmed.pictures = expected.size();
      draft.accept();
      return trimmed;
    }
    if (i + 1 < std::size(kFromSmallest))
      spdlog::info("{} calls show another picture; keeping {}", written.calls, keeps(kFromSmallest[i + 1]));
  }
  throw CannotJudge(
      fmt::format("{}: {} shows another picture in the trimmed recording, whatever is kept; --no-verify "
                  "writes it nevertheless",
                  job.trace, where(job.wanted)));
}

}  // namespace replay
