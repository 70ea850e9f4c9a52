// Hashes of the frames of a recording, with and without seeking.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "loaders/open.h"
#include "loaders/stream/call_source.h"
#include "replay/player/player.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/seek/drawing_reader.h"
#include "replay/seek/guesses.h"
#include "replay/seek/seek_analysis.h"

namespace replay {

// Collects the hash of the picture of each wanted frame, or "none" when it has no picture.
class FrameHashes : public Observer {
 public:
  explicit FrameHashes(const CallSet& frames) : frames_(frames) {}
  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call*, Drawable* drawable) override {
    if (!frames_.contains(frame)) return;
    const auto picture = drawable != nullptr ? read_drawable(dispatcher, *drawable) : std::nullopt;
    of[frame] = picture ? md5_of_rgb(*picture) : "none";
  }
  std::map<std::uint64_t, std::string> of;

 private:
  const CallSet& frames_;
};

struct FramesShown {
  std::map<std::uint64_t, std::string> hashes;
  std::uint64_t left_out = 0;    // calls
  bool guess_was_wrong = false;  // and the replay began again
  std::uint64_t skipped = 0;     // calls that could not be made
};

inline FramesShown show_frames(Platform& platform, loaders::CallSource& source, const CallSet& frames, SeekPlan plan) {
  Dispatcher dispatcher(&platform, source.functions(), {.title = "seek", .allow_lower = false});
  FrameHashes hashes(frames);
  Player player(source, dispatcher, {.observers = {&hashes}, .last_frame = frames.last(), .seek = &plan});
  const std::uint64_t left_out = player.run().left_out;
  std::uint64_t skipped = 0;
  for (const auto& [kind, of_kind] : dispatcher.skips.counts()) skipped += of_kind.count;
  return {.hashes = std::move(hashes.of), .left_out = left_out, .skipped = skipped};
}

inline SeekGuesses all_guesses() { return {.not_redrawn = {}, .least_saved = 0}; }
// With these a plan leaves out drawing only. What it leaves out can be counted then.
inline SeekGuesses guesses_about_drawing() { return {.state = false, .not_redrawn = {}, .least_saved = 0}; }

// Shows the frames with a plan that make_plan(guesses) makes: with all of `guesses` first, and again without
// those that are wrong.
template <class Open, class MakePlan>
FramesShown seek_frames(Platform& platform, Open&& open, const CallSet& frames, MakePlan&& make_plan,
                        SeekGuesses guesses = all_guesses()) {
  for (;;) {
    try {
      FramesShown shown = show_frames(platform, *open(), frames, make_plan(guesses));
      shown.guess_was_wrong = !guesses.calls || !guesses.copies || !guesses.not_redrawn.empty();
      return shown;
    } catch (const WrongGuess& wrong) {
      guesses = guesses.without(wrong);
    }
  }
}

// The same with one SeekAnalysis for all plans, where it serves.
template <class Open>
FramesShown seek_frames(Platform& platform, Open&& open, const CallSet& frames, SeekGuesses first = all_guesses()) {
  std::optional<SeekAnalysis> kept;
  const auto make_plan = [&](const SeekGuesses& guesses) {
    return plan_from_kept(kept, guesses, [&] { return SeekAnalysis(*open(), {.frames = frames, .guesses = guesses}); });
  };
  return seek_frames(platform, open, frames, make_plan, std::move(first));
}

// Shows one frame of a recording that is in memory.
inline FramesShown show_frame(Platform& platform, const std::string& recording, int frame, bool seek,
                              SeekGuesses guesses = all_guesses()) {
  const auto open = [&] {
    const auto* begin = reinterpret_cast<const std::byte*>(recording.data());
    return *loaders::open_trace(loaders::memory_source({begin, begin + recording.size()}), "scene");
  };
  const CallSet wanted = *parse_frame_set(std::to_string(frame));
  return seek ? seek_frames(platform, open, wanted, std::move(guesses))
              : show_frames(platform, *open(), wanted, SeekPlan());
}

// show(which, seek) shows the last frame of a program whose earlier frames look in one way or another. Whether it is
// known what is left of them or not, the picture has to be right.
template <class Show>
void expect_proof(Show&& show, bool leaves, bool is_proven) {
  EXPECT_EQ(show(false, false).hashes != show(true, false).hashes, leaves);
  for (const bool which : {false, true}) {
    const FramesShown sought = show(which, true);
    EXPECT_EQ(sought.hashes, show(which, false).hashes);
    EXPECT_EQ(sought.guess_was_wrong, !is_proven);
  }
}

// The same with what an index keeps.
template <class Open>
FramesShown seek_indexed_frames(Platform& platform, Open&& open, const CallSet& frames) {
  return seek_frames(platform, open, frames, [&](const SeekGuesses& guesses) {
    const auto drawn = DrawnFrames::from_json(draw_frames(*open()).to_json());
    return SeekPlan(drawn->dead_calls(frames, guesses).value_or(DeadCalls()));
  });
}

}  // namespace replay
