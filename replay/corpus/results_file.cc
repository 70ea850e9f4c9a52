#include "replay/corpus/results_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/whole_file.h"

namespace replay {

std::string line_of(const Result& result) { return json_line(to_json(result)); }

ResultsFile::ResultsFile(std::filesystem::path file, const std::vector<Result>& earlier) : file_(std::move(file)) {
  std::string lines;
  for (const Result& result : earlier) lines += line_of(result);
  need(write_whole_file(file_, lines));
  fd_ = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd_ < 0) throw CannotJudge(fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno)));
}

ResultsFile::~ResultsFile() { ::close(fd_); }

loaders::Status ResultsFile::add(const Result& result) {
  unwritten_ += line_of(result);
  while (!unwritten_.empty()) {
    const ssize_t size = ::write(fd_, unwritten_.data(), unwritten_.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return loaders::Error{fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno))};
    unwritten_.erase(0, static_cast<std::size_t>(size));
  }
  return {};
}

}  // namespace replay
