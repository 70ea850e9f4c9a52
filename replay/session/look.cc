#include "replay/session/look.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/output/picture_writer.h"
#include "replay/process/signals.h"
#include "replay/seek/guesses.h"
#include "replay/seek/seek_analysis.h"
#include "replay/session/open_recording.h"
#include "replay/session/plan.h"
#include "replay/session/report.h"
#include "replay/viewer/viewer.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// A shell takes everything between such quotes as it is, except the quote itself.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char character : text) character == '\'' ? result += "'\\''" : result += character;
  return result + "'";
}

std::string absolute(const std::string& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  return failed ? path : whole.lexically_normal().string();
}

// Nothing shows a recording again that came through a pipe.
std::string command_for(const ReplayOptions& options, const std::string& name, const ViewedPlace& place) {
  if (name != options.trace) return "";
  std::string command = fmt::format("replay {}", quoted(absolute(name)));
  command += place.is_frame() ? fmt::format(" --frame {}", place.frame) : fmt::format(" --call {}", place.call);
  if (options.size) command += fmt::format(" --size {}x{}", options.size->width, options.size->height);
  if (options.allow_lower) command += " --allow-lower";
  if (options.run_incomplete) command += " --run-incomplete";
  if (!options.seek) command += " --no-seek";
  return command;
}

// Writes the pictures that the person saves.
class SavedPictures {
 public:
  explicit SavedPictures(const std::string& trace) : names_(trace) {}

  std::string save(const ViewedPicture& shown, const PictureKey& key) {
    const ViewedPlace& place = key.place;
    fs::path path = place.is_frame() ? names_.frame(place.frame) : names_.call(place.call);
    if (key.look == Look::kWireframe) path.replace_extension("wireframe.png");
    if (key.look == Look::kOverdraw) path.replace_extension("overdraw.png");
    writer_.write(path, shown.picture);
    for (const PictureWriter::Failure& failure : writer_.finish()) return failure.why;
    spdlog::info("saved {}", path.string());
    return "saved " + absolute(path.string());
  }

 private:
  PictureNames names_;
  PictureWriter writer_;
};

// What is shown first, where the options ask for a frame or a call.
ViewedPlace first_place(const ReplayOptions& options, const OpenRecording& open) {
  if (const auto frame = options.frames.only()) return {*frame};
  const auto call = options.calls.only();
  if (!call) return {};
  const auto frame = find_frame_of(*open(), *call);
  if (!frame) throw CannotJudge(fmt::format("{}: it has no call {}", options.trace, *call));
  return {*frame, *call};
}

Plan plan_of(const Prepared& prepared, const Way& way, const SeekGuesses& guesses, std::optional<SeekAnalysis>& kept) {
  const ReplayOptions& options = prepared.options;
  const OpenRecording open = [&] { return open_recording(options.trace, options.limits.loaders); };
  Plan plan{.unswapped = find_unswapped_frame(*open())};
  const bool is_from_start = way.frames.empty() && way.calls.empty();
  if (options.may_seek() && !is_from_start && !plan.unswapped)
    plan.seek = plan_from_kept(kept, guesses, [&] {
      return SeekAnalysis(*open(), {.frames = way.frames, .calls = way.calls, .goes_on = true, .guesses = guesses});
    });
  for (const std::string& reason : plan.seek.reasons()) spdlog::debug("seeking: {}", reason);
  return plan;
}

}  // namespace

void look(Prepared& prepared, const std::string& name, Platform& platform, std::atomic<Round*>& playing,
          Summary& summary) {
  ReplayOptions& options = prepared.options;
  const OpenRecording open = [&] { return open_recording(options.trace, options.limits.loaders); };
  SavedPictures saved(name);
  const bool is_at_place = options.frames.only() || options.calls.only();
  Viewer viewer(platform, {.name = name == "-" ? "standard input" : fs::path(name).filename().string(),
                           .open = open,
                           .begin = first_place(options, open),
                           .is_paused = options.paused || is_at_place,
                           .exits_at_end = options.exit_at_end,
                           .fps = options.fps,
                           .loops = options.loop,
                           .watched = options.calls,
                           .save = [&](const auto& shown, const auto& key) { return saved.save(shown, key); },
                           .command = [&](const ViewedPlace& place) { return command_for(options, name, place); }});
  FrameTimes frame_times;
  bool is_first = true;
  while (const auto way = viewer.next_way()) {
    const bool takes_pictures = std::exchange(is_first, false) && options.reads_pictures();
    std::optional<SeekAnalysis> analysis;
    for (SeekGuesses guesses;;) {
      Round round(prepared, prepared.source ? std::move(prepared.source) : open(), platform, frame_times,
                  takes_pictures,
                  {.pacing = viewer, .viewer = &viewer, .watched = &viewer.watched(), .wireframe = viewer.wireframe()});
      const Published published(playing, round);
      try {
        round.play(plan_of(prepared, *way, guesses, analysis), 1, summary);
        break;
      } catch (const WrongGuess& problem) {
        spdlog::info("{}; beginning again", problem.what());
        guesses = guesses.without(problem);
        viewer.begin_again();
      }
    }
    if (takes_pictures && asked_to_end() == 0) name_missing_pictures(options, summary);
  }
  summary.seconds = std::max(summary.seconds - viewer.idle_seconds(), 0.0);
}

}  // namespace replay
