#include "replay/corpus/report_page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <set>

#include "replay/base/progress_line.h"
#include "replay/command_line/version.h"
#include "replay/picture/png_reader.h"
#include "replay/picture/thumbnail.h"
#include "replay/process/own_command.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTimes = 50;  // rows; results.ndjson has all
constexpr int kThumbnailWidth = 96, kThumbnailHeight = 72;

std::string host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

void show_frame(Page& page, const FrameResult& frame, const fs::path& folder) {
  // Only that of the last frame needs a number beside its name.
  page.paragraph(frame.frame == "last" ? fmt::format("frame {} (last): {}", frame.number, frame.verdict)
                                       : fmt::format("frame {}: {}", frame.frame, frame.verdict));
  if (frame.actual_picture.empty()) return;
  const auto actual = read_png_file(folder / frame.actual_picture);
  if (!actual) return page.paragraph(actual.error().problem);
  if (frame.expected_picture.empty()) return page.pictures({{"actual", *actual, frame.actual_picture}});
  const auto expected = read_png_file(folder / frame.expected_picture);
  if (!expected) return page.paragraph(expected.error().problem);
  page.difference({"expected", *expected, frame.expected_picture}, {"actual", *actual, frame.actual_picture});
}

void show(Page& page, const Result& result, const std::string& part, const fs::path& folder) {
  page.begin_part(part, fmt::format("{}: {}", to_string(result.status), result.test), shown_as(result.status));
  std::vector<std::pair<std::string, std::string>> facts = {{"why", result.reason}};
  if (!result.renderer.empty()) facts.emplace_back("driver", result.renderer + ", " + result.version);
  if (result.download_seconds != 0) facts.emplace_back("downloads", downloads_of({result}));
  if (!result.command.empty()) facts.emplace_back("by hand", result.command);
  for (const std::string& hash : result.hashes) facts.emplace_back("a run", hash);
  page.facts(facts);
  for (const FrameResult& frame : result.frames) {
    if (!frame.good) show_frame(page, frame, folder);
  }
  if (!result.output.empty()) page.folded_code("standard error", result.output);
  page.end_part();
}

// Of the first frame that is wrong, or else of the first that has a picture.
std::optional<Picture> thumbnail_of(const Result& result, const fs::path& folder) {
  const FrameResult* chosen = nullptr;
  for (const FrameResult& frame : result.frames) {
    if (frame.actual_picture.empty() || (chosen != nullptr && (frame.good || !chosen->good))) continue;
    chosen = &frame;
  }
  if (chosen == nullptr) return std::nullopt;
  const auto picture = read_png_file(folder / chosen->actual_picture);
  if (!picture) return std::nullopt;
  return thumbnail(*picture, kThumbnailWidth, kThumbnailHeight);
}

// Where the time went: as a whole, and of the traces that took most.
void show_times(Page& page, const std::vector<Result>& results, const std::optional<RunTimes>& times) {
  std::vector<const Result*> longest;
  for (const Result& result : results) {
    if (result.times.busy() > 0) longest.push_back(&result);
  }
  if (longest.empty()) return;
  std::ranges::stable_sort(longest, std::greater(), [](const Result* result) { return result->times.busy(); });
  if (longest.size() > kMostTimes) longest.resize(kMostTimes);
  page.begin_part("times", "Where the time went", ShownAs::kPlain);
  if (times) {
    page.paragraph(to_string(*times));
    page.paragraph(fmt::format("In no order could it take less than {:.1f} s.", times->least()));
  }
  std::vector<std::string> head = {"trace"};
  for (const Stage& stage : kStages) head.push_back(fmt::format("{}, s", stage.name));
  std::vector<std::vector<std::string>> rows;
  for (const Result* result : longest) {
    rows.push_back({result->test});
    for (const Stage& stage : kStages) rows.back().push_back(fmt::format("{:.2f}", result->times.*stage.seconds));
  }
  page.table(head, rows);
  page.end_part();
}

std::string part_of(std::size_t number) { return fmt::format("trace-{}", number + 1); }

}  // namespace

ShownAs shown_as(Status status) {
  if (is_bad(status)) return ShownAs::kWrong;
  if (is_unknown(status)) return ShownAs::kUnknown;
  return status == Status::kPass ? ShownAs::kGood : ShownAs::kPlain;
}

std::vector<std::pair<std::string, std::string>> run_facts(const std::vector<Result>& results) {
  const std::time_t now = std::time(nullptr);
  std::vector<std::pair<std::string, std::string>> facts = {
      {"date", fmt::format("{:%F %H:%M} UTC", fmt::gmtime(now))},
      {"host", host()},
      {"program", fmt::format("replay {}", version_and_commit())}};
  std::set<std::string> drivers;
  for (const Result& result : results) {
    if (!result.renderer.empty()) drivers.insert(result.renderer + ", " + result.version);
  }
  for (const std::string& driver : drivers) facts.emplace_back("driver", driver);
  if (const std::string downloads = downloads_of(results); !downloads.empty())
    facts.emplace_back("downloads", downloads);
  if (const std::string variables = driver_environment(); !variables.empty())
    facts.emplace_back("environment", variables);
  if (const std::string command = own_command_line(); !command.empty()) facts.emplace_back("command", command);
  return facts;
}

Page page_of(const std::vector<Result>& results, const ReportHead& head, const fs::path& folder) {
  Page page(head.title);
  page.paragraph(to_string(count(results)));
  auto facts = run_facts(results);
  facts.insert(facts.end(), head.facts.begin(), head.facts.end());
  page.facts(facts);
  std::vector<IndexRow> rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    show_progress(fmt::format("writing the report: {} of {} traces", i + 1, results.size()));
    rows.push_back({.as = shown_as(result.status),
                    .status = to_string(result.status),
                    .cells = {result.test, fmt::format("{:.1f} s", result.seconds), result.reason},
                    .part = is_shown(result.status) ? part_of(i) : "",
                    .thumbnail = thumbnail_of(result, folder)});
  }
  page.index({"status", "trace", "time", "why"}, rows);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (is_shown(results[i].status)) show(page, results[i], part_of(i), folder);
  }
  show_times(page, results, head.times);
  return page;
}

}  // namespace replay
