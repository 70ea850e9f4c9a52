// LiveReplay: a replay that stops where its owner wants, so that the owner can look at what it has drawn.
//
// The replay runs in a thread of its own and makes no step unless its owner waits for it: one of the two has the turn.
// Contexts of GL are current in one thread, so whoever looks at one does it in the thread of the replay: look().
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "loaders/base/limits.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/observe/observer.h"
#include "replay/picture/picture.h"

namespace replay {

class LiveReplay : private Observer {
 public:
  explicit LiveReplay(std::string trace);
  ~LiveReplay();
  LiveReplay(const LiveReplay&) = delete;
  LiveReplay& operator=(const LiveReplay&) = delete;

  // Where it has stopped: before the swap of `frame`, or after `call`.
  struct Place {
    std::uint64_t frame = 0;
    std::optional<std::uint64_t> call;
  };

  // Go on to this place. False: the recording ends before. Throws CannotJudge. Precondition: is_before().
  bool play_to_frame(std::uint64_t frame) { return go({.frame = frame, .call = {}}); }
  bool play_to_call(std::uint64_t call) { return go({.frame = 0, .call = call}); }

  // Whether the replay can still come to this place by going on.
  bool is_before_frame(std::uint64_t frame) const { return !was_asked_ || (!ended_ && place_.frame <= frame); }
  bool is_before_call(std::uint64_t call) const {
    return !was_asked_ || (!ended_ && (newest_ < call || place_.call == call));
  }

  bool is_anywhere() const { return was_asked_ && !ended_; }
  std::optional<Picture> picture();
  // Calls `see` in the thread of the replay. Exceptions of it come out here. Precondition: is_anywhere().
  void look(const std::function<void(Dispatcher&)>& see);

 private:
  enum class Turn : std::uint8_t { kOwner, kReplay };
  struct Quit {};

  bool go(Place wanted);
  void run();
  void give_turn(Turn to, std::unique_lock<std::mutex>& lock);
  void stop_here(Dispatcher& dispatcher);

  void call_done(Dispatcher& dispatcher, const loaders::Call& call) override;
  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) override;

  const std::string trace_;
  std::mutex mutex_;
  std::condition_variable turn_changes_;
  Turn turn_ = Turn::kOwner;
  bool quits_ = false, ended_ = false, was_asked_ = false;
  std::exception_ptr failure_;
  Place wanted_, place_;
  std::uint64_t newest_ = 0;              // the last call that was made
  const loaders::Call* swap_ = nullptr;   // of a frame that is about to end
  Drawable* drawable_ = nullptr;          // that it shows
  std::function<void(Dispatcher&)> see_;  // what the owner wants to be done
  std::thread thread_;
};

}  // namespace replay
