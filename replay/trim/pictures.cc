#include "replay/trim/pictures.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <sstream>

#include "replay/process/child_process.h"

namespace replay {
namespace {

std::string text_of(const CallRange& range) { return fmt::format("{}-{}", range.first, range.last); }

}  // namespace

// A line is "frame 3.ctx1 1710efa9...": the number differs between a recording and what was made of it, the hash does
// not.
std::vector<std::string> picture_hashes(const std::string& trace, const SliceOf& of,
                                        const std::vector<std::string>& arguments) {
  ChildOptions options{.words = {own_program(), trace, "--headless", "--hash", "-q", of.frames ? "--frame" : "--call",
                                 text_of(of.frames ? *of.frames : *of.calls)},
                       .capture = true};
  options.words.insert(options.words.end(), arguments.begin(), arguments.end());
  ChildProcess child(options);
  const ChildEnding ending = child.wait();
  if (ending.how != ChildEnding::How::kExited) spdlog::info("{}: the replay {}", trace, describe(ending));
  std::vector<std::string> hashes;
  std::istringstream lines(ending.out);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (space != std::string::npos) hashes.push_back(line.substr(space + 1));
  }
  return hashes;
}

}  // namespace replay
