// NamedLimit: a limit that the command line can raise, by its name: --limit elements=64M. A table of them says what there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loaders {

// A member of Limits, with what it bounds and the highest value that it can be set to.
template <class Limits>
struct NamedLimit {
  std::uint64_t Limits::*value;
  const char* name;
  const char* bounds;
  std::uint64_t highest;
};

// "elements=64M": K, M, G and T stand for powers of 1024.
struct LimitText {
  std::string_view name;
  std::optional<std::uint64_t> value;  // nothing: there is none above 0
};
LimitText parse_limit(std::string_view text);

// Why a limit cannot have this value: a sentence, empty when it can.
std::string problem_with(const LimitText& text, std::uint64_t highest);

// Sets the limit of the table that `text` names. A sentence when its value cannot be, nothing when the table has no such name.
template <class Limits, std::size_t kCount>
std::optional<std::string> set_limit(Limits& limits, const NamedLimit<Limits> (&table)[kCount], std::string_view text) {
  const LimitText parsed = parse_limit(text);
  for (const NamedLimit<Limits>& limit : table) {
    if (limit.name != parsed.name) continue;
    std::string problem = problem_with(parsed, limit.highest);
    if (problem.empty()) limits.*limit.value = *parsed.value;
    return problem;
  }
  return std::nullopt;
}

}  // namespace loaders
