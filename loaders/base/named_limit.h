// NamedLimit: a limit that the command line can raise by its name, as in --limit elements=64M. The limits of a struct
// are listed in a table of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "loaders/base/result.h"

namespace loaders {

// A member of Limits, with what it bounds and the highest value that it can be set to.
template <class Limits>
struct NamedLimit {
  std::uint64_t Limits::*value;
  const char* name;
  const char* bounds;
  std::uint64_t highest;
};

// What an option says: "elements=64M". K, M, G and T stand for powers of 1024.
struct LimitText {
  std::string_view name;
  std::optional<std::uint64_t> value;  // nothing when the text has no number above 0
};
LimitText parse_limit(std::string_view text);

template <class Limits>
const NamedLimit<Limits>* find_limit(std::span<const NamedLimit<Limits>> table, std::string_view name) {
  for (const NamedLimit<Limits>& limit : table) {
    if (limit.name == name) return &limit;
  }
  return nullptr;
}

// The value that `text` gives to a limit, or why the limit cannot have it.
Result<std::uint64_t> limit_value(const LimitText& text, std::uint64_t highest);
Error unknown_limit(const LimitText& text);

// Gives the limit that `text` names its value.
template <class Limits>
Status set_limit(Limits& limits, std::span<const NamedLimit<Limits>> table, const LimitText& text) {
  const NamedLimit<Limits>* limit = find_limit(table, text.name);
  if (limit == nullptr) return unknown_limit(text);
  const Result<std::uint64_t> value = limit_value(text, limit->highest);
  if (!value) return value.error();
  limits.*limit->value = *value;
  return {};
}

}  // namespace loaders
