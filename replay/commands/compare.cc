#include "replay/commands/compare.h"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/compare/compare_trace.h"
#include "replay/compare/page.h"

namespace replay {
namespace {

int code_of(SpeedVerdict verdict) {
  return verdict == SpeedVerdict::kSlower ? kDiffers : verdict == SpeedVerdict::kNotSlower ? kGood : kCannotJudge;
}

// A slower trace decides, then one that cannot be judged.
int joined(int all, int one) {
  if (all == kDiffers || one == kDiffers) return kDiffers;
  return all == kCannotJudge || one == kCannotJudge ? kCannotJudge : kGood;
}

void write_json(const std::string& file, const nlohmann::json& traces) {
  const std::string text = json_text({{"traces", traces}});
  if (file == "-") std::fputs(text.c_str(), stdout);
  else need(write_whole_file(file, text));
}

}  // namespace

int run_compare(const CompareOptions& options) {
  const ComparedLaunches launches(options);
  for (const std::string& trace : options.traces) never_overwrite(trace);
  for (const std::string& file : {options.json, options.html}) {
    if (!file.empty() && file != "-") need(check_can_write(file));
  }
  const std::vector<MeasuringWay> ways = ways_of(options);
  nlohmann::json traces = nlohmann::json::array();
  std::vector<ComparedTrace> all;
  int code = kGood;
  for (const std::string& trace : options.traces) {
    try {
      ComparedTrace compared = compare_trace(options, launches, trace, ways);
      if (options.json != "-") print_out("{}", to_text(compared));
      std::fflush(stdout);
      traces.push_back(to_json(compared));
      code = joined(code, code_of(compared.result.verdict()));
      all.push_back(std::move(compared));
    } catch (const CannotJudge& problem) {
      spdlog::error("{}", problem.what());
      traces.push_back({{"trace", trace}, {"verdict", to_word(SpeedVerdict::kUnknown)}, {"problem", problem.what()}});
      code = joined(code, kCannotJudge);
    }
    if (asked_to_end() != 0) return kCannotJudge;
  }
  if (!options.json.empty()) write_json(options.json, traces);
  if (!options.html.empty()) need(page_of(all).write(options.html));
  return code;
}

}  // namespace replay
