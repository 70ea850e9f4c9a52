// Tally: counts one kind of thing that went wrong without stopping the reading, and describes the first one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loaders {

class Tally {
 public:
  std::uint64_t count() const { return count_; }
  const std::string& first() const { return first_; }  // "at byte 345: zlib block of 12 bytes"

  // Counts each offset once, because a record that runs past the input window is parsed again from its start. Apart
  // from that, `offset` must not decrease. `describe` is called for the first one only.
  template <class Describe>
  void add(std::uint64_t offset, Describe&& describe) {
    if (offset < next_) return;
    next_ = offset + 1;
    if (count_++ == 0) first_ = describe();
  }

  // Adds a warning, unless nothing was counted: "12 zlib blocks hold no zlib data (first at byte 345)".
  void append_to(std::vector<std::string>& warnings, std::string_view what) const {
    if (count_ > 0) warnings.push_back(std::to_string(count_) + " " + std::string(what) + " (first " + first_ + ")");
  }

 private:
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  std::string first_;
};

}  // namespace loaders
