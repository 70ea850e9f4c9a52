#include "replay/trim/trim.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "loaders/container/output_file.h"
#include "loaders/rewrite.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/mixed_hash.h"
#include "replay/base/reading_progress.h"
#include "replay/process/confined_step.h"
#include "replay/session/open_recording.h"
#include "replay/standard_calls/standard_calls.h"
#include "replay/trim/pictures.h"
#include "replay/trim/refused_calls.h"
#include "replay/trim/size_answer.h"

namespace replay {
namespace {

constexpr Caution kFromSmallest[] = {Caution::kFramesAreRedrawn, Caution::kRedrawsAreProven, Caution::kCallsAreAccepted,
                                     Caution::kStateIsKept, Caution::kAllIsKept};
// Of these, the first ones are guesses, and have to be verified.
constexpr std::size_t kGuesses = 2;

const char* keeps(Caution caution) {
  switch (caution) {
    case Caution::kFramesAreRedrawn: return "what the frames need if each frame draws all of its pictures anew";
    case Caution::kRedrawsAreProven: return "all drawing that no later drawing is proven to cover";
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

// How a cut is made.
struct CutOptions {
  Caution caution = Caution::kCallsAreAccepted;
  std::optional<WindowSize> told = std::nullopt;
  std::vector<std::uint64_t> refused{};      // calls that have no effect. Sorted
  SeekGuesses proven = SeekGuesses::none();  // by a replay that seeks
};

Slice make_slice(const TrimJob& job, const CutOptions& options) {
  auto slice = slice_recording([&] { return open_recording(job.trace, job.limits.loaders); }, job.wanted,
                               options.caution, options.refused, options.proven);
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

// `told`: the size of the window that the recording has to tell, because it does not show it.
loaders::Rewritten write(const TrimJob& job, const Slice& slice, std::optional<WindowSize> told,
                         loaders::OutputFile& file) {
  auto next = slice.calls.begin();
  loaders::Edit edit;
  edit.keeps = [&](std::uint64_t number) {
    while (next != slice.calls.end() && *next < number) ++next;
    return next != slice.calls.end() && *next == number;
  };
  edit.end = slice.calls.empty() ? 0 : slice.calls.back() + 1;
  std::optional<SizeAnswer> answer;
  std::vector<loaders::Edit::Insertion> insertions;
  if (told && slice.window) {
    answer.emplace(*slice.window, *told);
    insertions.push_back({.before = slice.first, .calls = answer->calls()});
  }
  edit.insertions = insertions;
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

// What a slice is, and what was written of it.
struct Cut {
  std::uint64_t kept = 0, hash = 0;  // how many calls the slice has, and a hash of their numbers and of what is added
  std::uint64_t read = 0;            // calls of the recording
  std::uint64_t frames_before = 0;
  std::uint64_t last = 0, last_in_output = 0;  // the last call that was asked for; only where calls were
  std::uint64_t written = 0;                   // calls
  bool was_tried = false;                      // so nothing was written
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Cut, kept, hash, read, frames_before, last, last_in_output, written, was_tried)

std::uint64_t hash_of(const std::vector<std::uint64_t>& calls) {
  std::uint64_t hash = 0;
  for (const std::uint64_t call : calls) hash = mixed(hash, call);
  return hash;
}

// Writes the slice, unless it is the one that was `tried` before.
Cut cut(const TrimJob& job, const CutOptions& options, const std::optional<Cut>& tried, loaders::OutputFile& file) {
  const Slice slice = make_slice(job, options);
  Cut made{.kept = slice.calls.size(),
           .hash = hash_of(slice.calls),
           .read = slice.read,
           .frames_before = slice.frames_before,
           .last = slice.last};
  if (options.told && slice.window) made.hash = ~made.hash;
  made.was_tried = tried && tried->kept == made.kept && tried->hash == made.hash;
  if (made.was_tried) return made;
  const loaders::Rewritten written = write(job, slice, options.told, file);
  made.written = written.calls;
  if (job.wanted.calls) made.last_in_output = number_of(slice.last, written);
  return made;
}

// The same under --sandbox: what reads the recording is confined.
Cut cut_confined(const TrimJob& job, const CutOptions& options, const std::optional<Cut>& tried,
                 loaders::OutputFile& file) {
  return answer_of<Cut>(job.supervision, [&]() -> nlohmann::json { return cut(job, options, tried, file); });
}

// Where the output has what is wanted. A frame of several canvases is several frames there, one for each picture.
SliceOf in_output(const SliceOf& wanted, const Cut& cut, std::size_t pictures) {
  if (!wanted.frames) return {.calls = CallRange{.first = cut.last_in_output, .last = cut.last_in_output}};
  const std::uint64_t frames = std::max<std::uint64_t>(wanted.frames->last - wanted.frames->first + 1, pictures);
  return {.frames = CallRange{.first = cut.frames_before, .last = cut.frames_before + frames - 1}};
}

// Looks at what the written slices show.
class Verifier {
 public:
  explicit Verifier(const TrimJob& job) : job_(job) {}

  // Whether what was written to `path` shows what the whole recording shows.
  bool shows_the_same(const Cut& cut, const std::string& path) {
    if (expected_.empty()) look_at_original(cut);
    shown_ = shown_pictures(path, in_output(job_.wanted, cut, expected_.size()), job_.replay_arguments).pictures;
    return shown_ == expected_;
  }
  // The size of a window that the last of them showed in another size.
  std::optional<WindowSize> missed_size() const {
    for (std::size_t i = 0; i < std::min(shown_.size(), expected_.size()); ++i) {
      if (shown_[i].size != expected_[i].size) return expected_[i].size;
    }
    return std::nullopt;
  }
  std::size_t pictures() const { return expected_.size(); }
  // What was proven about the whole recording.
  const SeekGuesses& proven() const { return proven_; }

 private:
  void look_at_original(const Cut& cut) {
    SliceOf wanted = job_.wanted;
    if (wanted.calls) wanted.calls = CallRange{.first = cut.last, .last = cut.last};
    ShownPictures original = shown_pictures(job_.trace, wanted, job_.replay_arguments);
    expected_ = std::move(original.pictures);
    proven_ = std::move(original.guesses);
    if (expected_.empty()) throw CannotJudge(fmt::format("{}: {} shows no picture", job_.trace, where(job_.wanted)));
  }

  const TrimJob& job_;
  std::vector<SizedHash> expected_, shown_;
  SeekGuesses proven_ = SeekGuesses::none();
};

}  // namespace

Trimmed trim(const TrimJob& job) {
  Verifier verifier(job);
  std::optional<Cut> tried;
  CutOptions options;
  bool knows_refused = false;
  std::string remedy;
  const auto cautions = std::span(kFromSmallest).subspan(job.verifies ? 0 : kGuesses);
  for (auto caution = cautions.begin(); caution != cautions.end();) {
    options.caution = *caution;
    options.proven = verifier.proven();
    loaders::OutputFile file = need(loaders::OutputFile::create(job.output));
    if (job.verifies && file.hidden().empty())
      throw CannotJudge(fmt::format(
          "{}: it is no regular file, so what is written cannot be replayed; --no-verify writes it nevertheless",
          job.output));
    const Cut made = cut_confined(job, options, tried, file);
    const bool is_new = !made.was_tried;
    if (is_new && tried) spdlog::info("{} calls show another picture; {}", tried->kept, remedy);
    if (is_new && (!job.verifies || verifier.shows_the_same(made, file.hidden()))) {
      need(file.commit());
      return {.calls_before = made.read,
              .calls = made.written,
              .pictures = verifier.pictures(),
              .first_frame = made.frames_before,
              .caution = options.caution};
    }
    if (is_new) tried = made;
    const auto size = options.told ? std::nullopt : verifier.missed_size();
    if (size) {
      options.told = size;
      remedy = fmt::format("adding a query that tells that the window has {}x{} pixels", size->width, size->height);
      continue;
    }
    if (!std::exchange(knows_refused, true)) {
      options.refused = refused_calls(job.trace, job.wanted, job.replay_arguments);
      caution = options.refused.empty() ? caution : cautions.begin();
      remedy = fmt::format("taking {} calls that the driver refuses for what they are", options.refused.size());
      if (!options.refused.empty()) continue;
    }
    if (++caution != cautions.end()) {
      remedy = fmt::format("keeping {}", keeps(*caution));
    }
  }
  throw CannotJudge(
      fmt::format("{}: {} shows another picture in the trimmed recording, whatever is kept; --no-verify "
                  "writes it nevertheless",
                  job.trace, where(job.wanted)));
}

}  // namespace replay
