// The strings of one chunk, by their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/base/result.h"

namespace loaders::wtf {

class StringTable {
 public:
  // Reads strings that each end with a NUL; the last one need not.
  Status read(std::string_view part, const Limits& limits);

  void append(std::string_view string);
  void reserve(std::size_t bytes) { text_.reserve(bytes); }

  std::size_t size() const { return ends_.size(); }

  // Precondition: index < size(). A NUL follows the string.
  std::string_view operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1] + 1;
    return std::string_view(text_).substr(begin, ends_[index] - begin);
  }

 private:
  std::string text_;
  std::vector<std::uint32_t> ends_;  // where the NUL of each string is
};

}  // namespace loaders::wtf
