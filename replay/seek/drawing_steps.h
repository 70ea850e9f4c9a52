// DrawingSteps: the steps of a recording in their order (liveness.h says what a step is). Draws of one kind that follow
// each other become one step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "replay/seek/liveness.h"

namespace replay {

class DrawingSteps {
 public:
  // A damaged or endless file could have any number.
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 21;

  // A step of its own.
  void add(const DrawingStep& step);
  // A draw, which joins the last step where that is open and alike. `areas` have the number of its area, and get those
  // of steps that become larger.
  void add_draw(const DrawingStep& step, Areas& areas);
  // What comes next may differ from the last step in ways that steps do not show.
  void close() { is_open_ = false; }
  void end_frame();

  std::size_t size() const { return steps_.size(); }
  DrawingStep& at(std::size_t index) { return steps_[index]; }
  // There were more steps than are kept.
  bool is_full() const { return is_full_; }

  std::vector<DrawingStep> take_steps();
  // By frame: how many steps come before its end.
  std::vector<std::uint32_t> take_frame_ends() { return std::move(frame_ends_); }

 private:
  std::vector<DrawingStep> steps_;
  std::vector<std::uint32_t> frame_ends_;
  bool is_open_ = false;
  bool is_full_ = false;
};

}  // namespace replay
