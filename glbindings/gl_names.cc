#include "glbindings/gl_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "glbindings/tables.h"

namespace glbindings {
namespace {

// Smaller numbers without a name are printed in decimal, because they are as often counts or levels as they are enums.
constexpr std::uint64_t kFirstHexadecimal = 0x100;

const char* find_name(std::span<const EnumName> names, std::uint64_t value) {
  const auto found = std::ranges::lower_bound(names, value, {}, &EnumName::value);
  return found != names.end() && found->value == value ? found->name() : nullptr;
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 18> text = {'0', 'x'};
  const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), value, 16).ptr;
  return std::string(text.data(), end);
}

}  // namespace

std::span<const EnumName> group_names(std::uint16_t group) {
  return group < tables::kGroups.size() ? tables::kGroups[group] : std::span<const EnumName>();
}

const char* name_in_group(std::uint16_t group, std::uint64_t value) { return find_name(group_names(group), value); }

const char* name_in_any_group(std::uint64_t value) { return find_name(tables::kAnywhere, value); }

std::string enum_name(std::uint16_t group, std::uint64_t value) {
  if (const char* name = name_in_group(group, value)) return name;
  if (value < kFirstHexadecimal) return std::to_string(value);
  if (const char* name = name_in_any_group(value)) return name;
  // A parameter that can be an enum or a number, such as glTexParameteri's param, has a group without members.
  if (group != 0 && group < tables::kGroups.size() && group_names(group).empty())
    return std::to_string(static_cast<std::int64_t>(value));
  return hexadecimal(value);
}

std::string bitmask_names(std::uint16_t group, std::uint64_t value) {
  if (value == 0) return "0";
  const auto names = group_names(group);
  if (const char* name = find_name(names, value)) return name;  // a single bit, or GL_ALL_BARRIER_BITS
  std::string text;
  std::uint64_t unnamed = 0;
  for (std::uint64_t rest = value; rest != 0; rest &= rest - 1) {
    const std::uint64_t bit = rest & -rest;
    const char* name = find_name(names, bit);
    if (!name) {
      unnamed |= bit;
      continue;
    }
    if (!text.empty()) text += " | ";
    text += name;
  }
  if (unnamed == 0) return text;
  return text.empty() ? hexadecimal(unnamed) : text + " | " + hexadecimal(unnamed);
}

}  // namespace glbindings
