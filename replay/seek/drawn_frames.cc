#include "replay/seek/drawn_frames.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "replay/seek/framebuffer_object.h"
#include "replay/seek/segments_json.h"
#include "replay/seek/steps_json.h"
#include "replay/seek/texture_units.h"

namespace replay {
namespace {

using nlohmann::json;

// What the readers of parts throw, as those of the JSON library throw theirs. from_json() catches both.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T at_most(const json& number, std::uint64_t most) {
  const auto value = number.is_number_unsigned() ? number.get<std::uint64_t>() : UINT64_MAX;
  if (value > most) throw Malformed("a number is too large, or none");
  return static_cast<T>(value);
}

// Checks what Liveness relies on.
void check(const DrawnFrames& drawn) {
  const std::size_t end = Destinations::kFirstTarget + drawn.targets.size();
  for (const DrawingStep& step : drawn.steps) {
    const bool has_destination =
        step.destination <= drawn.windows || (step.destination >= Destinations::kFirstTarget && step.destination < end);
    if (!has_destination || step.images >= drawn.image_sets.size() || step.area >= drawn.areas.size())
      throw Malformed("a step is of a destination, of images or of an area that do not exist");
  }
  std::uint32_t before = 0;
  for (const std::uint32_t frame_end : drawn.frame_ends) {
    if (frame_end < before || frame_end > drawn.steps.size()) throw Malformed("frames are not in order");
    before = frame_end;
  }
  if (drawn.shown.size() != drawn.frame_ends.size() ||
      std::ranges::any_of(drawn.shown, [&](std::uint16_t set) { return set >= drawn.image_sets.size(); }))
    throw Malformed("frames show images that do not exist");
}

std::vector<TargetSurfaces> targets_of(const json& in, std::size_t surfaces) {
  if (in.size() > Destinations::kMaxTargets) throw Malformed("too many targets");
  std::vector<TargetSurfaces> targets;
  for (const json& target : in) {
    TargetSurfaces& parts = targets.emplace_back();
    if (target.size() > FramebufferObject::kMaxAttachments) throw Malformed("a target has too many surfaces");
    for (const json& part : target) {
      parts.push_back({at_most<std::uint32_t>(part.at(0), UINT32_MAX), at_most<std::uint8_t>(part.at(1), kAllPlanes),
                       at_most<std::uint32_t>(part.at(2), UINT32_MAX)});
      if (parts.back().surface >= surfaces) throw Malformed("a target has a surface that does not exist");
    }
  }
  return targets;
}

Areas areas_of(const json& in) {
  std::vector<Area> areas;
  const auto coordinate = [](const json& number) { return at_most<int>(number, INT32_MAX); };
  for (const json& area : in) {
    areas.push_back(
        {.box = {coordinate(area.at(0)), coordinate(area.at(1)), coordinate(area.at(2)), coordinate(area.at(3))},
         .width = coordinate(area.at(4)),
         .height = coordinate(area.at(5))});
  }
  if (areas.empty() || areas.size() > Areas::kMax) throw Malformed("too few or too many areas");
  return Areas(std::move(areas));
}

DrawnFrames read(const json& in) {
  DrawnFrames drawn;
  drawn.windows = at_most<std::size_t>(in.at("windows"), Destinations::kMaxWindows);
  drawn.targets_are_known = in.at("targets_are_known").get<bool>();
  drawn.queries_matter = in.at("queries_matter").get<bool>();
  drawn.relies_on_programs = in.at("relies_on_programs").get<bool>();
  drawn.texture_units = at_most<std::uint32_t>(in.at("texture_units"), kMaxTextureUnits);
  for (const json& end : in.at("frame_ends")) drawn.frame_ends.push_back(at_most<std::uint32_t>(end, UINT32_MAX));
  for (const json& set : in.at("shown")) drawn.shown.push_back(at_most<std::uint16_t>(set, UINT16_MAX));
  if (in.at("surfaces").size() > Destinations::kMaxSurfaces) throw Malformed("too many surfaces");
  for (const json& surface : in.at("surfaces"))
    drawn.surfaces.push_back({at_most<Image>(surface.at(0), UINT64_MAX - 1),
                              at_most<std::uint32_t>(surface.at(1), UINT32_MAX), surface.at(2).get<bool>()});
  drawn.targets = targets_of(in.at("targets"), drawn.surfaces.size());
  drawn.areas = areas_of(in.at("areas"));
  std::vector<std::vector<Image>> sets;
  for (const json& set : in.at("image_sets")) {
    std::vector<Image>& images = sets.emplace_back();
    for (const json& image : set) images.push_back(at_most<Image>(image, UINT64_MAX - 1));
  }
  if (sets.size() <= ImageSets::kEverything || sets.size() > ImageSets::kMax + 2)
    throw Malformed("too few or too many sets of images");
  drawn.image_sets = ImageSets(std::move(sets));
  auto steps = steps_of(in.at("steps"));
  if (!steps) throw Malformed(steps.error().problem.c_str());
  drawn.steps = *std::move(steps);
  check(drawn);
  auto segments = segments_of(in.at("segments"));
  auto chunks = chunks_of(in.at("chunks"));
  if (!segments) throw Malformed(segments.error().problem.c_str());
  if (!chunks) throw Malformed(chunks.error().problem.c_str());
  drawn.segments = *std::move(segments);
  drawn.chunks = *std::move(chunks);
  return drawn;
}

// The planes of windows of which a picture may show whether windows have them. Where depths are copied, stencils count
// as well: GL copies depths only between buffers of the same format.
std::uint8_t planes_seen(const DrawingStep& step) {
  if (step.what != DrawingStep::What::kDraw) return 0;
  const bool copies = step.blits || step.copies;
  if (copies && (step.planes & ~kColorPlane) != 0) return kAllPlanes;
  return step.destination <= Destinations::kMaxWindows || copies ? step.planes : std::uint8_t{0};
}

// None where nothing is to be proven about windows.
std::uint8_t unseen_planes(std::span<const DrawingStep> steps, std::span<const GuessedRedraw> redraws) {
  const auto is_of_window = [](const GuessedRedraw& each) { return each.destination <= Destinations::kMaxWindows; };
  if (std::ranges::none_of(redraws, is_of_window)) return 0;
  std::uint8_t seen = 0;
  for (const DrawingStep& step : steps) seen |= planes_seen(step);
  return static_cast<std::uint8_t>(kAllPlanes & ~seen);
}

DeadCalls dead_calls_of(const DrawnFrames& drawn, std::span<const DrawingStep> steps,
                        std::span<const std::uint32_t> frame_ends, bool goes_on, const SeekGuesses& guesses,
                        Redraws redraws) {
  DeadCalls dead = find_dead_calls(steps, drawn.destinations(),
                                   {.at_end = static_cast<std::uint8_t>(goes_on ? kAllPlanes : 0),
                                    .goes_on = goes_on,
                                    .queries = drawn.queries_matter,
                                    .guesses = guesses.calls,
                                    .copies = guesses.copies,
                                    .redraws = redraws,
                                    .frame_ends = frame_ends,
                                    .about_redraws = guesses});
  dead.relies_on_programs = drawn.relies_on_programs;
  dead.texture_units = drawn.texture_units;
  if (!goes_on) dead.unseen = unseen_planes(steps, dead.redraws);
  return dead;
}

}  // namespace

