// Pattern: a regular expression, in RE2's syntax: linear in time whatever it is, and near to that of Rust, which deqp-runner's
// lists are written in.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "loaders/base/result.h"

namespace re2 {
class RE2;
}

namespace replay {

class Pattern {
 public:
  // The error names the text: "'(' is no regular expression: missing ): (".
  static loaders::Result<Pattern> compile(const std::string& text);
  ~Pattern();
  Pattern(Pattern&&) noexcept;

  bool is_in(std::string_view text) const;     // somewhere
  bool matches(std::string_view text) const;   // from the beginning to the end

 private:
  explicit Pattern(const std::string& text);

  std::unique_ptr<re2::RE2> expression_;
};

}  // namespace replay
