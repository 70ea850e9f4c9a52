#include "replay/compare/report.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace replay {
namespace {

using nlohmann::json;

std::string frames_of(const ComparedTrace& compared) {
  const std::uint64_t count = compared.last - compared.first + 1;
  std::string text = fmt::format("{}-{} of {}", compared.first, compared.last, compared.frames);
  if (compared.passes > 1) text += fmt::format(", {} times after a first pass", compared.passes - 1);
  else if (count == compared.frames) text += ", with all loading: there are too few to leave out the first";
  return text;
}

// "1 round", "2 rounds".
std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string rounds_of(const ComparedTrace& compared) {
  const ComparisonResult& result = compared.result;
  return fmt::format("{}, {} of each side{}", counted(result.rounds, "round"), counted(result.good.size(), "replay"),
                     result.is_out_of_time ? fmt::format("; the time is over ({:.0f} s)", compared.rules.timeout) : "");
}

double loading_of(const std::vector<Measurement>& side) {
  std::vector<double> times;
  for (const Measurement& one : side) times.push_back(one.load_ms);
  return median(std::move(times));
}

std::string meaning_of(const MeasureResult& measure) {
  if (!measure.is_judged) return "";
  if (measure.verdict != SpeedVerdict::kUnknown) return to_word(measure.verdict);
  return fmt::format("cannot tell whether it is above {:.4g}", measure.limit);
}

json number_or_null(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

}  // namespace

const char* to_word(SpeedVerdict verdict) {
  switch (verdict) {
    case SpeedVerdict::kSlower: return "slower";
    case SpeedVerdict::kNotSlower: return "not slower";
    case SpeedVerdict::kUnknown: break;
  }
  return "cannot tell";
}

std::string to_string(const RatioInterval& interval) {
  return fmt::format("{:.4f} [{:.4f}, {:.4f}]", interval.ratio, interval.low, interval.high);
}

std::vector<double> medians_by_frame(const std::vector<Measurement>& side, std::vector<double> FrameCosts::*list) {
  std::vector<double> medians;
  if (side.empty()) return medians;
  for (std::size_t frame = 0; frame < (side.front().costs.*list).size(); ++frame) {
    std::vector<double> values;
    for (const Measurement& one : side) {
      if (frame < (one.costs.*list).size()) values.push_back((one.costs.*list)[frame]);
    }
    medians.push_back(median(std::move(values)));
  }
  return medians;
}

std::vector<std::pair<std::string, std::string>> facts_of(const ComparedTrace& compared) {
  const ComparisonResult& result = compared.result;
  std::vector<std::pair<std::string, std::string>> facts = {{"trace", compared.trace}};
  if (!result.bad.empty()) {
    facts.emplace_back("good", fmt::format("{}, {}", result.good.front().renderer, result.good.front().version));
    facts.emplace_back("bad", fmt::format("{}, {}", result.bad.front().renderer, result.bad.front().version));
  }
  facts.emplace_back("frames", frames_of(compared));
  facts.emplace_back("compared", rounds_of(compared));
  if (!result.good.empty()) {
    facts.emplace_back("loading",
                       fmt::format("{:.1f} ms in each replay, which no measure has", loading_of(result.good)));
  }
  if (const auto& own = compared.own_share) {
    facts.emplace_back("replayer",
                       fmt::format("{:.1f} % [{:.1f}, {:.1f}] of the wall time of the good side is its own, "
                                   "by samples: no driver can change it",
                                   own->mean * 100, own->low * 100, own->high * 100));
  }
  return facts;
}

std::string to_text(const ComparedTrace& compared) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [name, value] : facts_of(compared)) fmt::format_to(out, "{:<13}{}\n", name, value);
  for (const MeasureResult& measure : compared.result.measures) {
    fmt::format_to(out, "{:<13}{:<28}{:>12} -> {:<12} {}\n", to_word(measure.measure), to_string(measure.interval),
                   with_unit(measure.measure, measure.good), with_unit(measure.measure, measure.bad),
                   meaning_of(measure));
  }
  fmt::format_to(out, "{:<13}{}\n", "verdict", to_word(compared.result.verdict()));
  for (const PlaceDifference& place : compared.where) {
    fmt::format_to(out, "{:<13}{:<9}{:<44} +{:.3f} ms [{:.3f}, {:.3f}] of {:.3f}\n", "where", place.kind, place.name,
                   place.difference, place.low, place.high, place.good);
  }
  return text;
}

json to_json(const ComparedTrace& compared) {
  const ComparisonResult& result = compared.result;
  json out = {{"trace", compared.trace},
              {"good", {{"environment", compared.good}}},
              {"bad", {{"environment", compared.bad}}},
              {"frames", {{"first", compared.first}, {"last", compared.last}, {"passes", compared.passes}}},
              {"slower_than", compared.rules.slower_than},
              {"precision", compared.rules.precision},
              {"rounds", result.rounds},
              {"out_of_time", result.is_out_of_time},
              {"verdict", to_word(result.verdict())},
              {"measures", json::object()}};
  for (const MeasureResult& measure : result.measures) {
    out["measures"][to_word(measure.measure)] = {{"ratio", measure.interval.ratio},
                                                 {"low", measure.interval.low},
                                                 {"high", number_or_null(measure.interval.high)},
                                                 {"good", measure.good},
                                                 {"bad", measure.bad},
                                                 {"judged", measure.is_judged},
                                                 {"limit", measure.limit},
                                                 {"verdict", to_word(measure.verdict)}};
  }
  for (const auto& [name, side] : {std::pair("good", &result.good), std::pair("bad", &result.bad)}) {
    if (side->empty()) continue;
    out[name]["renderer"] = side->front().renderer;
    out[name]["version"] = side->front().version;
    out[name]["load_ms"] = loading_of(*side);
    out[name]["frame_ms"] = medians_by_frame(*side, &FrameCosts::wall_ms);
    out[name]["frame_cpu_ms"] = medians_by_frame(*side, &FrameCosts::cpu_ms);
    out[name]["frame_gpu_ms"] = medians_by_frame(*side, &FrameCosts::gpu_ms);
    out[name]["frame_instructions"] = medians_by_frame(*side, &FrameCosts::instructions);
  }
  if (const auto& own = compared.own_share)
    out["own_share"] = {{"of_wall", own->mean}, {"low", own->low}, {"high", own->high}};
  for (const PlaceDifference& place : compared.where) {
    out["where"].push_back({{"kind", place.kind},
                            {"name", place.name},
                            {"good_ms", place.good},
                            {"bad_ms", place.bad},
                            {"difference_ms", place.difference},
                            {"low_ms", place.low},
                            {"high_ms", place.high}});
  }
  return out;
}

}  // namespace replay
