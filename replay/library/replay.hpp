// libreplay for C++: replay.h with a class that closes what it opened, and exceptions in the place of codes.
//
//     libreplay::Recording recording("game.trace");
//     while (const auto call = recording.next_call()) std::puts(recording.call_text());
#pragma once

#include <replay/replay.h>

#include <memory>
#include <optional>
#include <stdexcept>

namespace libreplay {

// Methods throw std::runtime_error with a sentence when something goes wrong. What they return stays valid until the next call.
class Recording {
 public:
  explicit Recording(const char* path) : recording_(replay_open(path), replay_close) {
    if (*replay_error(recording_.get()) != '\0') throw std::runtime_error(replay_error(recording_.get()));
  }

  // Nothing: the recording has no more calls.
  std::optional<replay_call> next_call() {
    replay_call call{};
    return done(replay_next_call(get(), &call)) ? std::optional(call) : std::nullopt;
  }
  const char* call_text() { return replay_call_text(get()); }
  const char* call_json() { return replay_call_json(get()); }

  // False: the recording ends before.
  bool play_to_frame(std::uint64_t frame) { return done(replay_play_to_frame(get(), frame)); }
  bool play_to_call(std::uint64_t call) { return done(replay_play_to_call(get(), call)); }

  std::optional<replay_picture> picture() {
    replay_picture picture{};
    return done(replay_take_picture(get(), &picture)) ? std::optional(picture) : std::nullopt;
  }
  const char* state() {
    const char* state = replay_state(get());
    if (state == nullptr) done(*replay_error(get()) != '\0' ? -1 : 0);
    return state;
  }

  replay_recording* get() const { return recording_.get(); }

 private:
  bool done(int result) const {
    if (result < 0) throw std::runtime_error(replay_error(get()));
    return result == 1;
  }

  std::unique_ptr<replay_recording, void (*)(replay_recording*)> recording_;
};

}  // namespace libreplay
