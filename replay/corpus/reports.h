// Reports of a run: JUnit XML for CI systems and one HTML page for people.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/corpus/ci_engine.h"
#include "replay/corpus/report_page.h"
#include "replay/corpus/result.h"

namespace replay {

// Returns XML with one test case per trace, in the order given. GitLab and Jenkins show the text of each failure, and
// its picture because the text contains [[ATTACHMENT|path]]. `folder` is that of the results.
std::string junit_xml(const std::vector<Result>& results, const std::string& suite, const std::filesystem::path& folder,
                      const CiEngine& engine);

// Writes junit.xml and report.html into `folder`. results.ndjson is not written here, because it grows during the run.
// What cannot be written, on a full disk for one, is logged, and the rest is written all the same. Returns whether all
// could be.
bool write_reports(const std::vector<Result>& results, const ReportHead& head, const std::filesystem::path& folder,
                   const CiEngine& engine);

// The same of one file.
bool is_written(const loaders::Status& status);

// Sorts the results, writes the reports, prints what came out, shows it to the engine, and returns the exit code.
int report(std::vector<Result>& results, const ReportHead& head, const std::filesystem::path& folder,
           const CiEngine& engine);

}  // namespace replay
