#include "replay/compare/corpus_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "replay/base/cannot_judge.h"
#include "replay/compare/page.h"
#include "replay/corpus/lists.h"
#include "replay/corpus/report_page.h"

namespace replay {
namespace {

const MeasureResult* judged(const CorpusTrace& trace, Measure measure) {
  if (!trace.compared) return nullptr;
  const auto& measures = trace.compared->result.measures;
  const auto found =
      std::ranges::find_if(measures, [&](const MeasureResult& one) { return one.is_judged && one.measure == measure; });
  return found == measures.end() ? nullptr : &*found;
}

std::string verdict_of(const CorpusTrace& trace) {
  return trace.compared ? to_word(trace.compared->result.verdict()) : to_string(trace.result.status);
}

// The head and the rows of the table: the verdict, the measures, the trace.
std::vector<std::vector<std::string>> cells_of(const std::vector<CorpusTrace>& traces) {
  const std::vector<CorpusMean> means = means_of(traces);
  std::vector<std::vector<std::string>> rows = {{"verdict"}};
  for (const CorpusMean& mean : means) rows[0].emplace_back(to_word(mean.measure));
  rows[0].emplace_back("trace");
  for (const CorpusTrace& trace : traces) {
    auto& row = rows.emplace_back(std::vector{verdict_of(trace)});
    for (const CorpusMean& mean : means) {
      const MeasureResult* result = judged(trace, mean.measure);
      row.push_back(result != nullptr ? to_string(result->interval) : "-");
    }
    row.push_back(trace.result.test);
  }
  if (means.empty()) return rows;
  auto& last = rows.emplace_back(std::vector<std::string>{""});
  for (const CorpusMean& mean : means) last.push_back(to_string(mean.interval));
  last.emplace_back("geometric mean");
  return rows;
}

// A number that a field begins and ends with.
std::optional<double> number_in(std::string_view field) {
  double value = 0;
  const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (problem != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::vector<CorpusMean> means_of(const std::vector<CorpusTrace>& traces) {
  std::vector<CorpusMean> means;
  for (const Measure measure : kMeasures) {
    std::vector<RatioInterval> intervals;
    for (const CorpusTrace& trace : traces) {
      if (const MeasureResult* result = judged(trace, measure)) intervals.push_back(result->interval);
    }
    if (!intervals.empty())
      means.push_back({.measure = measure, .interval = geometric_mean(intervals), .traces = intervals.size()});
  }
  return means;
}

Result result_of(const ComparedTrace& compared, Result result) {
  const SpeedVerdict verdict = compared.result.verdict();
  result.status = verdict == SpeedVerdict::kSlower      ? Status::kFail
                  : verdict == SpeedVerdict::kNotSlower ? Status::kPass
                                                        : Status::kNotJudged;
  result.plain = result.status;
  if (!compared.result.bad.empty()) {
    result.renderer = compared.result.bad.front().renderer;
    result.version = compared.result.bad.front().version;
  }
  for (const MeasureResult& measure : compared.result.measures) {
    if (!measure.is_judged) continue;
    result.reason += fmt::format("{}{} {}", result.reason.empty() ? "" : "; ", to_word(measure.measure),
                                 to_string(measure.interval));
    if (measure.verdict != SpeedVerdict::kNotSlower)
      result.reason += fmt::format(", {}: the limit is {:.4g}", to_word(measure.verdict), measure.limit);
  }
  return result;
}

std::string table_of(const std::vector<CorpusTrace>& traces) {
  const auto rows = cells_of(traces);
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t column = 0; column + 1 < row.size(); ++column) {
      std::size_t width = 0;
      for (const auto& other : rows) width = std::max(width, other[column].size());
      fmt::format_to(std::back_inserter(text), "{:<{}}  ", row[column], width);
    }
    text += row.back() + "\n";
  }
  return text;
}

Page page_of(const std::vector<CorpusTrace>& traces, const std::string& title) {
  Page page(title);
  std::vector<Result> results;
  for (const CorpusTrace& trace : traces) results.push_back(trace.result);
  page.paragraph(to_string(count(results)));
  page.facts(run_facts(results));
  std::vector<std::vector<std::string>> means;
  for (const CorpusMean& mean : means_of(traces))
    means.push_back({to_word(mean.measure), to_string(mean.interval), std::to_string(mean.traces)});
  if (!means.empty()) page.table({"measure", "geometric mean of bad / good, with 95 %", "traces"}, means);
  std::vector<IndexRow> rows;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const CorpusTrace& trace = traces[i];
    const std::string part = fmt::format("trace-{}", i + 1);
    rows.push_back({.as = shown_as(trace.result.status),
                    .status = verdict_of(trace),
                    .cells = {trace.result.test, fmt::format("{:.1f} s", trace.result.seconds), trace.result.reason},
                    .part = trace.compared ? part : ""});
    if (!trace.compared) continue;
    page.begin_part(part, fmt::format("{}: {}", verdict_of(trace), trace.result.test), shown_as(trace.result.status));
    show(page, *trace.compared);
    page.end_part();
  }
  page.index({"verdict", "trace", "time", "bad / good, with 95 %"}, rows);
  return page;
}

std::string ratios_text(const std::vector<CorpusTrace>& traces) {
  std::string text = "# measure,ratio,low,high,trace\n";
  for (const CorpusTrace& trace : traces) {
    for (const Measure measure : kMeasures) {
      const MeasureResult* result = judged(trace, measure);
      if (result == nullptr || !std::isfinite(result->interval.high)) continue;
      fmt::format_to(std::back_inserter(text), "{},{:.4f},{:.4f},{:.4f},{}\n", to_word(measure), result->interval.ratio,
                     result->interval.low, result->interval.high, trace.result.test);
    }
  }
  return text;
}

AcceptedRatios read_ratios(const std::filesystem::path& file) {
  AcceptedRatios accepted;
  for_each_line(file, [&](int number, const std::string& line) {
    std::vector<std::string> fields;
    std::string rest = line;
    for (std::size_t comma = 0; fields.size() < 4 && (comma = rest.find(',')) != std::string::npos;) {
      fields.push_back(rest.substr(0, comma));
      rest.erase(0, comma + 1);
    }
    const auto measure = fields.size() == 4 ? parse_measure(fields[0]) : std::nullopt;
    const auto ratio = fields.size() == 4 ? number_in(fields[1]) : std::nullopt;
    if (!measure || !ratio || *ratio <= 0 || rest.empty()) {
      throw CannotJudge(fmt::format("{}:{}: a line must be 'measure,ratio,low,high,trace', as run --compare writes it",
                                    file.string(), number));
    }
    accepted[rest][*measure] = *ratio;
  });
  return accepted;
}

}  // namespace replay
