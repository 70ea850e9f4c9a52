#include "replay/session/session.h"

#include <spdlog/spdlog.h>

#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "loaders/base/result.h"
#include "replay/base/cannot_judge.h"
#include "replay/platform/display.h"
#include "replay/process/signals.h"
#include "replay/seek/guesses.h"
#include "replay/session/interactive.h"
#include "replay/session/look.h"
#include "replay/session/open_recording.h"
#include "replay/session/plan.h"
#include "replay/session/prepare.h"
#include "replay/session/report.h"
#include "replay/session/round.h"
#include "replay/session/stored_stream.h"

namespace replay {
namespace {

Display display_of(WindowChoice choice) {
  switch (choice) {
    case WindowChoice::kHeadless: return Display::kHeadless;
    case WindowChoice::kWindow: return Display::kWindow;
    default: return Display::kAuto;
  }
}

std::unique_ptr<Platform> make_platform(WindowChoice choice) { return need(Platform::create(display_of(choice))); }

// Plays one round, or several with --loop. Only the first round takes pictures.
void play_rounds(Prepared& prepared, Platform& platform, std::atomic<Round*>& playing, Summary& summary) {
  const ReplayOptions& options = prepared.options;
  FrameTimes frame_times;  // the times of all rounds
  // Windows on a display may have another size than was asked for, which no guess takes into account.
  const SeekGuesses first_guesses = platform.is_headless() ? SeekGuesses{} : SeekGuesses::none();
  for (std::int64_t number = 0; number < options.loop && asked_to_end() == 0; ++number) {
    const bool takes_pictures = number == 0 && options.reads_pictures();
    Interactive interactive(platform, options);
    std::optional<SeekAnalysis> analysis;
    const auto play = [&](const SeekGuesses& guesses) {
      Plan plan = make_plan(prepared, takes_pictures, guesses, analysis);
      const auto passages = plan.seek.passages();
      auto source = prepared.source && !passages
                        ? std::move(prepared.source)
                        : open_recording(options.trace, options.limits.loaders, Reading::kAhead, passages);
      auto round = std::make_unique<Round>(prepared, std::move(source), platform, frame_times, takes_pictures,
                                           Audience{.pacing = interactive});
      const Published published(playing, *round);
      round->play(std::move(plan), number + 1, summary);
      return round;
    };
    std::unique_ptr<Round> round;
    SeekGuesses guesses = first_guesses;
    while (round == nullptr) {
      try {
        round = play(guesses);
      } catch (const WrongGuess& problem) {
        spdlog::info("{}; beginning again", problem.what());
        guesses = guesses.without(problem);
      }
    }
    if (asked_to_end() != 0) return;  // pictures may be missing because of that
    if (number == 0) name_missing_pictures(options, summary);
    if (takes_pictures && options.may_seek()) summary.guesses = guesses;
    round->finish_states();
    if (interactive.ended()) return;
  }
}

void judge_errors(const Prepared& prepared, Summary& summary) {
  if (!prepared.known_errors || asked_to_end() != 0) return;
  prepared.known_errors->check_covers(summary);
  summary.mark_known(*prepared.known_errors);
}

// A person goes back and forth, which needs a file.
ReplayOptions with_file(const ReplayOptions& as_given) {
  ReplayOptions options = as_given;
  const bool is_viewed = options.is_look() && options.window != WindowChoice::kHeadless && may_be_seen();
  if (is_viewed && !options.reads_pictures()) options.trace = stored_stream(options.trace);
  return options;
}

}  // namespace

int replay_session(const ReplayOptions& as_given) {
  Summary summary;
  Prepared prepared = prepare(with_file(as_given), summary);
  const ReplayOptions& options = prepared.options;

  std::atomic<Round*> playing = nullptr;
  std::optional<LastWill> will;
  will.emplace([&](const Ending& ending) {
    if (Round* round = playing) round->salvage(summary, ending.crash && ending.culprit == Culprit::kReplay);
    return finish_interrupted(options, summary, ending);
  });

  const std::unique_ptr<Platform> platform = make_platform(options.window);
  loaders::Status played;
  try {
    const bool is_viewed = options.is_look() && !prepared.is_stream && !platform->is_headless();
    if (is_viewed) look(prepared, as_given.trace, *platform, playing, summary);
    else play_rounds(prepared, *platform, playing, summary);
    judge_errors(prepared, summary);
  } catch (const CannotJudge& problem) {
    played = loaders::Error{problem.what()};
  }
  will.reset();
  for (const std::string& warning : platform->warnings()) spdlog::warn("{}", warning);
  if (const int signal = asked_to_end()) return finish_interrupted(options, summary, {.signal = signal});
  return finish(options, summary, played);
}

}  // namespace replay
