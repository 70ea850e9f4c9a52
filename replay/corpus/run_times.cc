#include "replay/corpus/run_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "replay/base/json_text.h"

namespace replay {
namespace {

constexpr std::size_t kMostLongest = 20;
constexpr double kNothing = 0.0005;  // seconds

double busy_and_waiting(const RunTimes& times) { return times.stages.busy() + times.stages.waiting; }

}  // namespace

double RunTimes::other() const {
  return std::max(0.0, static_cast<double>(jobs) * seconds - busy_and_waiting(*this) - idle);
}

double RunTimes::least() const {
  const double even = jobs == 0 ? 0 : stages.busy() / static_cast<double>(jobs);
  return std::max(even, longest.empty() ? 0 : longest.front().second);
}

void RunTimes::add(const Result& result) {
  for (const Stage& stage : kStages) {
    if (stage.seconds != &StageTimes::waiting) stages.*stage.seconds += result.times.*stage.seconds;
  }
  const auto place =
      std::find_if(longest.begin(), longest.end(), [&](const auto& one) { return one.second < result.times.busy(); });
  longest.emplace(place, result.test, result.times.busy());
  if (longest.size() > kMostLongest) longest.pop_back();
}

std::vector<std::pair<std::string, double>> parts_of(const RunTimes& times) {
  std::vector<std::pair<std::string, double>> parts;
  const auto add = [&](const char* name, double seconds) {
    if (seconds >= kNothing) parts.emplace_back(name, seconds);
  };
  for (const Stage& stage : kStages) add(stage.name, times.stages.*stage.seconds);
  add("idle", times.idle);
  add("other", times.other());
  return parts;
}

std::string times_text(const RunTimes& times) {
  nlohmann::json longest = nlohmann::json::array();
  for (const auto& [test, seconds] : times.longest) longest.push_back({{"test", test}, {"seconds", seconds}});
  return json_text({{"jobs", times.jobs},
                    {"seconds", times.seconds},
                    {"least_seconds", times.least()},
                    {"stages", to_json(times.stages)},
                    {"idle", times.idle},
                    {"other", times.other()},
                    {"longest", std::move(longest)}});
}

std::string to_string(const RunTimes& times) {
  std::string text = fmt::format("{:.1f} s with {} {}", times.seconds, times.jobs, times.jobs == 1 ? "job" : "jobs");
  const double all = static_cast<double>(times.jobs) * times.seconds;
  const char* before = ": ";
  for (const auto& [name, seconds] : parts_of(times)) {
    if (seconds < 0.005 * all) continue;
    text += fmt::format("{}{:.0f} % {}", before, 100 * seconds / all, name);
    before = ", ";
  }
  if (!times.longest.empty())
    text +=
        fmt::format("; the longest trace took {:.1f} s: {}", times.longest.front().second, times.longest.front().first);
  return text;
}

}  // namespace replay
