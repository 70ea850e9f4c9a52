#include "replay/commands/replay.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "replay/base/cannot_judge.h"
#include "replay/commands/index.h"
#include "replay/session/interactive.h"
#include "replay/session/open_recording.h"
#include "replay/session/report.h"
#include "replay/session/trace_facts.h"
#include "replay/observe/driver_check.h"
#include "replay/observe/expectation.h"
#include "replay/observe/frame_times.h"
#include "replay/observe/progress.h"
#include "replay/observe/state_at_call.h"
#include "replay/session/summary.h"
#include "replay/base/whole_file.h"
#include "replay/player/player.h"
#include "replay/process/heap.h"
#include "replay/observe/last_call_reporter.h"
#include "replay/process/last_call.h"
#include "replay/process/sandbox.h"
#include "replay/process/signals.h"
#include "replay/process/supervise.h"

namespace replay {
namespace {

Display display_of(WindowChoice choice) {
  switch (choice) {
    case WindowChoice::kHeadless: return Display::kHeadless;
    case WindowChoice::kWindow: return Display::kWindow;
    default: return Display::kAuto;
  }
}

bool is_stream(const loaders::CallSource& source) { return !source.info().file_size; }

// Keeps the picture of a frame that the person at the window may want to save.
class ShownFrame : public Observer {
 public:
  explicit ShownFrame(const Interactive& interactive) : interactive_(interactive) {}

  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call*, Drawable* drawable) override {
    if (drawable != nullptr && interactive_.wants_picture(frame)) picture_ = read_drawable(dispatcher, *drawable);
  }

  const std::optional<Picture>& picture() const { return picture_; }

 private:
  const Interactive& interactive_;
  std::optional<Picture> picture_;
};

// One replay of the whole recording, or as much of it as is wanted.
class Run {
 public:
  // `reference` is null when nothing is expected, `index` when the trace has none.
  Run(const ReplayOptions& options, std::unique_ptr<loaders::CallSource> source, Platform& platform,
      const PictureNames* names, const Reference* reference, const TraceIndex* index, FrameTimes& frame_times)
      : options_(options),
        index_(index),
        source_(std::move(source)),
        dispatcher_(&platform, source_->functions(),
                    {.title = "replay: " + std::filesystem::path(options.trace).filename().string(),
                     .allow_lower = options.allow_lower,
                     .limits = options.limits.driver,
                     .recording_bytes = source_->info().file_size.value_or(0),
                     .window_size = options.size}),
        driver_check_(options.require_renderer, options.require_version),
        snapshots_(options.frames, options.calls, names, options.hash),
        frame_times_(frame_times),
        interactive_(platform, options),
        shown_(interactive_),
        has_window_(!platform.is_headless()) {
    if (options.state_call) state_at_call_.emplace(*options.state_call, options.state_pictures);
    every_call_.add(CallRange{});
    watched_ = options.calls;
    if (options.state_call) watched_.add({.first = *options.state_call, .last = *options.state_call});
    if (reference != nullptr) expect(*reference, names);
    interactive_.on_save([this](std::uint64_t frame) { save_shown(frame); });
  }

  // Adds what it found to `summary`. `pictures`: whether this run takes them.
  void go(Summary& summary, bool pictures) {
    Player player(*source_, dispatcher_);
    player_ = &player;
    player.add_observer(driver_check_);
    player.add_observer(last_call_);
    player.note_calls(last_call_page().calls);
    if (options_.benchmark) player.add_observer(frame_times_);
    else player.add_observer(progress_);
    if (options_.profile) {
      player.add_observer(profile_.emplace());
      player.profile(*profile_);
    }
    if (pictures) {
      player.add_observer(snapshots_);
      player.watch_marks(options_.marks);
    }
    if (pictures || state_at_call_) stop_after_the_last(player);
    if (pictures) seek(player);
    player.watch_calls(options_.self_check ? every_call_ : watched_);
    if (expectation_) player.add_observer(*expectation_);
    if (state_at_call_) player.add_observer(*state_at_call_);
    if (has_window_) player.add_observer(shown_);
    if (options_.run_incomplete) player.run_incomplete_calls();
    if (options_.self_check) {
      dispatcher_.self_check = &self_check_;
      player.add_observer(recorded_returns_);
    }
    player.set_pacing(interactive_);

    frame_times_.begin_round();
    begin_ = std::chrono::steady_clock::now();
    try {
      summary.stopped = player.run().stopped;
    } catch (const CannotJudge&) {
      collect(summary);
      throw;
    }
    collect(summary);
  }

