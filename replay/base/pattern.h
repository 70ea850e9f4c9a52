// Pattern: a regular expression in RE2's syntax. Every match takes linear time. The syntax is close to that of Rust, in
// which deqp-runner's lists are written.
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

  bool is_in(std::string_view text) const;    // a part of the text matches
  bool matches(std::string_view text) const;  // the whole text matches

 private:
  explicit Pattern(const std::string& text);

  std::unique_ptr<re2::RE2> expression_;
};

}  // namespace replay
