#include "replay/seek/redraws.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace replay {
namespace {

using What = DrawingStep::What;

// Of so many redraws, one comes before the rehearsal. Many programs draw parts only while they start, so the rehearsal
// must not come too early. But where it shows that a guess is wrong, all that came before it is done again.
constexpr std::size_t kRedrawsForOneBefore = 32;

// Finds the steps that draw into a destination first in their frame, before the frame reads it.
class FirstDraws {
 public:
  explicit FirstDraws(const Destinations& destinations) : destinations_(destinations) {
    for (std::size_t i = 0; i < destinations.targets.size(); ++i) {
      for (const TargetSurface& part : destinations.targets[i])
        targets_[destinations.surfaces[part.surface].image].push_back(
            static_cast<std::uint16_t>(Destinations::kFirstTarget + i));
    }
  }

  void end_frame() { seen_.clear(); }
  // Takes steps in their order.
  bool is_first(const DrawingStep& step) {
    if (step.what != What::kKill && step.images != ImageSets::kEverything) {
      for (const Image image : destinations_.sets.at(step.images)) {
        const auto found = targets_.find(image);
        if (found != targets_.end()) seen_.insert(found->second.begin(), found->second.end());
      }
    }
    return step.what != What::kRead && step.destination != 0 && seen_.insert(step.destination).second;
  }

 private:
  const Destinations& destinations_;
  std::unordered_map<Image, std::vector<std::uint16_t>> targets_;  // by image: those that have it
  std::unordered_set<std::uint16_t> seen_;                         // in this frame
};

// Finds out whether anything was drawn into a destination by earlier steps. Where nothing was, there is nothing that a
// redraw could leave out.
class DrawnBefore {
 public:
  explicit DrawnBefore(const Destinations& destinations)
      : destinations_(destinations),
        surfaces_(destinations.surfaces.size()),
        windows_(Destinations::kFirstTarget) {}

  bool is_drawn(std::uint16_t destination) const {
    if (destination < Destinations::kFirstTarget) return windows_[destination];
    return std::ranges::any_of(parts_of(destination),
                               [&](const TargetSurface& part) { return surfaces_[part.surface]; });
  }
  void note(const DrawingStep& step) {
    if (step.what == What::kRead) return;
    if (step.destination < Destinations::kFirstTarget) {
      windows_[step.destination] = true;
      return;
    }
    for (const TargetSurface& part : parts_of(step.destination)) surfaces_[part.surface] = true;
  }

 private:
  const TargetSurfaces& parts_of(std::uint16_t destination) const {
    return destinations_.targets[destination - Destinations::kFirstTarget];
  }

  const Destinations& destinations_;
  std::vector<bool> surfaces_, windows_;
};

// Whether the step reads pixels that it draws over. What it samples then depends on what was there before.
bool reads_itself(const DrawingStep& step, const Destinations& destinations) {
  if (step.copies || step.images == ImageSets::kEverything) return true;
  if (step.destination < Destinations::kFirstTarget) return false;
  const auto& read = destinations.sets.at(step.images);
  return std::ranges::any_of(destinations.targets[step.destination - Destinations::kFirstTarget],
                             [&](const TargetSurface& part) {
                               return std::ranges::find(read, destinations.surfaces[part.surface].image) != read.end();
                             });
}

// A proof is about the pixels of one draw buffer, the first.
bool draws_one_buffer(std::uint16_t destination, const Destinations& destinations) {
  if (destination < Destinations::kFirstTarget) return true;
  std::uint32_t buffers = 0;
  for (const TargetSurface& part : destinations.targets[destination - Destinations::kFirstTarget])
    buffers |= part.buffers;
  return buffers == 1;
}

// Draws that a query counts would count twice. A clear may come after the first draw. It is of a part then: programs
// clear a whole destination first.
bool can_be_proven(const DrawingStep& step, const Destinations& destinations, const WhatMatters& matters) {
  return step.what != What::kRead && step.provable && !step.kept && !step.effects &&
         !(step.counted && matters.queries) && !step.calls.empty() && step.destination != 0 &&
         draws_one_buffer(step.destination, destinations) && !reads_itself(step, destinations);
}

// What was not redrawn is not guessed to be before its last call, nor at all where the replay ends not long after it: a
// guess that is wrong once more would cost too much.
bool is_given_up(const DrawingStep& step, bool in_part, std::span<const NotRedrawn> not_redrawn, CallPlace last_call) {
  constexpr std::uint64_t kLeastWay = 16;
  const auto known = std::ranges::find_if(
      not_redrawn, [&](const NotRedrawn& each) { return each.is_about(step.destination, in_part); });
  return known != not_redrawn.end() &&
         (step.calls.first <= known->last_call || known->last_call > last_call / kLeastWay);
}

// Where the draws that begin with this one are guessed to leave nothing: everywhere at first. Where that was wrong, in
// the scissor box of the first. No value: nothing is guessed.
std::optional<std::uint16_t> guessed_area(const DrawingStep& step, const SeekGuesses& guesses, CallPlace last_call) {
  if (!guesses.tries(step.destination)) return std::nullopt;
  if (!is_given_up(step, false, guesses.not_redrawn, last_call)) return Areas::kEverywhere;
  if (step.area == Areas::kEverywhere || is_given_up(step, true, guesses.not_redrawn, last_call)) return std::nullopt;
  return step.area;
}

// The last call that draws.
CallPlace last_call_of(std::span<const DrawingStep> steps) {
  const auto last =
      std::find_if(steps.rbegin(), steps.rend(), [](const DrawingStep& each) { return !each.calls.empty(); });
  return last != steps.rend() ? last->calls.last : 0;
}

// What changes depth or stencils only says nothing about the colours that a redraw is about.
bool leaves_colors(const DrawingStep& step) { return step.what != What::kRead && (step.touched & kColorPlane) == 0; }

// Depths may be cleared before the first draw, and its colours may be tested by them.
std::size_t begin_with_depths(std::span<const DrawingStep> steps, std::size_t begin) {
  std::size_t first = begin;
  for (std::size_t i = begin; i-- > 0 && steps[i].what != What::kRead;) {
    if (steps[i].destination != steps[begin].destination) continue;
    if (!leaves_colors(steps[i])) break;
    first = i;
  }
  return first;
}

// Some of the draws that complete a part may be needed for what they draw elsewhere.
bool is_dead_redraw(const Redraw& redraw, const std::vector<bool>& is_dead) {
  if (redraw.area != 0) return is_dead[redraw.begin];
  const auto begin = is_dead.begin() + static_cast<std::ptrdiff_t>(redraw.begin);
  const auto end = is_dead.begin() + static_cast<std::ptrdiff_t>(redraw.end);
  return std::find(begin, end, false) == end;
}

// A destination, and whether it is about the box in which a frame begins.
using WhatIsRedrawn = std::pair<std::uint16_t, bool>;
WhatIsRedrawn what_is_redrawn(std::span<const DrawingStep> steps, const Redraw& redraw) {
  return {steps[redraw.begin].destination, redraw.area != Areas::kEverywhere};
}

}  // namespace

