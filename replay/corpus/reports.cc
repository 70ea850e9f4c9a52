#include "replay/corpus/reports.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <pugixml.hpp>
#include <span>
#include <sstream>

#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/printable.h"
#include "replay/base/whole_file.h"
#include "replay/corpus/ci_reports.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// XML 1.0 cannot express most control characters, nor bytes that are not UTF-8, but a driver's messages may contain
// any.
std::string printable(std::string text) {
  make_printable(text);
  make_utf8(text);
  return text;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(printable(value).c_str());
}

// JUnit distinguishes failures (of what is tested), errors (of the test itself) and skipped tests.
void add_outcome(pugi::xml_node test, const Result& result, const fs::path& folder, const CiEngine& engine) {
  const char* element = nullptr;
  switch (result.status) {
    case Status::kFail:
    case Status::kUnexpectedImprovement: element = "failure"; break;
    case Status::kCrash:
    case Status::kTimeout:
    case Status::kNotJudged:
    case Status::kMissing: element = "error"; break;
    case Status::kSkip:
    case Status::kNotRun:
    case Status::kUnchanged:
    case Status::kExpectedFail: element = "skipped"; break;
    default: break;
  }
  if (element != nullptr) {
    pugi::xml_node node = test.append_child(element);
    set(node, "type", to_string(result.status));
    set(node, "message", fmt::format("{}: {}", to_string(result.status), result.reason));
    node.append_child(pugi::node_pcdata).set_value(printable(details_of(result)).c_str());
  }
  const bool has_more = element == nullptr && (result.status != Status::kPass || !result.reason.empty());
  std::string out = has_more ? details_of(result) : "";
  for (const FrameResult& frame : result.frames) {
    if (frame.actual_picture.empty() || frame.good) continue;
    out += fmt::format("[[ATTACHMENT|{}]]\n", attachment_path(engine, folder, frame.actual_picture));
  }
  if (out.empty()) return;
  test.append_child("system-out").append_child(pugi::node_pcdata).set_value(printable(out).c_str());
}

}  // namespace

std::string junit_xml(const std::vector<Result>& results, const std::string& suite, const fs::path& folder,
                      const CiEngine& engine) {
  pugi::xml_document xml;
  pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node tests = xml.append_child("testsuites").append_child("testsuite");
  const Totals totals = count(results);
  double seconds = 0;
  for (const Result& result : results) seconds += result.seconds;
  set(tests, "name", suite);
  set(tests, "tests", std::to_string(results.size()));
  set(tests, "failures", std::to_string(totals.of(Status::kFail) + totals.of(Status::kUnexpectedImprovement)));
  set(tests, "errors",
      std::to_string(totals.of(Status::kCrash) + totals.of(Status::kTimeout) + totals.of(Status::kNotJudged) +
                     totals.of(Status::kMissing)));
  set(tests, "skipped",
      std::to_string(totals.of(Status::kSkip) + totals.of(Status::kExpectedFail) + totals.of(Status::kNotRun) +
                     totals.of(Status::kUnchanged)));
  set(tests, "time", fmt::format("{:.3f}", seconds));
  for (const Result& result : results) {
    pugi::xml_node test = tests.append_child("testcase");
    set(test, "name", result.test);
    set(test, "classname", result.device);
    set(test, "time", fmt::format("{:.3f}", result.seconds));
    add_outcome(test, result, folder, engine);
  }
  std::ostringstream out;
  xml.save(out, "  ");
  return out.str();
}

bool is_written(const loaders::Status& status) {
  if (!status) spdlog::error("{}", status.error().problem);
  return static_cast<bool>(status);
}

bool write_reports(const std::vector<Result>& results, const ReportHead& head, const fs::path& folder,
                   const CiEngine& engine) {
  const bool xml = is_written(write_whole_file(folder / "junit.xml", junit_xml(results, head.title, folder, engine)));
  const bool page = is_written(page_of(results, head, folder).write((folder / "report.html").string(), head.embed));
  return xml && page;
}

int report(std::vector<Result>& results, const ReportHead& head, const fs::path& folder, const CiEngine& engine) {
  std::sort(results.begin(), results.end(), [](const Result& a, const Result& b) { return a.test < b.test; });
  const bool all_written = write_reports(results, head, folder, engine);
  report_to_engine(engine, results, head.title, folder);
  const Totals totals = count(results);
  print_out("{}\nreports in {}\n", to_string(totals), folder.string());
  return all_written ? exit_code(totals) : kCannotJudge;
}

}  // namespace replay
