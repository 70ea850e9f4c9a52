#include "replay/base/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

constexpr std::uint32_t kMaxShards = 100'000;
constexpr std::uint32_t kLargestIndex = 100'000'000;  // the indices of an array may be far apart
constexpr double kLeast = 0.001;  // seconds; with 0, all tests that took no time would go to one shard

std::optional<std::uint32_t> number(const std::string& text, std::uint32_t most = kMaxShards) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value > most) return std::nullopt;
  return value;
}

struct Engine {
  const char* index;
  const char* count;  // nullptr: the engine does not say
  std::uint32_t first;
  // Variables with the smallest index, the largest one, and how far one is from the next; nullptr: `first`, not known,
  // 1.
  const char *minimum = nullptr, *maximum = nullptr, *step = nullptr;
};

// Variables that somebody sets for one job come before those that are set in every job.
constexpr Engine kEngines[] = {
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
     "SLURM_ARRAY_TASK_STEP"},
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
    {"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},
    {"JOB_COMPLETION_INDEX", nullptr, 0},
};

using Variable = std::function<std::string(const char*)>;

// Returns the number in a variable of the engine, or `otherwise` where the engine has no such variable or leaves it
// empty. Returns nothing when the text is no number.
std::optional<std::uint32_t> number_of(const Variable& variable, const char* name,
                                       std::optional<std::uint32_t> otherwise) {
  const std::string text = name != nullptr ? variable(name) : "";
  return text.empty() ? otherwise : number(text, kLargestIndex);
}

// Returns which shard this is, from 1. Returns nothing unless the indices are `total` numbers with even steps between
// them.
std::optional<std::uint32_t> place_of(const Engine& engine, const Variable& variable, std::uint32_t total) {
  const auto index = number_of(variable, engine.index, std::nullopt),
             first = number_of(variable, engine.minimum, engine.first);
  const auto step = number_of(variable, engine.step, 1);
  if (!index || !first || !step || *step == 0 || *index < *first || (*index - *first) % *step != 0) return std::nullopt;
  const auto last = number_of(variable, engine.maximum, *first + (total - 1) * *step);
  if (!last || *last < *first || (*last - *first) / *step + 1 != total) return std::nullopt;
  const std::uint32_t place = (*index - *first) / *step + 1;
  return place <= total ? std::optional(place) : std::nullopt;
}

double median(const std::map<std::string, double>& durations) {
  std::vector<double> values;
  for (const auto& [test, seconds] : durations) values.push_back(seconds);
  if (values.empty()) return 1;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

}  // namespace

loaders::Result<Shard> parse_shard(const std::string& text) {
  const auto slash = std::min(text.find('/'), text.size());
  const auto index = number(text.substr(0, slash));
  const auto count = number(text.substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index < 1 || *index > *count) {
    return loaders::Error{fmt::format("'{}': a shard is I/N, I from 1 to N", text)};
  }
  return Shard{*index, *count, "--shard"};
}

Shard shard_of_environment(const std::function<std::string(const char*)>& variable, std::uint32_t count) {
  for (const Engine& engine : kEngines) {
    const std::string text = variable(engine.index);
    // GitLab sets the total in every job and the index only in parallel ones.
    if (text.empty()) continue;
    const std::string total_text = engine.count != nullptr ? variable(engine.count) : "";
    const auto total = total_text.empty() && count != 0 ? std::optional(count) : number(total_text);
    if (!total || *total == 0) {
      throw CannotJudge(
          fmt::format("{} is set, but nothing says how many shards there are: give --shards N", engine.index));
    }
    const auto place = place_of(engine, variable, *total);
    if (!place) {
      throw CannotJudge(
          fmt::format("{} is '{}', which is no shard of {} with even steps between them: give --shard I/N",
                      engine.index, text, *total));
    }
    return {*place, *total, engine.index};
  }
  if (count > 1)
    throw CannotJudge("--shards says how many there are, but nothing says which one this is: give --shard I/N");
  return {};
}

std::vector<std::string> tests_of(const Shard& shard, const std::vector<std::string>& tests,
                                  const std::map<std::string, double>& durations) {
  const double unknown = median(durations);
  std::vector<std::pair<double, std::string>> order;
  for (const std::string& test : tests) {
    const auto known = durations.find(test);
    order.emplace_back(known != durations.end() ? known->second : unknown, test);
  }
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::set<std::pair<double, std::uint32_t>> loads;  // what each shard has to do
  for (std::uint32_t i = 1; i <= shard.count; ++i) loads.emplace(0.0, i);
  std::set<std::string> ours;
  for (const auto& [seconds, test] : order) {
    auto [load, index] = *loads.begin();
    loads.erase(loads.begin());
    loads.emplace(load + std::max(seconds, kLeast), index);
    if (index == shard.index) ours.insert(test);
  }
  std::vector<std::string> result;
  std::copy_if(tests.begin(), tests.end(), std::back_inserter(result),
               [&](const std::string& test) { return ours.contains(test); });
  return result;
}

}  // namespace replay
