#include "replay/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "replay/base/cannot_judge.h"
#include "replay/observe/driver_check.h"

namespace replay {
namespace {

// "llvmpipe" of "llvmpipe (LLVM 15.0.6, 256 bits)": the versions of what a driver is made of may differ.
std::string device_of(const std::string& renderer) { return renderer.substr(0, renderer.find(" (")); }

bool is_count(Measure measure) { return measure == Measure::kInstructions || measure == Measure::kMemory; }

void check_same(const char* what, const Measurement& good, const Measurement& bad, std::uint64_t Measurement::*count) {
  if (good.*count == bad.*count) return;
  throw CannotJudge(fmt::format("the sides do not do the same: {} {} on the good side, {} on the bad one", what,
                                good.*count, bad.*count));
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

SpeedVerdict ComparisonResult::verdict() const {
  bool is_known = false;
  bool all_are_good = true;
  for (const MeasureResult& measure : measures) {
    if (!measure.is_judged) continue;
    if (measure.verdict == SpeedVerdict::kSlower) return SpeedVerdict::kSlower;
    is_known = true;
    all_are_good = all_are_good && measure.verdict == SpeedVerdict::kNotSlower;
  }
  return is_known && all_are_good ? SpeedVerdict::kNotSlower : SpeedVerdict::kUnknown;
}

// Every second round begins with the bad side.
void SpeedComparison::play_round() {
  const double patience = std::max(rules_.timeout, kLeastPatience);
  const auto replay = [&](bool is_bad) {
    (is_bad ? result_.bad : result_.good).push_back((is_bad ? bad_ : good_).replay(patience));
  };
  const bool begins_bad = result_.rounds % 2 == 1;
  replay(begins_bad);
  replay(!begins_bad);
  if (question_.replays_in_round == 2) {
    replay(!begins_bad);
    replay(begins_bad);
  }
  ++result_.rounds;
  check_sides();
}

void SpeedComparison::check_sides() const {
  for (std::size_t i = 0; i < result_.good.size(); ++i) {
    const Measurement &good = result_.good[i], &bad = result_.bad[i];
    require_driver({bad.renderer, bad.version, ""}, question_.require_renderer, question_.require_version);
    if (!rules_.any_renderer && device_of(good.renderer) != device_of(bad.renderer)) {
      throw CannotJudge(fmt::format("the good side runs on '{}' and the bad side on '{}'; --any-renderer compares them",
                                    good.renderer, bad.renderer));
    }
    if (good.costs.wall_ms.empty() || good.costs.wall_ms.size() != bad.costs.wall_ms.size()) {
      throw CannotJudge(fmt::format("the good side came to {} measured frames and the bad side to {}",
                                    good.costs.wall_ms.size(), bad.costs.wall_ms.size()));
    }
    for (const Measurement* side : {&good, &bad}) {
      if (side->repeat_faults == 0) continue;
      throw CannotJudge(
          fmt::format("the frames cannot be repeated: {} calls were skipped or had errors of GL when they came again",
                      side->repeat_faults));
    }
    check_same("calls that were not made:", good, bad, &Measurement::skips);
    check_same("errors of GL:", good, bad, &Measurement::errors);
  }
}

std::vector<double> SpeedComparison::log_ratios(Measure measure) const {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < result_.rounds; ++round) {
    double ratio = 0;
    for (std::size_t i = round * question_.replays_in_round; i < (round + 1) * question_.replays_in_round; ++i) {
      const auto good = result_.good[i].total(measure), bad = result_.bad[i].total(measure);
      if (!good || !bad || *good <= 0 || *bad <= 0) return {};
      ratio += std::log(*bad / *good) / question_.replays_in_round;
    }
    ratios.push_back(ratio);
  }
  return ratios;
}

double SpeedComparison::limit_of(Measure measure) const {
  const auto accepted = question_.accepted.find(measure);
  return rules_.slower_than * (accepted == question_.accepted.end() ? 1 : accepted->second);
}

void SpeedComparison::look(unsigned number) {
  result_.measures.clear();
  for (const Measure measure : kMeasures) {
    const std::vector<double> ratios = log_ratios(measure);
    const bool is_judged = std::ranges::find(question_.judged, measure) != question_.judged.end();
    if (ratios.empty() || (question_.only_judged && !is_judged)) continue;
    const auto all = [&](const std::vector<Measurement>& side) {
      std::vector<double> totals;
      for (const Measurement& one : side) totals.push_back(*one.total(measure));
      return median(std::move(totals));
    };
    MeasureResult result{.measure = measure,
                         .is_judged = is_judged,
                         .interval = interval_of(ratios, schedule_.confidence_at(number)),
                         .limit = limit_of(measure),
                         .good = all(result_.good),
                         .bad = all(result_.bad)};
    // Fewer rounds than that are no ground for a verdict, however well they agree.
    if (result_.rounds >= schedule_.first) result.verdict = verdict_of(result.interval, result.limit);
    result_.measures.push_back(result);
  }
}

bool SpeedComparison::is_settled() const {
  if (rules_.needs_only_verdict && result_.verdict() == SpeedVerdict::kSlower) return true;
  if (std::ranges::none_of(result_.measures, &MeasureResult::is_judged)) return false;
  return std::ranges::all_of(result_.measures, [&](const MeasureResult& result) {
    return !result.is_judged ||
           replay::is_settled(result.interval, result.limit, rules_.precision, rules_.needs_only_verdict);
  });
}

// The first round shows which measures there are.
void SpeedComparison::choose_measures() {
  std::string missing;
  std::vector<Measure> there;
  for (const Measure measure : question_.judged) {
    if (!log_ratios(measure).empty()) there.push_back(measure);
    else missing += fmt::format("{}{}", missing.empty() ? "" : ", ", to_word(measure));
  }
  if (there.empty() || (!missing.empty() && !question_.takes_what_there_is))
    throw CannotJudge(fmt::format("this cannot be measured here: {}", missing));
  question_.judged = std::move(there);
  schedule_ = {.first = std::ranges::all_of(question_.judged, is_count) ? kFirstLookOfCounts : kFirstLookOfTimes,
               .questions = (question_.judged.size() + question_.other_questions) * question_.comparisons};
}

ComparisonResult SpeedComparison::run(const std::function<void(const ComparisonResult&)>& round_done) {
  const auto begin = std::chrono::steady_clock::now();
  const auto is_over = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >= rules_.timeout;
  };
  for (unsigned number = 1; !result_.is_out_of_time; ++number) {
    while (result_.rounds == 0 || (result_.rounds < schedule_.rounds_at(number) && !is_over())) {
      play_round();
      if (result_.rounds == 1) choose_measures();
      look(number);
      round_done(result_);
    }
    if (result_.rounds >= schedule_.first && is_settled()) break;
    result_.is_out_of_time = is_over();
  }
  return std::move(result_);
}

}  // namespace replay
