#include "replay/seek/drawn_frames.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace replay {
namespace {

using nlohmann::json;
using What = DrawingStep::What;

// What the readers of parts throw, as those of the JSON library throw theirs. from_json() catches both.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum Flags : unsigned { kKept = 1, kCounted = 2, kEffects = 4, kCopies = 8, kProvable = 16, kAllFlags = 31 };

json step_json(const DrawingStep& step) {
  const unsigned flags = (step.kept ? kKept : 0u) | (step.counted ? kCounted : 0u) | (step.effects ? kEffects : 0u) |
                         (step.copies ? kCopies : 0u) | (step.provable ? kProvable : 0u);
  return {static_cast<unsigned>(step.what),
          step.planes,
          step.touched,
          step.guessed,
          flags,
          step.destination,
          step.images,
          step.calls.first,
          step.calls.last};
}

template <class T>
T at_most(const json& number, std::uint64_t most) {
  const auto value = number.is_number_unsigned() ? number.get<std::uint64_t>() : UINT64_MAX;
  if (value > most) throw Malformed("a number is too large, or none");
  return static_cast<T>(value);
}

DrawingStep step_of(const json& values) {
  if (!values.is_array() || values.size() != 9) throw Malformed("a step has nine numbers");
  const auto flags = at_most<unsigned>(values[4], kAllFlags);
  return {.what = at_most<What>(values[0], static_cast<unsigned>(What::kRead)),
          .planes = at_most<std::uint8_t>(values[1], kAllPlanes),
          .touched = at_most<std::uint8_t>(values[2], kAllPlanes),
          .guessed = at_most<std::uint8_t>(values[3], kAllPlanes),
          .kept = (flags & kKept) != 0,
          .counted = (flags & kCounted) != 0,
          .effects = (flags & kEffects) != 0,
          .copies = (flags & kCopies) != 0,
          .provable = (flags & kProvable) != 0,
          .destination = at_most<std::uint16_t>(values[5], UINT16_MAX),
          .images = at_most<std::uint16_t>(values[6], UINT16_MAX),
          .calls = {.first = at_most<std::uint64_t>(values[7], UINT64_MAX - 1),
                    .last = at_most<std::uint64_t>(values[8], UINT64_MAX - 1)}};
}

// Checks what Liveness relies on.
void check(const DrawnFrames& drawn) {
  const std::size_t end = Destinations::kFirstTarget + drawn.targets.size();
  std::uint64_t newest = 0;
  for (const DrawingStep& step : drawn.steps) {
    const bool has_destination =
        step.destination <= drawn.windows || (step.destination >= Destinations::kFirstTarget && step.destination < end);
    if (!has_destination || step.images >= drawn.image_sets.size())
      throw Malformed("a step is of a destination or of images that do not exist");
    if (step.calls.first > step.calls.last) continue;  // the step has no calls
    // A call that a loader derives from another has the same number, so two steps may share one.
    if (step.calls.first < newest) throw Malformed("steps are not in the order of their calls");
    newest = step.calls.last;
  }
  std::uint32_t before = 0;
  for (const std::uint32_t frame_end : drawn.frame_ends) {
    if (frame_end < before || frame_end > drawn.steps.size()) throw Malformed("frames are not in order");
    before = frame_end;
  }
}

DrawnFrames read(const json& in) {
  DrawnFrames drawn;
  drawn.windows = at_most<std::size_t>(in.at("windows"), Destinations::kMaxWindows);
  drawn.targets_are_known = in.at("targets_are_known").get<bool>();
  drawn.queries_matter = in.at("queries_matter").get<bool>();
  drawn.relies_on_programs = in.at("relies_on_programs").get<bool>();
  for (const json& end : in.at("frame_ends")) drawn.frame_ends.push_back(at_most<std::uint32_t>(end, UINT32_MAX));
  if (in.at("targets").size() > Destinations::kMaxTargets) throw Malformed("too many targets");
  for (const json& target : in.at("targets")) {
    TargetImages& images = drawn.targets.emplace_back();
    for (const json& image : target) {
      images.push_back({at_most<Image>(image.at(0), UINT64_MAX - 1), at_most<std::uint8_t>(image.at(1), kAllPlanes)});
    }
  }
  std::vector<std::vector<Image>> sets;
  for (const json& set : in.at("image_sets")) {
    std::vector<Image>& images = sets.emplace_back();
    for (const json& image : set) images.push_back(at_most<Image>(image, UINT64_MAX - 1));
  }
  if (sets.size() <= ImageSets::kEverything || sets.size() > ImageSets::kMax + 2)
    throw Malformed("too few or too many sets of images");
  drawn.image_sets = ImageSets(std::move(sets));
  for (const json& step : in.at("steps")) drawn.steps.push_back(step_of(step));
  check(drawn);
  return drawn;
}

}  // namespace

Destinations DrawnFrames::destinations() const {
  return {.windows = windows, .targets = targets, .targets_are_known = targets_are_known, .sets = image_sets};
}

std::optional<DeadCalls> DrawnFrames::dead_calls(const CallSet& frames, const SeekGuesses& guesses) const {
  const auto last = frames.last();
  if (!last || *last >= frame_ends.size() || (relies_on_programs && !guesses.calls)) return std::nullopt;
  std::vector<DrawingStep> wanted;
  std::vector<std::uint32_t> wanted_ends;
  wanted.reserve(frame_ends[*last] + 1);
  std::uint32_t taken = 0, pictures = 0;
  for (std::uint64_t frame = 0; frame <= *last; ++frame) {
    wanted_ends.push_back(frame_ends[frame] + pictures);
    if (!frames.contains(frame)) continue;
    ++pictures;
    wanted.insert(wanted.end(), steps.begin() + taken, steps.begin() + frame_ends[frame]);
    wanted.push_back(picture_step());
    taken = frame_ends[frame];
  }
  DeadCalls dead = find_dead_calls(wanted, destinations(),
                                   {.at_end = 0,
                                    .goes_on = false,
                                    .queries = queries_matter,
                                    .guesses = guesses.calls,
                                    .redraws = guesses.redraws ? Redraws::kProven : Redraws::kNone,
                                    .frame_ends = wanted_ends,
                                    .not_redrawn = guesses.not_redrawn,
                                    .least_saved = guesses.least_saved});
  dead.relies_on_programs = relies_on_programs;
  return dead;
}

json DrawnFrames::to_json() const {
  json out = {{"windows", windows},
              {"targets_are_known", targets_are_known},
              {"queries_matter", queries_matter},
              {"relies_on_programs", relies_on_programs},
              {"frame_ends", frame_ends}};
  json &images = out["targets"] = json::array(), &sets = out["image_sets"] = json::array(),
       &all = out["steps"] = json::array();
  for (const TargetImages& target : targets) {
    json list = json::array();
    for (const TargetImage& image : target) list.push_back(json::array({image.image, image.planes}));
    images.push_back(std::move(list));
  }
  for (std::size_t i = 0; i < image_sets.size(); ++i) sets.push_back(image_sets.at(static_cast<std::uint16_t>(i)));
  for (const DrawingStep& step : steps) all.push_back(step_json(step));
  return out;
}

loaders::Result<DrawnFrames> DrawnFrames::from_json(const json& in) {
  try {
    return read(in);
  } catch (const Malformed& bad) {
    return loaders::Error{bad.what()};
  } catch (const json::exception& bad) {
    return loaders::Error{bad.what()};
  }
}

}  // namespace replay
