// Reports of a run: JUnit XML for CI systems, one HTML page for people.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "replay/corpus/result.h"

namespace replay {

// A test case per trace, in the order given; GitLab shows failures with their text, and a picture of each by its
// [[ATTACHMENT|path]].
std::string junit_xml(const std::vector<Result>& results, const std::string& suite);

// What went wrong, with pictures as far as they are in `folder` (where the results lie), and a table of all.
// Throws std::runtime_error when it cannot be written.
void write_html(const std::vector<Result>& results, const std::string& title, const std::filesystem::path& folder,
                const std::filesystem::path& file);

// results.ndjson is not written here: it grows as the run goes. junit.xml, report.html into `folder`.
void write_reports(const std::vector<Result>& results, const std::string& title, const std::filesystem::path& folder);

}  // namespace replay
