// Pattern: a regular expression, in RE2's syntax: linear in time whatever it is, and near to that of Rust, which deqp-runner's
// lists are written in.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace replay {

// A sentence without its full stop: "'(' is no regular expression: missing ): (".
struct BadPattern : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Pattern {
 public:
  // Throws BadPattern.
  explicit Pattern(const std::string& text);
  ~Pattern();
  Pattern(Pattern&&) noexcept;

  bool is_in(std::string_view text) const;     // somewhere
  bool matches(std::string_view text) const;   // from the beginning to the end

 private:
  std::unique_ptr<re2::RE2> expression_;
};

}  // namespace replay
