#include "replay/commands/file_report.h"

#include <spdlog/spdlog.h>

namespace replay {

ExitCode report_file(const loaders::CallSource& source) {
  for (const std::string& warning : source.warnings()) spdlog::warn("{}", warning);
  const auto& error = source.error();
  if (!error) return kGood;
  if (error->damage == loaders::Damage::kCut) {
    spdlog::warn("{}", error->to_string());
    return kGood;
  }
  spdlog::error("{}", error->to_string());
  return kCannotJudge;
}

}  // namespace replay
