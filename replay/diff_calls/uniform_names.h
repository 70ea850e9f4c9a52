// UniformNames: which uniform a recorded location stands for. Each driver gives other numbers, and a recording shows
// them with the names.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "loaders/stream/call.h"

namespace replay {

class UniformNames {
 public:
  // Learns from calls that use programs, and from those that show locations.
  void follow(const loaders::Call& call);

  // A hash of the uniform's name, or of the number when its name is not known. `call` sets or asks for a uniform.
  std::uint64_t hash_of(const loaders::Call& call, std::uint64_t location) const;

 private:
  std::map<std::uint32_t, std::uint64_t> program_of_thread_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> names_;  // by program and location
};

}  // namespace replay
