// Hashes of the frames of a recording, with and without seeking.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "loaders/stream/call_source.h"
#include "replay/player/player.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/seek/seek_plan.h"

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
  std::uint64_t left_out = 0;  // calls
};

inline FramesShown show_frames(Platform& platform, loaders::CallSource& source, const CallSet& frames, SeekPlan plan) {
  Dispatcher dispatcher(&platform, source.functions(), {.title = "seek", .allow_lower = false});
  FrameHashes hashes(frames);
  Player player(source, dispatcher, {.observers = {&hashes}, .last_frame = frames.last(), .seek = &plan});
  const std::uint64_t left_out = player.run().left_out;
  return {std::move(hashes.of), left_out};
}

}  // namespace replay