  // From another thread, when the one that runs it stands still for good: what there is until now.
  // `pictures_may_hang`: one of the threads that write them may be the one that crashed.
  void salvage(Summary& summary, bool pictures_may_hang) {
    if (player_ == nullptr) return;
    summary.stopped = true;
    collect(summary, pictures_may_hang);
  }

  // Nothing when none was asked for, or the recording did not come so far.
  std::optional<nlohmann::json> state() const { return state_at_call_ ? state_at_call_->state() : std::nullopt; }

  bool ended_by_user() const { return interactive_.ended(); }

 private:
  void expect(const Reference& reference, const PictureNames* names) {
    const std::uint64_t frame = *options_.frames.only();
    const std::filesystem::path name = names != nullptr           ? names->frame(frame)
                                       : options_.output.empty() ? PictureNames(options_.trace, "", false).frame(frame)
                                                                 : std::filesystem::path(options_.output);
    expectation_.emplace(frame, reference, options_.tolerance, name);
  }

  // Frames and calls may both be asked for; the later of them ends the replay. Sets without an end replay everything.
  void stop_after_the_last(Player& player) const {
    const auto last_frame = options_.frames.last();
    const auto last_call = watched_.last();
    if (!options_.marks.empty()) return;
    if (watched_.empty() && last_frame && !interactive_.holds()) player.stop_after_frame(*last_frame);
    if (options_.frames.empty() && last_call) player.stop_after_call(*last_call);
  }

  void seek(Player& player) {
    if (!options_.may_seek() || is_stream(*source_)) return;
    seek_plan_ = plan();
    player.seek(seek_plan_);
  }

  // An index knows of frames only, and of none that comes after the last.
  SeekPlan plan() const {
    if (index_ != nullptr && options_.calls.empty() && !has_window_) {
      if (auto dead = index_->drawn.dead_runs(options_.frames)) return SeekPlan(std::move(*dead));
    }
    return plan_seek(*open_recording(options_.trace, options_.limits.loaders), options_.frames, options_.calls, has_window_);
  }

  void save_shown(std::uint64_t frame) {
    if (!shown_.picture()) return;
    if (!save_names_) save_names_.emplace(options_.trace, "", true);
    spdlog::info("saved {}", snapshots_.save(*shown_.picture(), frame, *save_names_));
  }

  void count(Summary& summary) const {
    const PlayerResult& result = player_->result();
    summary.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    summary.calls += result.calls;
    summary.frames += result.frames;
    summary.left_out += result.left_out;
  }

  void collect(Summary& summary, bool pictures_may_hang = false) {
    if (std::exchange(collected_, true)) return;
    count(summary);
    summary.trace = source_->info();
    summary.add_run(dispatcher_, source_->functions());
    if (const auto driver = dispatcher_.driver()) summary.driver = driver;
    for (std::string& problem : pictures_may_hang ? snapshots_.give_up() : snapshots_.finish()) summary.picture_problems.push_back(std::move(problem));
    for (const Snapshot& snapshot : snapshots_.taken()) summary.snapshots.push_back(snapshot);
    if (const auto& [calls, first] = snapshots_.without_picture(); calls > 0) {
      summary.warnings.push_back(fmt::format("no picture after {} of the calls: what they draw into has none (first call {})", calls, first));
    }
    if (expectation_) collect_judgement(summary);
    if (options_.benchmark) summary.frame_times = frame_times_.figures();
    if (profile_) summary.profile = profile_->figures();
    if (options_.self_check) {
      summary.self_check = self_check_.finish();
      summary.recorded_returns = recorded_returns_.result();
    }
    if (!summary.stopped) {
      summary.file_error = source_->error();
      for (const std::string& warning : source_->warnings()) summary.warnings.push_back(warning);
    }
  }

  void collect_judgement(Summary& summary) {
    summary.judgement = expectation_->judgement();
    DifferenceFiles files = expectation_->write_difference();
    summary.difference_files = std::move(files.written);
    for (std::string& problem : files.problems) summary.picture_problems.push_back(std::move(problem));
  }

  const ReplayOptions& options_;
  const TraceIndex* index_;
  std::unique_ptr<loaders::CallSource> source_;
  Dispatcher dispatcher_;
  DriverCheck driver_check_;
  LastCallReporter last_call_;
  const Player* player_ = nullptr;  // while it runs
  std::chrono::steady_clock::time_point begin_{};
  bool collected_ = false;
  std::optional<Expectation> expectation_;
  std::optional<StateAtCall> state_at_call_;
  CallSet watched_;  // pictures and state
  CallSet every_call_;
  Snapshots snapshots_;
  FrameTimes& frame_times_;
  std::optional<CallProfile> profile_;
  Progress progress_;
  SelfCheck self_check_;
  RecordedReturns recorded_returns_;
  Interactive interactive_;
  ShownFrame shown_;
  bool has_window_;
  SeekPlan seek_plan_;
  std::optional<PictureNames> save_names_;  // for the S key
};

// A run that a last will may look at, as long as there is one.
class Published {
 public:
  Published(std::atomic<Run*>& place, Run& run) : place_(place) { place_ = &run; }
  ~Published() { place_ = nullptr; }
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

