#include "replay/seek/liveness.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "replay/seek/live_surfaces.h"
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
        guesses_copies_(matters.guesses && matters.copies),
        surfaces_(destinations, matters.at_end, matters.guesses) {
    if (matters.goes_on || !destinations.targets_are_known) surfaces_.read_everything();
  }

  // What a destination has is killed, where the step that was taken last is guessed to draw all of it.
  void redraw(const DrawingStep& step) {
    if (!can_die(step)) return;
    for (const TargetSurface& part : surfaces_.of(step.destination)) surfaces_.dies(part, kAllPlanes);
  }

  // Sorted, each once.
  std::vector<GuessedClear> guesses() const { return {guesses_.begin(), guesses_.end()}; }
  const DrawsMade& draws() const { return draws_; }

  // Takes the step that comes before all steps that were taken so far, and tells whether its calls are dead.
  // `redraw`: what its draws, with those that come next, are guessed to draw anew. Null: nothing.
  bool take(const DrawingStep& step, const Redraw* redraw) {
    switch (step.what) {
      case What::kRead:
        surfaces_.read_windows(step.planes);
        read(step.images);
        return false;
      case What::kKill: return kill(step);
      case What::kDraw: break;
    }
    return draw(step, redraw);
  }

  // Whether the guess that the step that was taken last begins a redraw of everything matters. For a redraw of a part
  // this is known at the end, when guesses() has it or not.
  bool relies_on_redraw() const { return relies_on_redraw_; }

 private:
  bool can_die(const DrawingStep& step) const {
    return !LiveSurfaces::is_target(step.destination) || destinations_.targets_are_known;
  }
  bool may_guess(const DrawingStep& step) const {
    const bool guesses = step.to_texture ? guesses_copies_ : guesses_clears_;
    return guesses && !step.calls.empty() && can_die(step);
  }

  bool kill(const DrawingStep& step) {
    int live = 0, live_in_area = 0;
    std::vector<GuessedClear> relied_on;
    const bool may_ask = may_guess(step);
    const bool may_ask_for_shared = may_ask && step.is_of_one_size && surfaces_.can_be_asked(step.destination);
    for (const TargetSurface& part : surfaces_.of(step.destination)) {
      const std::uint8_t cleared = planes_of(step, part);
      const bool is_shared = surfaces_.is_shared(part);
      live_in_area |= live_where(step, part, step.touched & cleared, step.stays_in_area, relied_on);
      live |= surfaces_.live(part) & step.touched & cleared;
      if (!is_shared && can_die(step)) surfaces_.dies(part, step.planes & cleared);
      if (!(is_shared ? may_ask_for_shared : may_ask)) continue;
      const GuessedClear guess{.call = step.calls.first, .planes = 0, .is_shared = is_shared};
      const auto whole = static_cast<std::uint8_t>(step.planes | (step.area == 0 ? step.guessed : 0));
      kill_all(part, whole & cleared, guess);
      if (step.area != 0) kill_part(part, step.guessed & cleared, guess, destinations_.areas.at(step.area));
    }
    rely_on(relied_on, live, live_in_area);
    return live_in_area == 0;
  }

  // Those of the planes that are live where the step writes. `in_area`: it surely writes nothing elsewhere.
  std::uint8_t live_where(const DrawingStep& step, const TargetSurface& part, int planes, bool in_area,
                          std::vector<GuessedClear>& relied_on) const {
    const auto live = static_cast<std::uint8_t>(surfaces_.live(part) & planes);
    if (!in_area || step.area == Areas::kEverywhere) return live;
    return surfaces_.live_in(part, live, destinations_.areas.at(step.area), relied_on);
  }

  // Where some of what a step writes is live, it is made, and what the other planes rest on need not be true.
  void rely_on(const std::vector<GuessedClear>& relied_on, int live, int live_in_area) {
    if (live != 0 && live_in_area == 0) guesses_.insert(relied_on.begin(), relied_on.end());
  }

  // The planes of a part that a clear is about.
  static std::uint8_t planes_of(const DrawingStep& step, const TargetSurface& part) {
    const bool has_colors = step.buffer == 0 || (part.buffers >> (step.buffer - 1) & 1) != 0;
    return has_colors ? part.planes : static_cast<std::uint8_t>(part.planes & ~kColorPlane);
  }

  // It matters whether a guess is right only where the plane is live.
  void kill_all(const TargetSurface& part, int planes, GuessedClear guess) {
    guess.planes = static_cast<std::uint8_t>(planes & surfaces_.live(part));
    if (guess.planes == 0) return;
    guesses_.insert(guess);
    surfaces_.dies(part, guess.planes);
  }

  void kill_part(const TargetSurface& part, int planes, GuessedClear guess, const Area& area) {
    guess.area = area;
    for (const std::uint8_t plane : {kColorPlane, kDepthPlane, kStencilPlane}) {
      if ((planes & surfaces_.live(part) & plane) == 0) continue;
      guess.planes = plane;
      const auto relied_on = surfaces_.dies_in_part(part, guess);
      guesses_.insert(relied_on.begin(), relied_on.end());
    }
  }

  bool draw(const DrawingStep& step, const Redraw* redraw) {
    const auto parts = surfaces_.of(step.destination);
    const std::uint8_t live_before = live_where_it_writes(step, parts);
    const bool blit_kills = step.blits && may_guess(step) && (step.guessed & kColorPlane) != 0;
    const bool is_redraw = redraw != nullptr && !blit_kills && (live_before & kColorPlane) != 0;
    relies_on_redraw_ = is_redraw && redraw->area == Areas::kEverywhere;
    const bool is_counted = step.counted && queries_matter_;
    const bool is_used = (live_before & step.planes & step.touched) != 0;
    const bool live = is_used || step.effects || is_counted;
    ++draws_.all;
    if (live || step.kept) ++why(step, is_used, is_counted);
    if (live) draw_over(step, parts, live_before, is_counted);
    if (live && is_redraw && redraw->area != Areas::kEverywhere && can_die(step)) redraw_part(step, parts, *redraw);
    if (live || step.kept) {
      read(step.images);
      if (step.copies) surfaces_.read_windows(kAllPlanes);
    }
    return !live && !step.kept;
  }

  // The planes of its destination of which the draw may change what is live.
  std::uint8_t live_where_it_writes(const DrawingStep& step, std::span<const TargetSurface> parts) {
    int live = 0, live_in_area = 0;
    std::vector<GuessedClear> relied_on;
    for (const TargetSurface& part : parts) {
      live |= surfaces_.live(part) & part.planes;
      live_in_area |= live_where(step, part, part.planes, true, relied_on);
    }
    rely_on(relied_on, live, live_in_area);
    return static_cast<std::uint8_t>(live_in_area != 0 ? live : 0);
  }

  // The draw is tested against and blended with what is there, unless it is a blit or a redraw. Where its colours do
  // not matter, those before it do not either: the shaders of a provable draw do not fetch them.
  void draw_over(const DrawingStep& step, std::span<const TargetSurface> parts, std::uint8_t live_before,
                 bool is_counted) {
    const std::uint8_t redrawn = relies_on_redraw_ && can_die(step) ? kColorPlane : 0;
    const std::uint8_t unseen = step.provable && (live_before & kColorPlane) == 0 ? kColorPlane : 0;
    const auto used = static_cast<std::uint8_t>(step.planes & ~(redrawn | unseen));
    if (!step.blits) surfaces_.is_used(parts, used, !step.effects && !is_counted);
    for (const TargetSurface& part : parts) {
      surfaces_.dies(part, static_cast<std::uint8_t>(part.planes & redrawn));
      if (!step.blits || !may_guess(step)) continue;
      const GuessedClear guess{.call = step.calls.first, .planes = 0, .is_shared = true};
      if (step.area == 0) kill_all(part, step.guessed & part.planes, guess);
      else kill_part(part, step.guessed & part.planes, guess, destinations_.areas.at(step.area));
    }
  }

  void redraw_part(const DrawingStep& step, std::span<const TargetSurface> parts, const Redraw& redraw) {
    const GuessedClear guess{.call = step.calls.first, .planes = 0, .by_redraw = true};
    for (const TargetSurface& part : parts)
      kill_part(part, part.planes & kColorPlane, guess, destinations_.areas.at(redraw.area));
  }

  std::uint64_t& why(const DrawingStep& step, bool is_used, bool is_counted) {
    if (step.destination == 0) return draws_.unknown;
    if (is_used) return draws_.used;
    return is_counted ? draws_.counted : draws_.lasting;
  }

  void read(std::uint16_t set) {
    if (set == ImageSets::kEverything) return surfaces_.read_everything();
    for (const Image image : destinations_.sets.at(set)) surfaces_.read_image(image);
  }

  const Destinations& destinations_;
  bool queries_matter_, guesses_clears_, guesses_copies_;
  LiveSurfaces surfaces_;
  std::set<GuessedClear> guesses_;
  bool relies_on_redraw_ = false;
  DrawsMade draws_;
};

