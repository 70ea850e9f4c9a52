#include "loaders/base/named_limit.h"

#include <fmt/format.h>

#include <charconv>

namespace loaders {
namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  unsigned shift = 0;
  if (!text.empty()) {
    const std::size_t unit = kUnits.find(text.back());
    if (unit != kUnits.npos) {
      shift = 10 * (static_cast<unsigned>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number == 0 || number > UINT64_MAX >> shift) return std::nullopt;
  return number << shift;
}

}  // namespace

LimitText parse_limit(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return {text, std::nullopt};
  return {text.substr(0, equals), number_of(text.substr(equals + 1))};
}

Result<std::uint64_t> limit_value(const LimitText& text, std::uint64_t highest) {
  if (!text.value) {
    return Error{fmt::format("'{}' needs a number above 0: {}=1000, {}=64M", text.name, text.name, text.name)};
  }
  if (*text.value > highest) return Error{fmt::format("'{}' cannot be above {}", text.name, highest)};
  return *text.value;
}

Error unknown_limit(const LimitText& text) {
  return {fmt::format("there is no limit '{}'; --help-limits lists them", text.name)};
}

}  // namespace loaders
