#include "replay/seek/liveness.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "replay/seek/redraws.h"

namespace replay {
namespace {

using What = DrawingStep::What;

class Liveness {
 public:
  Liveness(const Destinations& destinations, const WhatMatters& matters)
      : destinations_(destinations),
        queries_matter_(matters.queries),
        guesses_clears_(matters.guesses),
        live_(Destinations::kFirstTarget + destinations.targets.size(), 0) {
    std::fill_n(live_.begin(), destinations.windows + 1, matters.at_end);
    for (std::size_t i = 0; i < destinations.targets.size(); ++i) {
      const auto target = static_cast<std::uint16_t>(Destinations::kFirstTarget + i);
      live_[target] = kAllPlanes;
      dies(target, kAllPlanes);
    }
    if (matters.goes_on || !destinations.targets_are_known) read_everything();
  }

  // What a destination has is killed, where the step that was taken last is guessed to draw all of it.
  void redraw(const DrawingStep& step) {
    if (is_target(step.destination)) dies(step.destination, kAllPlanes);
    else live_[step.destination] = 0;
  }

  // From the last to the first.
  std::vector<GuessedClear> take_guesses() { return std::move(guesses_); }
  const DrawsMade& draws() const { return draws_; }

  // Takes the step that comes before all steps that were taken so far, and tells whether its calls are dead.
  // `is_redraw`: its draws, with those that come next, are guessed to leave none of the colours of before.
  bool take(const DrawingStep& step, bool is_redraw) {
    switch (step.what) {
      case What::kRead:
        read_windows(step.planes);
        read(step.images);
        return false;
      case What::kKill: return kill(step);
      case What::kDraw: break;
    }
    return draw(step, is_redraw);
  }

  // Whether the guess about the step that was taken last matters.
  bool relies_on_redraw() const { return relies_on_redraw_; }

 private:
  static bool is_target(std::uint16_t destination) { return destination >= Destinations::kFirstTarget; }
  const TargetImages& images_of(std::uint16_t destination) const {
    return destinations_.targets[destination - Destinations::kFirstTarget];
  }

  bool kill(const DrawingStep& step) {
    std::uint8_t& here = live_[step.destination];
    const bool dead = (here & step.touched) == 0;
    std::uint8_t planes = step.planes;
    if (const std::uint8_t more = guess(step)) {
      guesses_.push_back({.call = step.calls.first, .planes = more});
      planes |= more;
    }
    if (is_target(step.destination)) {
      if (destinations_.targets_are_known) dies(step.destination, planes);
    } else {
      here &= static_cast<std::uint8_t>(~planes);
    }
    return dead;
  }

  // The planes for which it matters whether the guess about a clear is right.
  std::uint8_t guess(const DrawingStep& step) const {
    const bool may_guess = guesses_clears_ && step.calls.first <= step.calls.last &&
                           (!is_target(step.destination) || destinations_.targets_are_known);
    return may_guess ? static_cast<std::uint8_t>(live_[step.destination] & step.guessed & ~step.planes)
                     : std::uint8_t{0};
  }

  bool draw(const DrawingStep& step, bool is_redraw) {
    relies_on_redraw_ = is_redraw && (live_[step.destination] & kColorPlane) != 0;
    const std::uint8_t redrawn = relies_on_redraw_ ? kColorPlane : 0;
    const bool is_counted = step.counted && queries_matter_;
    const bool is_used = (live_[step.destination] & step.planes) != 0;
    const bool live = is_used || step.effects || is_counted;
    ++draws_.all;
    if (live || step.kept) ++why(step, is_used, is_counted);
    if (live) {
      live_[step.destination] |= step.planes;
      // The draw is tested against and blended with pixels that may have been drawn through another framebuffer with
      // the same image.
      if (is_target(step.destination)) {
        for (const TargetImage& image : images_of(step.destination)) {
          if ((image.planes & ~redrawn) != 0) read_image(image.image);
        }
        if (redrawn != 0) dies(step.destination, redrawn);
      } else {
        live_[step.destination] &= static_cast<std::uint8_t>(~redrawn);
      }
    }
    if (live || step.kept) {
      read(step.images);
      if (step.copies) read_windows(kAllPlanes);
    }
    return !live && !step.kept;
  }

  std::uint64_t& why(const DrawingStep& step, bool is_used, bool is_counted) {
    if (step.destination == 0) return draws_.unknown;
    if (is_used) return draws_.used;
    return is_counted ? draws_.counted : draws_.lasting;
  }

