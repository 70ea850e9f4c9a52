#include "replay/commands/merge.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/folder_lock.h"
#include "replay/base/whole_file.h"
#include "replay/corpus/agreement.h"
#include "replay/corpus/ci_engine.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/result.h"
#include "replay/corpus/results_file.h"

namespace replay {

namespace fs = std::filesystem;

namespace {

ReportHead head_of(const MergeOptions& options) {
  return {.title = fmt::format("{} {} merged", options.files.size(), options.files.size() == 1 ? "file" : "files"),
          .facts = {},
          .embed = options.embed ? Embed::kAll : Embed::kAsFits};
}

}  // namespace

int run_merge(const MergeOptions& options) {
  std::map<std::pair<std::string, std::string>, Result> merged;  // the results, by device and test
  const fs::path folder = options.output;
  for (const std::string& file : options.files) {
    const fs::path from = fs::absolute(file).parent_path();
    for (Result& result : read_results(file)) {
      for (FrameResult& frame : result.frames) {
        for (std::string* picture : {&frame.actual_picture, &frame.expected_picture}) {
          if (!picture->empty()) *picture = (from / *picture).lexically_relative(fs::absolute(folder)).string();
        }
      }
      const auto [known, is_new] = merged.try_emplace({result.device, result.test}, result);
      if (!is_new) known->second = joined(std::move(known->second), std::move(result));
    }
  }
  need(make_folder(folder));
  const FolderLock lock(folder);
  std::vector<Result> results;
  std::string lines;
  for (auto& [key, result] : merged) {
    lines += line_of(result);
    results.push_back(std::move(result));
  }
  need(write_whole_file(folder / "results.ndjson", lines));
  return report(results, head_of(options), folder, ci_engine_of_environment());
}

}  // namespace replay
