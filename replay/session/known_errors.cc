#include "replay/session/known_errors.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/session/summary.h"

namespace replay {

KnownErrors KnownErrors::load(const std::string& path) {
  KnownErrors known;
  known.path_ = path;
  try {
    const auto report = nlohmann::json::parse(std::ifstream(path));
    if (const auto ours = check_schema(report); !ours)
      throw CannotJudge(fmt::format("{}: {}", path, ours.error().problem));
    for (const char* kind : {"gl_errors", "unasked_gl_errors"}) {
      for (const auto& error : report.at(kind)) {
        known.counts_[{error.at("function"), error.at("error")}] += error.at("count").get<std::uint64_t>();
      }
    }
    const auto& bytes = report.at("trace").at("bytes");
    known.bytes_ = bytes.is_null() ? 0 : bytes.get<std::uint64_t>();
    known.calls_ = report.at("calls").get<std::uint64_t>() - report.at("calls_left_out_by_seek").get<std::uint64_t>();
  } catch (const nlohmann::json::exception& problem) {
    throw CannotJudge(fmt::format("{}: it is no report that --json writes ({})", path, problem.what()));
  }
  return known;
}

void KnownErrors::check_covers(const Summary& summary) const {
  if (bytes_ != summary.trace.file_size.value_or(bytes_)) {
    throw CannotJudge(fmt::format("{}: it is the report of another recording", path_));
  }
  if (calls_ < summary.calls) {
    throw CannotJudge(
        fmt::format("{}: it is the report of {} calls, and {} have been made here", path_, calls_, summary.calls));
  }
}

bool KnownErrors::has(const std::string& function, const std::string& error, std::uint64_t count) const {
  const auto found = counts_.find({function, error});
  return found != counts_.end() && count <= found->second;
}

}  // namespace replay
