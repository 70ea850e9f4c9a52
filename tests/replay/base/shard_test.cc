#include "replay/base/shard.h"

#include <gtest/gtest.h>

#include <set>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

using Variables = std::map<std::string, std::string>;

Shard of(const Variables& variables, std::uint32_t count = 0) {
  return shard_of_environment(
      [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
      },
      count);
}

void expect_shard(const Variables& variables, std::uint32_t index, std::uint32_t count, std::uint32_t given = 0) {
  const Shard shard = of(variables, given);
  EXPECT_EQ(shard.index, index) << variables.begin()->first;
  EXPECT_EQ(shard.count, count) << variables.begin()->first;
}

TEST(Shard, ComesFromTheVariablesOfAnyCiSystem) {
  expect_shard({{"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "5"}}, 2, 5);
  expect_shard({{"SLURM_ARRAY_TASK_ID", "12"}, {"SLURM_ARRAY_TASK_MIN", "10"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}, 3, 4);
  expect_shard({{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "3"}}, 1, 3);
  expect_shard({{"TEST_SHARD_INDEX", "2"}, {"TEST_TOTAL_SHARDS", "3"}}, 3, 3);
  expect_shard({{"JOB_COMPLETION_INDEX", "7"}}, 8, 10, 10);
  expect_shard({{"CI_NODE_TOTAL", "1"}}, 1, 1);
}

// The variables of sbatch --array=1-16:4, and of lists of indices.
TEST(Shard, OfAnArrayWithAStepIsCountedByIt) {
  const auto slurm = [](const char* id, const char* first, const char* last, const char* step, const char* count) {
    return Variables{{"SLURM_ARRAY_TASK_ID", id},
                     {"SLURM_ARRAY_TASK_MIN", first},
                     {"SLURM_ARRAY_TASK_MAX", last},
                     {"SLURM_ARRAY_TASK_STEP", step},
                     {"SLURM_ARRAY_TASK_COUNT", count}};
  };
  expect_shard(slurm("1", "1", "13", "4", "4"), 1, 4);
  expect_shard(slurm("9", "1", "13", "4", "4"), 3, 4);
  expect_shard(slurm("13", "1", "13", "4", "4"), 4, 4);
  expect_shard(slurm("13", "1", "16", "4", "4"), 4, 4);  // the last index as the user gave it
  expect_shard(slurm("300000", "100000", "300000", "100000", "3"), 3, 3);
  EXPECT_THROW(of(slurm("2", "1", "13", "4", "4")), CannotJudge);   // an index between two steps
  EXPECT_THROW(of(slurm("17", "1", "13", "4", "4")), CannotJudge);  // an index after the last one
  EXPECT_THROW(of(slurm("1", "1", "13", "0", "4")), CannotJudge);
  EXPECT_THROW(of(slurm("1", "1", "13", "x", "4")), CannotJudge);
  // The indices of --array=1,3,9 follow no formula, so two machines might take the same part.
  for (const char* id : {"1", "3", "9"}) EXPECT_THROW(of(slurm(id, "1", "9", "1", "3")), CannotJudge);
}

TEST(Shard, AnUnknownNumberOfShardsIsNotGuessed) {
  EXPECT_THROW(of({{"JOB_COMPLETION_INDEX", "0"}}), CannotJudge);
  EXPECT_THROW(of({{"JOB_COMPLETION_INDEX", "10"}}, 10), CannotJudge);
  EXPECT_THROW(of({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "5"}}), CannotJudge);
  EXPECT_THROW(of({{"CI_NODE_INDEX", "x"}, {"CI_NODE_TOTAL", "5"}}), CannotJudge);
  EXPECT_THROW(of({}, 4), CannotJudge);
}

TEST(Shard, IsReadFromTheCommandLine) {
  EXPECT_EQ(parse_shard("2/5")->index, 2u);
  for (const char* text : {"0/5", "6/5", "1", "/", "a/b", "1/0", "-1/5", "1/5/7", ""})
    EXPECT_FALSE(parse_shard(text)) << text;
}

TEST(Shard, EveryTestRunsOnce) {
  std::vector<std::string> tests;
  for (int i = 0; i < 37; ++i) tests.push_back("trace" + std::to_string(i));
  std::set<std::string> seen;
  std::size_t total = 0;
  for (std::uint32_t i = 1; i <= 5; ++i) {
    const auto ours = tests_of({i, 5, ""}, tests, {});
    EXPECT_GE(ours.size(), 7u);
    EXPECT_LE(ours.size(), 8u);
    seen.insert(ours.begin(), ours.end());
    total += ours.size();
  }
  EXPECT_EQ(seen.size(), 37u);
  EXPECT_EQ(total, 37u);
}

TEST(Shard, LongTestsAreDistributedEvenly) {
  const std::map<std::string, double> durations = {{"a", 60}, {"b", 20}, {"c", 20}, {"d", 20}, {"gone", 500}};
  EXPECT_EQ(tests_of({1, 2, ""}, {"a", "b", "c", "d"}, durations), (std::vector<std::string>{"a"}));
  EXPECT_EQ(tests_of({2, 2, ""}, {"a", "b", "c", "d"}, durations), (std::vector<std::string>{"b", "c", "d"}));
}

}  // namespace
}  // namespace replay
