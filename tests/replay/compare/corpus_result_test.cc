#include "replay/compare/corpus_result.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "replay/base/cannot_judge.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

CorpusTrace trace_with(const std::string& name, Measure measure, RatioInterval interval, SpeedVerdict verdict) {
  CorpusTrace trace;
  trace.result.test = name;
  ComparedTrace compared;
  MeasureResult result;
  result.measure = measure;
  result.is_judged = true;
  result.interval = interval;
  result.limit = 1.02;
  result.verdict = verdict;
  compared.result.measures.push_back(result);
  trace.compared = std::move(compared);
  trace.result = result_of(*trace.compared, trace.result);
  return trace;
}

std::vector<CorpusTrace> three_traces() {
  std::vector<CorpusTrace> traces = {
      trace_with("a", Measure::kCpu, {.low = 1.09, .ratio = 1.1, .high = 1.11}, SpeedVerdict::kSlower),
      trace_with("b, c", Measure::kCpu, {.low = 0.99, .ratio = 1, .high = 1.01}, SpeedVerdict::kNotSlower)};
  traces.emplace_back().result.test = "absent";
  traces.back().result.status = Status::kMissing;
  return traces;
}

TEST(GeometricMean, OfOneRatioIsThatRatio) {
  const std::vector<RatioInterval> one = {{.low = 1.01, .ratio = 1.05, .high = 1.1}};
  EXPECT_NEAR(geometric_mean(one).low, 1.01, 1e-12);
  EXPECT_NEAR(geometric_mean(one).ratio, 1.05, 1e-12);
  EXPECT_NEAR(geometric_mean(one).high, 1.1, 1e-12);
}

TEST(GeometricMean, OfManyIsSurerThanEach) {
  const std::vector<RatioInterval> four(4, {.low = 1 / 1.02, .ratio = 1, .high = 1.02});
  EXPECT_NEAR(geometric_mean(four).ratio, 1, 1e-12);
  EXPECT_NEAR(geometric_mean(four).high, std::sqrt(1.02), 1e-12);
  const std::vector<RatioInterval> opposite = {{.low = 2, .ratio = 2, .high = 2},
                                               {.low = 0.5, .ratio = 0.5, .high = 0.5}};
  EXPECT_NEAR(geometric_mean(opposite).ratio, 1, 1e-12);
}

TEST(GeometricMean, KnowsNothingWhereOneRatioSaysNothing) {
  const std::vector<RatioInterval> some = {{.low = 1, .ratio = 1, .high = 1}, {.low = 0, .ratio = 1, .high = HUGE_VAL}};
  EXPECT_EQ(geometric_mean(some).low, 0);
  EXPECT_EQ(geometric_mean(some).high, HUGE_VAL);
}

TEST(CorpusResult, TellsWhatIsSlower) {
  const auto traces = three_traces();
  EXPECT_EQ(traces[0].result.status, Status::kFail);
  EXPECT_EQ(traces[0].result.reason, "cpu 1.1000 [1.0900, 1.1100], slower: the limit is 1.02");
  EXPECT_EQ(traces[1].result.status, Status::kPass);
  ASSERT_EQ(means_of(traces).size(), 1u);
  EXPECT_EQ(means_of(traces)[0].traces, 2u);
  EXPECT_EQ(table_of(traces),
            "verdict     cpu                      trace\n"
            "slower      1.1000 [1.0900, 1.1100]  a\n"
            "not slower  1.0000 [0.9900, 1.0100]  b, c\n"
            "Missing     -                        absent\n"
            "            1.0488 [1.0417, 1.0559]  geometric mean\n");
}

TEST(CorpusResult, ReadsTheRatiosThatItWrites) {
  const ScratchFolder folder;
  const auto file = folder.path() / "ratios.csv";
  std::ofstream(file) << ratios_text(three_traces());
  const AcceptedRatios accepted = read_ratios(file);
  ASSERT_EQ(accepted.size(), 2u);
  EXPECT_DOUBLE_EQ(accepted.at("a").at(Measure::kCpu), 1.1);
  EXPECT_DOUBLE_EQ(accepted.at("b, c").at(Measure::kCpu), 1.0);
}

TEST(CorpusResult, RefusesWhatIsNoRatio) {
  const ScratchFolder folder;
  const auto file = folder.path() / "ratios.csv";
  for (const char* text :
       {"a,Pass", "cpu,1.0", "cpu,0,0,0,a", "cpu,nan,1,1,a", "cpu,1x,1,1,a", "speed,1,1,1,a", "cpu,1,1,1,"}) {
    std::ofstream(file, std::ios::trunc) << text << "\n";
    EXPECT_THROW(read_ratios(file), CannotJudge) << text;
  }
}

}  // namespace
}  // namespace replay