struct Found {
  DeadCalls dead;
  std::size_t dead_steps = 0;
};

// Takes the redraws of parts out of the guesses, as indices into `redraws`.
std::vector<std::size_t> take_redraws(std::vector<GuessedClear>& guesses, std::span<const DrawingStep> steps,
                                      std::span<const Redraw> redraws) {
  const auto first_call = [&](const Redraw& redraw) { return steps[redraw.begin].calls.first; };
  std::vector<std::size_t> relied_on;
  for (const GuessedClear& guess : guesses) {
    if (guess.by_redraw)
      relied_on.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(redraws, guess.call, {}, first_call) - redraws.begin()));
  }
  std::erase_if(guesses, [](const GuessedClear& guess) { return guess.by_redraw; });
  return relied_on;
}

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
    is_dead[i] = liveness.take(steps[i], is_redraw ? &redraws[next - 1] : nullptr);
    if (is_redraw && liveness.relies_on_redraw()) relied_on.push_back(next - 1);
    if (taken[i]) liveness.redraw(steps[i]);
  }
  Found found{.dead = {.guesses = liveness.guesses(), .draws = liveness.draws()}};
  const auto of_parts = take_redraws(found.dead.guesses, steps, redraws);
  relied_on.insert(relied_on.end(), of_parts.begin(), of_parts.end());
  std::ranges::sort(relied_on, std::greater());
  relied_on.erase(std::unique(relied_on.begin(), relied_on.end()), relied_on.end());
  found.dead.redraws = with_rehearsals(steps, destinations.areas, redraws, relied_on, is_dead);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].calls.empty()) continue;
    (is_dead[i] ? found.dead.runs : found.dead.live).push_back(steps[i].calls);
    found.dead_steps += is_dead[i] ? 1 : 0;
  }
  return found;
}

