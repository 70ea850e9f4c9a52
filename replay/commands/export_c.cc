#include "replay/commands/export_c.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/export_c/exporter.h"
#include "replay/process/child_process.h"
#include "replay/process/sandbox.h"
#include "replay/process/signals.h"
#include "replay/process/supervise.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/session/plan.h"
#include "replay/session/playback.h"
#include "replay/session/prepare.h"

namespace replay {
namespace {

constexpr std::uint64_t kMaxCalls = 20'000;

// Tells the exporter of frames, and takes the picture with it.
class ExportWatcher : public Observer {
 public:
  ExportWatcher(Exporter& exporter, const ReplayOptions& options) : exporter_(exporter), options_(options) {}

  void frame_ends(Dispatcher& d, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) override {
    check();
    if (!options_.frames.contains(frame)) return;
    const std::string title = fmt::format("frame {}", frame), file = fmt::format("frame_{}", frame);
    const std::vector<Drawable*> canvases = d.window_system.canvases();
    if (canvases.size() < 2) return take(title, file, [&] { return read_frame(d, swap, drawable); });
    for (Drawable* canvas : canvases) {
      const std::string part = fmt::format(".ctx{}", canvas->id);
      take(title + part, file + part, [&] { return read_drawable(d, *canvas); });
    }
  }

  void frame_shown(Dispatcher&, std::uint64_t frame) override {
    if (options_.frames.last() == frame) return exporter_.end();
    exporter_.end_frame();
    exporter_.begin_frame(frame + 1);
  }

  void call_done(Dispatcher& d, const loaders::Call& call) override {
    check();
    if (!options_.calls.names(call.number)) return;
    take(fmt::format("call {}", call.number), fmt::format("call_{}", call.number),
         [&] { return read_draw_framebuffer(d); });
  }

  void finished(Dispatcher&) override { check(); }

  // What `replay --hash` prints.
  const std::vector<std::string>& pictures() const { return pictures_; }
  // Whether the frame or call was reached.
  bool has_ended() const { return has_ended_; }

 private:
  template <class Read>
  void take(const std::string& title, const std::string& file, Read read) {
    exporter_.begin_picture();
    const auto picture = read();
    has_ended_ = true;
    if (!picture || !picture->valid()) {
      spdlog::warn("{}: it draws into nothing of which there could be a picture; the program only makes the calls",
                   title);
      return exporter_.end_picture(title, "");
    }
    exporter_.end_picture(title, file + ".ppm");
    pictures_.push_back(fmt::format("{} {}", title, md5_of_rgb(*picture)));
  }

  void check() const {
    if (exporter_.problem()) throw CannotJudge(*exporter_.problem());
    if (exporter_.has_too_many())
      throw CannotJudge(
          fmt::format("the program would make more than {} calls, which no compiler and no person likes: "
                      "export what 'replay trim' or 'replay shrink' leaves of the recording, or give --force",
                      kMaxCalls));
  }

