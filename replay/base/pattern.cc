#include "replay/base/pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace replay {

Pattern::Pattern(const std::string& text) : expression_(std::make_unique<re2::RE2>(text, re2::RE2::Quiet)) {}

loaders::Result<Pattern> Pattern::compile(const std::string& text) {
  Pattern pattern(text);
  if (pattern.expression_->ok()) return pattern;
  return loaders::Error{fmt::format("'{}' is no regular expression: {}", text, pattern.expression_->error())};
}

Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;

bool Pattern::is_in(std::string_view text) const { return re2::RE2::PartialMatch(text, *expression_); }

bool Pattern::matches(std::string_view text) const { return re2::RE2::FullMatch(text, *expression_); }

}  // namespace replay