  void read_windows(std::uint8_t planes) {
    for (std::size_t i = 0; i <= destinations_.windows; ++i) live_[i] |= planes;
  }

  void read(std::uint16_t set) {
    if (set == ImageSets::kEverything) return read_everything();
    for (const Image image : destinations_.sets.at(set)) read_image(image);
  }

  // Keeps the lists right: dead_ has each target of which some plane is dead, and dead_by_image_ has it for each of its
  // images that is dead.
  void dies(std::uint16_t target, std::uint8_t planes) {
    const std::uint8_t before = live_[target];
    live_[target] &= static_cast<std::uint8_t>(~planes);
    if (before == kAllPlanes) dead_.push_back(target);
    for (const TargetImage& image : images_of(target)) {
      const bool was_live = (before & image.planes) == image.planes;
      if (was_live && (image.planes & planes) != 0) dead_by_image_[image.image].push_back({target, image.planes});
    }
  }

  // Only targets that died since the image was last read have to be visited: there are many reads and few kills.
  void read_image(Image image) {
    const auto found = dead_by_image_.find(image);
    if (found == dead_by_image_.end()) return;
    for (const auto& [target, planes] : found->second) live_[target] |= planes;
    found->second.clear();
  }

  void read_everything() {
    for (const std::uint16_t target : dead_) {
      live_[target] = kAllPlanes;
      for (const TargetImage& image : images_of(target)) dead_by_image_[image.image].clear();
    }
    dead_.clear();
  }

  const Destinations& destinations_;
  bool queries_matter_, guesses_clears_;
  std::vector<std::uint8_t> live_;   // the live planes of each destination
  std::vector<std::uint16_t> dead_;  // targets of which some plane is dead
  std::unordered_map<Image, std::vector<std::pair<std::uint16_t, std::uint8_t>>> dead_by_image_;
  std::vector<GuessedClear> guesses_;
  bool relies_on_redraw_ = false;
  DrawsMade draws_;
};

struct Found {
  DeadCalls dead;
  std::size_t dead_steps = 0;
};

Found find(std::span<const DrawingStep> steps, const Destinations& destinations, const WhatMatters& matters,
           std::span<const Redraw> redraws) {
  Liveness liveness(destinations, matters);
  std::vector<bool> taken(steps.size()), is_dead(steps.size());
  if (matters.redraws == Redraws::kTaken) taken = first_draws(steps, destinations, matters.frame_ends);
  std::vector<std::size_t> relied_on;
  std::size_t next = redraws.size();
  for (std::size_t i = steps.size(); i-- > 0;) {
    while (next > 0 && redraws[next - 1].begin > i) --next;
    const bool is_redraw = next > 0 && redraws[next - 1].begin == i;
    is_dead[i] = liveness.take(steps[i], is_redraw);
    if (is_redraw && liveness.relies_on_redraw()) relied_on.push_back(next - 1);
    if (taken[i]) liveness.redraw(steps[i]);
  }
  Found found{.dead = {.guesses = liveness.take_guesses(), .draws = liveness.draws()}};
  std::ranges::reverse(found.dead.guesses);
  found.dead.redraws = with_rehearsals(steps, redraws, relied_on, is_dead);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!is_dead[i] || steps[i].calls.first > steps[i].calls.last) continue;
    found.dead.runs.push_back(steps[i].calls);
    ++found.dead_steps;
  }
  return found;
}

}  // namespace

ImageSets::ImageSets() {
  number_of({});
  sets_.emplace_back();  // kEverything has no list of images
}

std::uint16_t ImageSets::number_of(std::vector<Image> images) {
  if (images.size() > kMaxImages || (sets_.size() > kMax && !numbers_.contains(images))) return kEverything;
  const auto [found, is_new] = numbers_.try_emplace(std::move(images), static_cast<std::uint16_t>(sets_.size()));
  if (is_new) sets_.push_back(found->first);
  return found->second;
}

DrawingStep picture_step() { return {.what = What::kRead, .planes = kColorPlane, .images = ImageSets::kEverything}; }

DeadCalls find_dead_calls(std::span<const DrawingStep> steps, const Destinations& destinations,
                          const WhatMatters& matters) {
  Found sure = find(steps, destinations, matters, {});
  if (matters.redraws != Redraws::kProven) return std::move(sure.dead);
  Found guessed = find(steps, destinations, matters, find_redraws(steps, destinations, matters));
  const bool is_worth_it = guessed.dead_steps >= sure.dead_steps + matters.least_saved * guessed.dead.redraws.size();
  return std::move(is_worth_it ? guessed.dead : sure.dead);
}

}  // namespace replay