std::vector<bool> first_draws(std::span<const DrawingStep> steps, const Destinations& destinations,
                              std::span<const std::uint32_t> frame_ends) {
  std::vector<bool> first(steps.size());
  FirstDraws draws(destinations);
  auto frame = frame_ends.begin();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (; frame != frame_ends.end() && *frame <= i; ++frame) draws.end_frame();
    first[i] = draws.is_first(steps[i]) && !steps[i].to_texture;  // a copy to a part leaves the others
  }
  return first;
}

std::vector<Redraw> find_redraws(std::span<const DrawingStep> steps, const Destinations& destinations,
                                 const WhatMatters& matters) {
  std::vector<Redraw> redraws;
  FirstDraws draws(destinations);
  DrawnBefore drawn(destinations);
  bool is_open = false;  // the last redraw may go on
  const std::uint64_t last_call = last_call_of(steps);
  auto frame = matters.frame_ends.begin();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (; frame != matters.frame_ends.end() && *frame <= i; ++frame) {
      draws.end_frame();
      is_open = false;
    }
    const bool is_first = !leaves_colors(steps[i]) && draws.is_first(steps[i]);
    const bool is_useful = is_first && steps[i].what == What::kDraw && drawn.is_drawn(steps[i].destination);
    drawn.note(steps[i]);
    const bool provable = can_be_proven(steps[i], destinations, matters);
    is_open = is_open && provable && steps[i].destination == steps[i - 1].destination;
    if (is_open) {
      redraws.back().end = i + 1;
    } else if (is_useful && provable) {
      const auto area = guessed_area(steps[i], matters.about_redraws, last_call);
      if (area) redraws.push_back({i, i + 1, *area});
      is_open = area.has_value();
    }
  }
  return redraws;
}

std::vector<GuessedRedraw> with_rehearsals(std::span<const DrawingStep> steps, const Areas& areas,
                                           std::span<const Redraw> redraws, std::span<const std::size_t> relied_on,
                                           std::vector<bool>& is_dead) {
  std::vector<std::size_t> chosen(relied_on.begin(), relied_on.end());
  std::map<WhatIsRedrawn, std::size_t> first_relied_on;  // the smallest index comes last
  for (const std::size_t each : relied_on) first_relied_on[what_is_redrawn(steps, redraws[each])] = each;
  std::map<WhatIsRedrawn, std::vector<std::size_t>> earlier;
  for (std::size_t i = 0; i < redraws.size() && !relied_on.empty(); ++i) {
    const auto what = what_is_redrawn(steps, redraws[i]);
    const auto first = first_relied_on.find(what);
    if (first != first_relied_on.end() && i < first->second && is_dead_redraw(redraws[i], is_dead))
      earlier[what].push_back(i);
  }
  for (const auto& [what, before] : earlier) {
    const std::size_t which = std::max<std::size_t>(1, before.size() / kRedrawsForOneBefore);  // the first is no redraw
    chosen.push_back(before[std::min(which, before.size() - 1)]);
  }
  std::ranges::sort(chosen);
  std::vector<GuessedRedraw> guessed;
  for (const std::size_t i : chosen) {
    const Redraw& redraw = redraws[i];
    for (std::size_t step = begin_with_depths(steps, redraw.begin); step < redraw.end; ++step) {
      if (steps[step].destination == steps[redraw.begin].destination) is_dead[step] = false;
    }
    guessed.push_back({.calls = {steps[redraw.begin].calls.first, steps[redraw.end - 1].calls.last},
                       .destination = steps[redraw.begin].destination,
                       .area = areas.at(redraw.area)});
  }
  return guessed;
}

}  // namespace replay
