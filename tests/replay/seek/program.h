// Program: records the calls of a program that draws frames into a window, and says which of them a replay may leave
// out.
#pragma once

#include <glad/gl.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "replay/seek/drawing_history.h"
#include "tests/replay/player/recording.h"

namespace replay {

// The calls are numbered from 0.
class Program : public Recording {
 public:
  static constexpr std::uint64_t kWindow = 7;

  Program() { make_current(kWindow); }

  Program& clear(std::uint64_t mask = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT) {
    return call(Id::glClear, {uint(mask)});
  }
  Program& thread(std::uint32_t number) {
    Recording::thread(number);
    return *this;
  }
  // Makes a context current that shares nothing with that of make_current().
  Program& other_context(std::uint64_t window) {
    return call(Id::glXMakeCurrent, {pointer(0x10), uint(window), pointer(0x40)});
  }
  Program& viewport(int x, int y, int width, int height) {
    Recording::viewport(x, y, width, height);
    return *this;
  }
  Program& triangles() { return call(Id::glDrawArrays, {uint(GL_TRIANGLES), sint(0), sint(3)}); }
  Program& show() {
    swap(kWindow);
    return *this;
  }
  Program& enable(std::uint64_t capability) { return call(Id::glEnable, {uint(capability)}); }
  Program& disable(std::uint64_t capability) { return call(Id::glDisable, {uint(capability)}); }
  Program& call(Id function, std::vector<loaders::Value> arguments = {}, const loaders::Value* result = nullptr) {
    add(function, std::move(arguments), 0, result);
    return *this;
  }

  // The last call ends after the call that comes next.
  Program& late() {
    late_.insert(next_number() - 1);
    return *this;
  }

  // Returns the numbers of the calls that a replay to `frames` may leave out, sorted.
  std::vector<std::uint64_t> dead(const char* frames, const char* calls = "", bool goes_on = false,
                                  const SeekGuesses& guesses = SeekGuesses::none()) const {
    const std::vector<CallRun> runs = dead_calls(frames, calls, goes_on, guesses).runs;
    std::vector<std::uint64_t> numbers;
    CallPlaces places;
    for_each_call([&](const loaders::Call& each) {
      const CallPlace place = places.next(each);
      const auto holds = [&](const CallRun& run) { return run.first <= place && place <= run.last; };
      if (std::ranges::any_of(runs, holds)) numbers.push_back(each.number);
      return true;
    });
    std::ranges::sort(numbers);
    return numbers;
  }
  // The same, with the guesses on which it rests.
  DeadCalls dead_calls(const char* frames, const char* calls, bool goes_on, const SeekGuesses& guesses) const {
    const CallSet wanted_frames = *frames != 0 ? *parse_frame_set(frames) : CallSet();
    const CallSet wanted_calls = *calls != 0 ? *parse_call_set(calls) : CallSet();
    DrawingHistory history(wanted_frames, wanted_calls, goes_on);
    for_each_call([&](const loaders::Call& each) { return history.follow(each); });
    return history.dead_calls(guesses);
  }

  // The same, if all guesses are right.
  std::vector<std::uint64_t> dead_with_guesses(const char* frames) const {
    return dead(frames, "", false, {.redraws = false, .not_redrawn = {}});
  }

 private:
  // Hands on the calls in the order in which they end, until `take` returns false.
  template <class F>
  void for_each_call(F&& take) const {
    loaders::Batch batch;
    for (std::size_t i = 0; i < batches(); ++i) {
      fill(batch, i);
      for (std::size_t at = 0; at + 1 < batch.calls.size(); ++at) {
        if (late_.contains(batch.calls[at].number)) std::swap(batch.calls[at], batch.calls[at + 1]), ++at;
      }
      if (!std::ranges::all_of(batch.calls, take)) return;
    }
  }

  std::set<std::uint64_t> late_;
};

}  // namespace replay