// A wrong guess has the replay begin again, so none is made where it saves nothing.
Found find_without_redraws(std::span<const DrawingStep> steps, const Destinations& destinations, WhatMatters matters) {
  Found found = find(steps, destinations, matters, {});
  if (found.dead.guesses.empty()) return found;
  matters.guesses = matters.copies = false;
  Found certain = find(steps, destinations, matters, {});
  return certain.dead_steps == found.dead_steps ? std::move(certain) : std::move(found);
}

bool is_into_target(const DrawingStep& step) { return LiveSurfaces::is_target(step.destination); }

// Each proof costs time, and a second replay when the guess is wrong. Programs draw all of a window in each frame, and
// often a part of a texture that is larger than it has to be. So textures come second, and have to save more.
constexpr std::size_t kLeastPartOfSteps = 32;

// Takes what was found with more proofs where each saves `least_saved` steps, and all together `much`.
void take_if_better(Found& best, Found guessed, std::size_t least_saved, std::size_t much) {
  const std::size_t before = best.dead.redraws.size(), now = guessed.dead.redraws.size();
  const std::size_t proofs = now > before ? now - before : 0;
  if (now > 0 && guessed.dead_steps >= best.dead_steps + std::max(least_saved * proofs, much))
    best = std::move(guessed);
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

DrawingStep picture_step(std::uint16_t images) {
  return {.what = What::kRead, .planes = kColorPlane, .images = images};
}

DeadCalls find_dead_calls(std::span<const DrawingStep> steps, const Destinations& destinations,
                          const WhatMatters& matters) {
  Found best = find_without_redraws(steps, destinations, matters);
  if (matters.redraws != Redraws::kProven) return std::move(best.dead);
  const std::size_t least_saved = matters.about_redraws.least_saved;
  const std::vector<Redraw> redraws = find_redraws(steps, destinations, matters);
  std::vector<Redraw> of_windows = redraws;
  std::erase_if(of_windows, [&](const Redraw& each) { return is_into_target(steps[each.begin]); });
  if (!of_windows.empty()) take_if_better(best, find(steps, destinations, matters, of_windows), least_saved, 0);
  if (of_windows.size() == redraws.size()) return std::move(best.dead);
  const bool has_windows = !best.dead.redraws.empty() && least_saved > 0;
  take_if_better(best, find(steps, destinations, matters, redraws), least_saved,
                 has_windows ? steps.size() / kLeastPartOfSteps : 0);
  return std::move(best.dead);
}

}  // namespace replay
