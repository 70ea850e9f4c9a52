#include "replay/trim/trim.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "loaders/container/output_file.h"
#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/reading_progress.h"
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

// Says what was asked for as the command line does.
std::string command_of(const SliceOf& wanted) {
  const CallRange& range = wanted.frames ? *wanted.frames : *wanted.calls;
  const std::string numbers =
      range.first == range.last ? fmt::to_string(range.first) : fmt::format("{}-{}", range.first, range.last);
  return fmt::format("trim --{} {}", wanted.frames ? "frame" : "call", numbers);
}

loaders::Rewritten write(const TrimJob& job, const Slice& slice, loaders::OutputFile& file) {
  auto next = slice.calls.begin();
  loaders::Edit edit;
  edit.keeps = [&](std::uint64_t number) {
    while (next != slice.calls.end() && *next < number) ++next;
    return next != slice.calls.end() && *next == number;
  };
  edit.end = slice.calls.empty() ? 0 : slice.calls.back() + 1;
  const loaders::RewriteOptions options{
      .packing = job.packing,
      .properties = {{"replay.source", job.name}, {"replay.command", command_of(job.wanted)}},
      .lowering = standard_calls_of(job.trace, job.limits.loaders),
      .open = {.limits = job.limits.loaders, .on_read = reading_progress(job.trace)}};
  return need(loaders::rewrite(job.trace, file, edit, options));
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

// Writes slices and looks at what they show.
class Trimming {
 public:
  explicit Trimming(const TrimJob& job) : job_(job) {}

  // Whether the recording of `slice` shows what the whole recording shows.
  bool shows_the_same(const Slice& slice, const loaders::Rewritten& written, const std::string& path) {
    if (expected_.empty()) look_at_original(slice);
    return picture_hashes(path, in_output(job_.wanted, slice, written, expected_.size()), job_.limit_arguments) ==
           expected_;
  }
  std::size_t pictures() const { return expected_.size(); }

 private:
  void look_at_original(const Slice& slice) {
    SliceOf wanted = job_.wanted;
    if (wanted.calls) wanted.calls = CallRange{.first = slice.last, .last = slice.last};
    expected_ = picture_hashes(job_.trace, wanted, job_.limit_arguments);
    if (expected_.empty()) throw CannotJudge(fmt::format("{}: {} shows no picture", job_.trace, where(job_.wanted)));
  }

  const TrimJob& job_;
  std::vector<std::string> expected_;
};

}  // namespace

Trimmed trim(const TrimJob& job) {
  Trimming trimming(job);
  std::vector<std::uint64_t> tried;
  // The smallest slice is a guess, so it needs to be verified.
  for (const Caution caution : std::span(kFromSmallest).subspan(job.verifies ? 0 : 1)) {
    const Slice slice = make_slice(job, caution);
    if (slice.calls == tried) continue;
    if (!tried.empty()) spdlog::info("{} calls show another picture; keeping {}", tried.size(), keeps(caution));
    tried = slice.calls;
    loaders::OutputFile file = need(loaders::OutputFile::create(job.output));
    if (job.verifies && file.hidden().empty())
      throw CannotJudge(fmt::format(
          "{}: it is no regular file, so what is written cannot be replayed; --no-verify writes it nevertheless",
          job.output));
    const loaders::Rewritten written = write(job, slice, file);
    if (job.verifies && !trimming.shows_the_same(slice, written, file.hidden())) continue;
    need(file.commit());
    return {.calls_before = slice.read,
            .calls = written.calls,
            .pictures = trimming.pictures(),
            .first_frame = slice.frames_before,
            .caution = caution};
  }
  throw CannotJudge(
      fmt::format("{}: {} shows another picture in the trimmed recording, whatever is kept; --no-verify "
                  "writes it nevertheless",
                  job.trace, where(job.wanted)));
}

}  // namespace replay
