#include "replay/seek/drawing_steps.h"

#include <utility>

namespace replay {
namespace {

bool is_alike(const DrawingStep& open, const DrawingStep& step) {
  return open.kept == step.kept && open.moves_raster == step.moves_raster && open.counted == step.counted &&
         open.effects == step.effects && open.copies == step.copies && open.blits == step.blits &&
         open.destination == step.destination && open.images == step.images;
}

// What a draw uses and does not change makes nothing live that comes before a draw that nobody needs. Draws that can be
// proven to paint everything are the first ones of a frame, so they keep a step of their own when
// others follow.
bool is_as_useful(const DrawingStep& open, const DrawingStep& step) {
  return open.planes == step.planes && open.touched == step.touched && (step.provable || !open.provable);
}

// Draws in boxes may be dead where those that may write everywhere are not.
bool is_as_confined(const DrawingStep& open, const DrawingStep& step) { return (open.area == 0) == (step.area == 0); }

std::uint16_t area_with_both(std::uint16_t one, std::uint16_t other, Areas& areas) {
  if (one == other) return one;
  if (one == 0 || other == 0) return Areas::kEverywhere;
  const Area &first = areas.at(one), &second = areas.at(other);
  if (first.all() != second.all()) return Areas::kEverywhere;
  return areas.number_of(Area::of(first.box.hull_with(second.box), first.width, first.height))
      .value_or(Areas::kEverywhere);
}

}  // namespace

void DrawingSteps::add(const DrawingStep& step) {
  is_open_ = false;
  is_full_ |= steps_.size() == kMaxSteps;
  if (!is_full_) steps_.push_back(step);
}

void DrawingSteps::add_draw(const DrawingStep& step, Areas& areas) {
  // Programs that switch tests all the time need not run out of steps for it.
  const bool may_join =
      is_open_ && is_alike(steps_.back(), step) &&
      ((is_as_useful(steps_.back(), step) && is_as_confined(steps_.back(), step)) || steps_.size() > kMaxSteps / 2);
  if (!may_join) {
    add(step);
    is_open_ = true;
    return;
  }
  DrawingStep& open = steps_.back();
  open.planes |= step.planes;
  open.touched |= step.touched;
  open.provable = open.provable && step.provable;
  open.area = area_with_both(open.area, step.area, areas);
  if (!open.kept) open.calls.last = step.calls.last;
}

std::vector<DrawingStep> DrawingSteps::take_steps() {
  for (DrawingStep& step : steps_) {
    step.kept |= step.moves_raster;
    step.moves_raster = false;
  }
  return std::move(steps_);
}

void DrawingSteps::end_frame() {
  is_open_ = false;
  frame_ends_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

}  // namespace replay
