#include "replay/export_c/variables.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>

#include "replay/export_c/c_text.h"

namespace replay {
namespace {

// No text of a program has these characters: c_string() and c_comment() escape them.
constexpr char kBegin = '\x01', kEnd = '\x02';

}  // namespace

std::size_t Variables::add(const char* type, std::string_view prefix, std::string_view rest) {
  variables_.push_back({type, std::string(prefix), std::string(rest), {}});
  return variables_.size() - 1;
}

void Variables::set_label(std::size_t variable, std::string_view label) {
  if (std::string part = c_identifier_part(label); !part.empty()) variables_[variable].rest = std::move(part);
}

std::string Variables::token(std::size_t variable) { return fmt::format("{}{}{}", kBegin, variable, kEnd); }

void Variables::choose_names() {
  std::set<std::string> taken;
  std::map<std::string, unsigned> tries;
  for (Variable& variable : variables_) {
    const std::string wanted = fmt::format("{}_{}", variable.prefix, variable.rest.empty() ? "1" : variable.rest);
    variable.name = wanted;
    unsigned& next = tries.try_emplace(wanted, 1).first->second;
    while (!taken.insert(variable.name).second) variable.name = fmt::format("{}_n{}", wanted, ++next);
  }
}

std::string Variables::resolve(std::string_view text) const {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find(kBegin);
    out += text.substr(0, begin);
    if (begin == text.npos) break;
    const std::size_t end = text.find(kEnd, begin);
    std::size_t number = 0;
    std::from_chars(text.data() + begin + 1, text.data() + end, number);
    out += variables_[number].name;
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string Variables::declarations() const {
  std::string out;
  for (const Variable& variable : variables_) out += fmt::format("static {} {};\n", variable.type, variable.name);
  return out;
}

}  // namespace replay
