#include "replay/corpus/run_record.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "loaders/base/json_schema.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/sha256.h"
#include "replay/base/whole_file.h"
#include "replay/corpus/ci_reports.h"
#include "replay/corpus/run_times.h"
#include "replay/corpus/trace_job.h"

namespace replay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kRecord = "run.json";
constexpr const char* kResults = "results.ndjson";
constexpr const char* kReports[] = {"junit.xml", "report.html", "checksum-changes.json", kMetricsFile, kTimesFile};

// The keys that have to be equal, and what a person calls them.
constexpr std::pair<const char*, const char*> kDecides[] = {
    {"manifest_sha256", "the manifest"},
    {"device", "the device"},
    {"driver", "the driver"},
    {"traces", "the choice of traces"},
    {"baseline", "--baseline"},
    {"flakes", "--flakes"},
    {"skips", "--skips"},
    {"checksum_of", "--checksum-of"},
};

std::string digest_of_list(const std::string& file) { return file.empty() ? "" : sha256_of_file(file); }

// Null when there is no such file, or another program's.
json read_record(const fs::path& folder) {
  const json record = json::parse(std::ifstream(folder / kRecord), nullptr, false);
  return record.is_object() && record.value(loaders::kJsonSchemaKey, json()) == loaders::kJsonSchema ? record : json();
}

std::string differences(const json& earlier, const json& now) {
  std::string names;
  for (const auto& [key, name] : kDecides) {
    if (earlier.value(key, json()) != now.at(key)) names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return names;
}

void remove_whole(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) throw CannotJudge(fmt::format("{}: cannot be removed: {}", path.string(), error.message()));
}

}  // namespace

json record_of_run(const RunOptions& options, const ChosenTraces& chosen, const json& driver) {
  json record = {{"manifest", options.manifest},
                 {"manifest_sha256", sha256_of_text(chosen.manifest.content)},
                 {"device", chosen.device},
                 {"driver", driver},
                 {"baseline", digest_of_list(options.baseline)},
                 {"flakes", digest_of_list(options.flakes)},
                 {"skips", digest_of_list(options.skips)},
                 {"checksum_of", options.sha256_kind == ChecksumKind::kSha256OfRgba ? "rgba" : "rgb"},
                 {"traces", json::array()}};
  for (const TraceEntry* entry : chosen.entries) record["traces"].push_back(entry->path);
  return record;
}

void write_record(const json& record, const fs::path& folder) {
  need(write_whole_file(folder / kRecord, json_text(record)));
}

std::vector<Result> earlier_results(const json& record, const fs::path& folder) {
  const fs::path file = folder / kResults;
  if (!fs::exists(file)) return {};
  std::vector<Result> results = read_results(file);
  std::erase_if(results, [](const Result& result) { return result.status == Status::kNotRun; });
  if (results.empty()) return results;
  const json earlier = read_record(folder);
  if (earlier.is_null()) {
    throw CannotJudge(fmt::format("{}: there is no {} beside it, so a run cannot be resumed", file.string(), kRecord));
  }
  if (record.at("driver").is_null()) throw CannotJudge("the driver does not say which it is, so no run can be resumed");
  if (const std::string names = differences(earlier, record); !names.empty()) {
    throw CannotJudge(fmt::format("{}: its run cannot be resumed, because this is not the same as it was: {}",
                                  folder.string(), names));
  }
  return results;
}

void remove_earlier_run(const fs::path& folder) {
  std::set<std::string> traces;
  const json record = read_record(folder);
  if (record.is_object()) {
    for (const json& trace : record.value("traces", json::array())) {
      if (trace.is_string() && trace != "") traces.insert(trace.get<std::string>());
    }
  }
  for (const std::string& trace : traces) remove_whole(folder / picture_folder(trace));
  for (const char* report : kReports) remove_whole(folder / report);
  remove_whole(folder / kResults);
  remove_whole(folder / kRecord);  // the last one, because it says what is left to remove
}

}  // namespace replay