  Exporter& exporter_;
  const ReplayOptions& options_;
  std::vector<std::string> pictures_;
  bool has_ended_ = false;
};

ReplayOptions replay_options(const ExportOptions& options) {
  ReplayOptions replay;
  replay.trace = options.trace;
  replay.limits = options.limits;
  replay.hash = true;
  replay.window = WindowChoice::kHeadless;
  replay.seek = options.seek;
  if (options.frame) replay.frames.add({.first = *options.frame, .last = *options.frame});
  if (options.call) replay.calls.add({.first = *options.call, .last = *options.call});
  if (!options.frame && !options.call) replay.frames.add_last();
  return replay;
}

// Returns whether the replay ended before the recording.
bool play(Prepared& prepared, Exporter& exporter, ExportWatcher& watcher) {
  const auto platform = need(Platform::create(Display::kHeadless));
  std::optional<SeekAnalysis> none_kept;
  Plan plan = make_plan(prepared, true, SeekGuesses::none(), none_kept);
  Playback playback(*prepared.source, *platform, {.title = "", .limits = prepared.options.limits.driver});
  exporter.begin(playback.dispatcher());
  exporter.begin_frame(0);
  const bool stopped = playback
                           .play({.observers = {&watcher},
                                  .watched_calls = &plan.watched,
                                  .last_frame = plan.last_frame,
                                  .last_call = plan.last_call,
                                  .unswapped = plan.unswapped,
                                  .seek = &plan.seek})
                           .stopped;
  exporter.end();
  std::uint64_t skipped = 0;
  for (const auto& [key, count] : playback.dispatcher().skips.counts()) {
    if (!is_harmless(key.first)) skipped += count.count;
  }
  if (skipped != 0)
    spdlog::warn("{} calls cannot be made, and are not in the program: 'replay {}' says why", skipped,
                 prepared.options.trace);
  return stopped;
}

// What is wrong behind the end of the program is said only where the recording was read to its end, to find that.
int report(const Summary& summary, const loaders::CallSource& source, bool stopped) {
  const auto& error = summary.file_error || stopped ? summary.file_error : source.error();
  if (!error) return kGood;
  spdlog::error("{}", error->to_string());
  return kCannotJudge;
}

// Writes the program and gives the folder its name.
void write(const ExportOptions& options, ExportFolder& folder, Exporter& exporter, const ExportWatcher& watcher) {
  exporter.write_program({std::filesystem::path(options.trace).filename().string(), watcher.pictures()});
  folder.finish();
  print_summary("{:<10} {} ({} calls, {} blobs)\n", "export-c", (folder.wanted() / "repro.c").string(),
                exporter.calls(), folder.blobs());
  for (const std::string& picture : watcher.pictures()) print_summary("{:<10} {}\n", "shows", picture);
}

// A call that crashes the driver is what a program is wanted for: it becomes the last one.
int end_early(const ExportOptions& options, ExportFolder& folder, Exporter& exporter, const ExportWatcher& watcher,
              const Ending& ending) {
  if (!ending.crash || ending.culprit == Culprit::kReplay || exporter.problem() || exporter.has_too_many()) {
    folder.remove();
    return kCannotJudge;
  }
  char space[32];
  spdlog::warn("the driver crashed ({}): the program ends with that call, and shows no picture",
               name_of_signal(ending.signal, space));
  try {
    exporter.end_in_call();
    write(options, folder, exporter, watcher);
    return std::fflush(stdout) == 0 ? kGood : kCannotJudge;
  } catch (const CannotJudge& problem) {
    spdlog::error("{}", problem.what());
    return kCannotJudge;
  }
}

}  // namespace

int run_export_c(const ExportOptions& options) {
  if (needs_child(options.supervision)) {
    ExportFolder folder(options.output, ExportFolder::Role::kParent);
    const int code = supervise(options.supervision);
    folder.finish_what_child_wrote();
    return code;
  }
  ExportFolder folder(options.output, is_supervised() ? ExportFolder::Role::kChild : ExportFolder::Role::kAlone);
  enter_sandbox(options.supervision, {folder.hidden()});
  Summary summary;
  Prepared prepared = prepare(replay_options(options), summary);
  Exporter exporter(folder, options.force ? UINT64_MAX : kMaxCalls);
  ExportWatcher watcher(exporter, prepared.options);
  std::optional<LastWill> will;
  will.emplace([&](const Ending& ending) { return end_early(options, folder, exporter, watcher, ending); });
  const bool stopped = play(prepared, exporter, watcher);
  will.reset();
  if (asked_to_end() != 0) return kCannotJudge;
  if (!watcher.has_ended()) throw CannotJudge(fmt::format("{}: it has no such frame or call", options.trace));
  write(options, folder, exporter, watcher);
  return report(summary, *prepared.source, stopped);
}

}  // namespace replay
