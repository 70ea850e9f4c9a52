// A recording replayed in full, with the driver asked after every call: did it accept the call, as seeking has judged
// it?
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/platform/platform.h"

namespace replay {

// What glGetError says in a program, in the order of its calls. The program is made twice: to ask, and with the
// answers.
class Answers {
 public:
  Answers() = default;
  explicit Answers(std::vector<std::uint32_t> errors) : errors_(std::move(errors)) {}
  std::uint32_t next() { return at_ < errors_.size() ? errors_[at_++] : 0; }

 private:
  std::vector<std::uint32_t> errors_;
  std::size_t at_ = 0;
};

struct AskedProgram {
  std::map<std::uint64_t, std::string> hashes;  // of all frames
  std::vector<std::uint32_t> errors;            // what glGetError says
  // Calls that were taken for accepted and are not, or for refused and are accepted, and the like.
  std::string misjudged;
  std::size_t boxes = 0;      // how often draws were said to stay in one. Where they may leave it, `misjudged` says so
  std::size_t viewports = 0;  // the same for polygons and viewports
};

AskedProgram ask_driver(Platform& platform, loaders::CallSource& source);

}  // namespace replay
