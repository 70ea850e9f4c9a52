#include "replay/player/stretch.h"

namespace replay {
namespace {

// Enough to recognise a size. A program that sets more viewports in one frame tiles its window.
constexpr std::size_t kMaxFullViewports = 16;

WindowSize size_of(const Box& box) { return {box.width, box.height}; }
bool begins_at_corner(const Box& box) { return box.x == 0 && box.y == 0; }

}  // namespace

void Stretch::see(const Viewports::Event& event) {
  if (event.kind == Viewports::Event::kDrawn) see_draw(event);
  if (event.kind == Viewports::Event::kNothing || !event.box || !size_of(*event.box).is_set()) return;
  const Box& box = *event.box;
  if (!begins_at_corner(box)) {
    elsewhere_.grow(box.x + box.width, box.y + box.height);
  } else if (event.kind == Viewports::Event::kDrawn) {
    (event.is_copy ? copied_to_ : reached_).grow(box.width, box.height);
  } else {
    largest_viewport_.grow(box.width, box.height);
    if (full_viewports_.size() < kMaxFullViewports) full_viewports_.push_back(size_of(box));
  }
}

void Stretch::see_draw(const Viewports::Event& event) {
  drawn_ = true;
  if (event.is_clear) {
    if (event.in_force && begins_at_corner(*event.in_force)) in_force_ = size_of(*event.in_force);
    return;
  }
  const bool copies = event.is_copy && event.box && begins_at_corner(*event.box);
  (copies ? copied_ : drawn_otherwise_) = true;
}

void Stretch::see_answer(int width, int height) {
  if (width > 0) answer_.width = width;
  if (height > 0) answer_.height = height;
}

WindowSize Stretch::first_size() const {
  for (const WindowSize size : {largest_viewport_, reached(), in_force_}) {
    if (size.is_set()) return size;
  }
  return elsewhere_;
}

WindowSize Stretch::next_size(WindowSize old, bool may_shrink, bool copied) const {
  WindowSize reached = this->reached();
  // Only clears have drawn. A viewport that is set after the last of them may be for the next frame, or for no window.
  // It says nothing where the program has set that of the old size as well.
  if (!reached.is_set() && drawn_ && !full_viewports_.empty() && !has_set(old))
    reached = has_set(in_force_) ? in_force_ : full_viewports_.back();
  if (!reached.is_set()) return old;
  const bool is_smaller = reached.width < old.width || reached.height < old.height;
  const bool is_all = copied_to_.width <= reached.width && copied_to_.height <= reached.height;
  const bool shrinks = (may_shrink && is_all && has_set(reached)) || (copied && is_copied());
  if (!is_smaller || shrinks) return reached;
  old.grow(reached.width, reached.height);
  return old;
}

}  // namespace replay