Destinations DrawnFrames::destinations() const {
  return {.windows = windows,
          .surfaces = surfaces,
          .targets = targets,
          .targets_are_known = targets_are_known,
          .sets = image_sets,
          .areas = areas};
}

std::optional<DeadCalls> DrawnFrames::dead_calls(const CallSet& frames, const SeekGuesses& guesses) const {
  const auto last = frames.last();
  if (!last || *last >= frame_ends.size() || (relies_on_driver() && !guesses.calls)) return std::nullopt;
  std::vector<DrawingStep> wanted;
  std::vector<std::uint32_t> wanted_ends;
  wanted.reserve(frame_ends[*last] + 1);
  std::uint32_t taken = 0, pictures = 0;
  for (std::uint64_t frame = 0; frame <= *last; ++frame) {
    wanted_ends.push_back(frame_ends[frame] + pictures);
    if (!frames.contains(frame)) continue;
    ++pictures;
    wanted.insert(wanted.end(), steps.begin() + taken, steps.begin() + frame_ends[frame]);
    wanted.push_back(picture_step(shown[frame]));
    taken = frame_ends[frame];
  }
  DeadCalls dead = dead_calls_of(*this, wanted, wanted_ends, false, guesses, redraws_under(guesses));
  if (guesses.state) {
    const auto end = std::ranges::find_if(segments, [&](const Segment& each) { return each.frames > *last; });
    const auto count = static_cast<std::size_t>(end - segments.begin()) + (end != segments.end() ? 1 : 0);
    leave_out_segments(std::span(segments).first(count), chunks, frames, dead);
  }
  return dead;
}

DeadCalls DrawnFrames::dead_calls_of_all(bool goes_on, const SeekGuesses& guesses, Redraws redraws) const {
  return dead_calls_of(*this, steps, frame_ends, goes_on, guesses, redraws);
}

json DrawnFrames::to_json() const {
  json out = {{"windows", windows},
              {"targets_are_known", targets_are_known},
              {"queries_matter", queries_matter},
              {"relies_on_programs", relies_on_programs},
              {"texture_units", texture_units},
              {"frame_ends", frame_ends}};
  json &sets = out["image_sets"] = json::array(), &parts = out["targets"] = json::array();
  out["shown"] = shown;
  out["surfaces"] = out["areas"] = json::array();
  for (const Surface& surface : surfaces)
    out["surfaces"].push_back(json::array({surface.image, surface.family, surface.is_of_other_level}));
  for (const TargetSurfaces& target : targets) {
    json list = json::array();
    for (const TargetSurface& part : target) list.push_back(json::array({part.surface, part.planes, part.buffers}));
    parts.push_back(std::move(list));
  }
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const Area& area = areas.at(static_cast<std::uint16_t>(i));
    json numbers = json::array();
    for (const int number : {area.box.left, area.box.bottom, area.box.right, area.box.top, area.width, area.height})
      numbers.push_back(static_cast<unsigned>(number));
    out["areas"].push_back(std::move(numbers));
  }
  for (std::size_t i = 0; i < image_sets.size(); ++i) sets.push_back(image_sets.at(static_cast<std::uint16_t>(i)));
  out["steps"] = steps_json(steps);
  out["segments"] = segments_json(segments);
  out["chunks"] = chunks_json(chunks);
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
