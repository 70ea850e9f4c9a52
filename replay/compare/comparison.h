// SpeedComparison: replays both sides in turn until the verdict on each measure stands, or the time is over.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/compare/measured_side.h"
#include "replay/compare/stopping.h"

namespace replay {

struct ComparisonQuestion {
  std::vector<Measure> judged;                    // what the verdict depends on; the rest is shown
  bool takes_what_there_is = false;               // of `judged`; otherwise all of it is needed
  std::size_t other_questions = 0;                // measures that are judged elsewhere and share the 5 %
  std::size_t comparisons = 1;                    // how many traces share the 5 %
  std::map<Measure, double> accepted;             // the ratio that is accepted, where it is not 1
  bool only_judged = false;                       // do not show the rest: under valgrind it means nothing
  std::string require_renderer, require_version;  // of the bad side: regular expressions; empty: any
  unsigned replays_in_round = 2;                  // of each side, 1 or 2
};

struct MeasureResult {
  Measure measure = Measure::kWall;
  bool is_judged = false;
  RatioInterval interval;  // with 95 %, over all looks and judged measures
  double limit = 1;        // the ratio above which the bad side is slower
  SpeedVerdict verdict = SpeedVerdict::kUnknown;
  double good = 0, bad = 0;  // of one replay: medians
};

struct ComparisonResult {
  std::vector<MeasureResult> measures;
  std::vector<Measurement> good, bad;  // in the order in which they were replayed
  std::size_t rounds = 0;
  bool is_out_of_time = false;

  SpeedVerdict verdict() const;  // of all judged measures together
};

class SpeedComparison {
 public:
  // The sides are borrowed.
  SpeedComparison(MeasuredSide& good, MeasuredSide& bad, ComparisonQuestion question, ComparisonRules rules)
      : good_(good),
        bad_(bad),
        question_(std::move(question)),
        rules_(rules) {}

  // `round_done` is called with the results so far. Throws CannotJudge.
  ComparisonResult run(const std::function<void(const ComparisonResult&)>& round_done);

 private:
  void play_round();
  void check_sides() const;
  void choose_measures();
  double limit_of(Measure measure) const;
  void look(unsigned number);
  bool is_settled() const;
  std::vector<double> log_ratios(Measure measure) const;

  MeasuredSide& good_;
  MeasuredSide& bad_;
  ComparisonQuestion question_;
  ComparisonRules rules_;
  LookSchedule schedule_;
  ComparisonResult result_;
};

double median(std::vector<double> values);

}  // namespace replay
