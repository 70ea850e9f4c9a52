#include "loaders/wtf/webgl/declared_attributes.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace loaders::wtf::webgl {
namespace {

// Far above what shaders have. A vertex shader has 32 attributes at most, but may declare them in several branches of
// an #if.
constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxDeclared = 256;

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

// The text as words and single characters, without blanks and comments.
std::vector<std::string_view> tokens_of(std::string_view source) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = at + 1;
    if (source.substr(at, 2) == "//") {
      end = std::min(source.find('\n', at), source.size());
    } else if (source.substr(at, 2) == "/*") {
      const std::size_t close = source.find("*/", at + 2);
      end = close == source.npos ? source.size() : close + 2;
    } else if (is_word(source[at])) {
      while (end < source.size() && is_word(source[end])) ++end;
      tokens.push_back(source.substr(at, end - at));
    } else if (static_cast<unsigned char>(source[at]) > ' ') {
      tokens.push_back(source.substr(at, 1));
    }
    at = end;
  }
  return tokens;
}

std::uint32_t columns_of(std::string_view type) {
  return type.starts_with("mat") && type.size() == 4 && type[3] >= '2' && type[3] <= '4'
             ? static_cast<std::uint32_t>(type[3] - '0')
             : 1;
}

bool is_precision(std::string_view word) { return word == "lowp" || word == "mediump" || word == "highp"; }

}  // namespace

std::vector<DeclaredAttribute> declared_attributes(std::string_view source) {
  const auto tokens = tokens_of(source.substr(0, kMaxSourceBytes));
  std::unordered_map<std::string_view, std::size_t> times;
  for (const std::string_view token : tokens) ++times[token];
  std::vector<DeclaredAttribute> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] != "attribute") continue;
    ++i;
    while (i < tokens.size() && is_precision(tokens[i])) ++i;
    if (i >= tokens.size()) break;
    const std::uint32_t columns = columns_of(tokens[i]);
    for (++i; i < tokens.size() && tokens[i] != ";"; ++i) {
      if (!is_word(tokens[i][0])) continue;
      if (found.size() == kMaxDeclared) return found;
      // Drivers give no location to an attribute that is not used.
      if (times[tokens[i]] > 1) found.push_back({std::string(tokens[i]), columns});
    }
  }
  return found;
}

}  // namespace loaders::wtf::webgl