 private:
  std::atomic<Run*>& place_;
};

// Turns "last" into a number. A file that is cut has lost its last frame, perhaps: what is wrong with it is kept.
std::optional<loaders::LoadError> find_last_frame(ReplayOptions& options, const std::optional<TraceIndex>& index) {
  if (index && index->whole && index->frames > 0) {
    options.frames.add({.first = index->frames - 1, .last = index->frames - 1});
    return std::nullopt;
  }
  const auto source = open_recording(options.trace, options.limits.loaders);
  const TraceFacts facts = gather_facts(*source);
  if (facts.frames == 0) throw CannotJudge(fmt::format("{}: it has no frame", options.trace));
  options.frames.add({.first = facts.frames - 1, .last = facts.frames - 1});
  return source->error();
}

// Nothing when no picture is to be written. A folder that cannot be made is said before the work, but where there is something to
// judge it is only a picture lost.
std::optional<PictureNames> names_of_pictures(const ReplayOptions& options, Summary& summary) {
  if (!options.writes_pictures()) return std::nullopt;
  try {
    return PictureNames(options.trace, options.output, options.several_pictures());
  } catch (const std::runtime_error& problem) {
    if (options.expect.empty() && !options.strict && !options.self_check) throw;
    summary.picture_problems.emplace_back(problem.what());
    return std::nullopt;
  }
}

}  // namespace

int run_replay(const ReplayOptions& as_given) {
  ReplayOptions options = as_given;
  if (needs_child(options.supervision)) return supervise(options.supervision);
  keep_freed_memory();
  never_overwrite(options.trace);
  Summary summary;
  const auto names = names_of_pictures(options, summary);
  enter_sandbox(options.supervision, places_of_results(options));
  std::optional<Reference> reference;
  if (!options.expect.empty()) reference = Reference::load(options.expect);
  std::optional<KnownErrors> known_errors;
  if (!options.known_errors.empty()) known_errors = KnownErrors::load(options.known_errors);
  const auto open = [&options] { return open_recording(options.trace, options.limits.loaders); };
  auto source = open();  // a file that is no trace is said to be so before a window opens
  if (is_stream(*source) && (options.last_frame || options.loop > 1)) {
    throw CannotJudge(fmt::format("{}: --loop and the last frame need a file, a stream can be read once", options.trace));
  }
  std::optional<loaders::LoadError> file_error;
  std::optional<TraceIndex> index;
  const bool seeks_frames = options.may_seek() && !options.frames.empty() && options.calls.empty();
  if (seeks_frames || (options.seek && options.last_frame)) index = find_index(options.trace);
  if (options.last_frame) file_error = find_last_frame(options, index);

  summary.file_error = file_error;
  std::atomic<Run*> running = nullptr;
  std::optional<LastWill> will;
  will.emplace([&](const Ending& ending) {
    if (Run* run = running) run->salvage(summary, ending.crash && ending.culprit == Culprit::kReplay);
    return finish_interrupted(options, summary, ending);
  });

  std::string error;
  const std::unique_ptr<Platform> platform = Platform::create(display_of(options.window), error);
  if (!platform) throw CannotJudge(error);

  std::optional<std::string> fatal;
  FrameTimes frame_times;  // of all rounds
  try {
    for (std::int64_t round = 0; round < options.loop; ++round) {
      if (asked_to_end() != 0) break;
      if (!source) source = open();
      Run run(options, std::move(source), *platform, names ? &*names : nullptr, reference ? &*reference : nullptr,
              index ? &*index : nullptr, frame_times);
      const Published published(running, run);
      run.go(summary, round == 0 && options.reads_pictures());
      if (asked_to_end() != 0) break;  // there may be less than was asked for
      if (round == 0) name_missing_pictures(options, summary);
      if (options.state_call) write_state(options, run.state());
      if (run.ended_by_user()) break;
    }
    if (known_errors && asked_to_end() == 0) {
      known_errors->check_covers(summary);
      summary.mark_known(*known_errors);
    }
  } catch (const CannotJudge& problem) {
    fatal = problem.what();
  }
  will.reset();
  for (const std::string& warning : platform->warnings()) spdlog::warn("{}", warning);
  if (const int signal = asked_to_end()) return finish_interrupted(options, summary, {.signal = signal});
  return finish(options, summary, fatal);
}

}  // namespace replay
