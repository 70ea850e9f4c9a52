// WindowSizes: the sizes of windows, which WIP15 records beside its calls, in the form that apitrace's tracer gives
// them. When a context is first made current, a viewport and a scissor of the size of the window follow. These are what
// GL sets at that moment anyway. Where the window has another size later, an answer to glXQueryDrawable says so at the
// start of each frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "replay/standard_calls/call_maker.h"
#include "replay/standard_calls/size_plan.h"

namespace replay {

class WindowSizes {
 public:
  explicit WindowSizes(SizePlan plan) : plan_(std::move(plan)) {}

  // Takes what the plan says up to call `number`. `noted` is called with each change.
  template <class Noted>
  void advance(std::uint64_t number, const Noted& noted) {
    for (; next_ < plan_.size() && plan_[next_].number <= number; ++next_) {
      note(plan_[next_].drawable, {plan_[next_].width, plan_[next_].height});
      noted(plan_[next_]);
    }
  }

  // replayDrawableSize, wip15DrawableSize and its old name: the size from here on.
  void note(const loaders::Call& call);

  // To be called after a recorded call was kept: makes the calls that say the size.
  void follow(const loaders::Call& call, CallMaker& maker);

 private:
  struct Size {
    int width = 0, height = 0;
    bool operator==(const Size&) const = default;
  };
  struct Window {
    Size size, told;  // `told`: by a viewport, and so known to whoever reads the recording
    std::uint64_t display = 0;
    bool has_changed = false;
  };
  void note(std::uint64_t drawable, Size size) { windows_[drawable].size = size; }
  void tell(std::uint64_t drawable, Window& window, CallMaker& maker);

  SizePlan plan_;
  std::size_t next_ = 0;
  std::unordered_map<std::uint64_t, Window> windows_;
  std::unordered_set<std::uint64_t> contexts_;  // that were current before
  std::uint64_t current_ = 0;                   // the drawable; recordings of WIP15 know no threads
};

}  // namespace replay
