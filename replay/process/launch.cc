#include "replay/process/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

namespace replay {
namespace {

// Returns whether the word is NAME=VALUE, with a name that a shell would take.
bool is_assignment(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || std::isdigit(static_cast<unsigned char>(word[0])) != 0)
    return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

loaders::Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      in_word = true;
    } else {
      const bool escaped = c == '\\' && quote != '\'' && i + 1 < text.size();
      word += escaped ? text[++i] : c;
      in_word = true;
    }
  }
  if (quote != 0) return loaders::Error{fmt::format("'{}': a quote is not closed", text)};
  if (in_word) words.push_back(word);
  return words;
}

loaders::Result<Launch> parse_launch(std::string_view text) {
  auto words = split_words(text);
  if (!words) return std::move(words).error();
  Launch launch;
  for (std::string& word : *words) {
    if (launch.prefix.empty() && is_assignment(word)) {
      const auto equals = word.find('=');
      launch.environment.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else {
      launch.prefix.push_back(std::move(word));
    }
  }
  return launch;
}

bool is_same_launch(const Launch& a, const Launch& b) {
  const auto changes = [](const Launch& launch) {
    std::map<std::string, std::string> result;
    for (const auto& [name, value] : launch.environment) result[name] = value;
    std::erase_if(result, [](const auto& entry) {
      const char* now = std::getenv(entry.first.c_str());
      return now != nullptr && entry.second == now;
    });
    return result;
  };
  return a.prefix == b.prefix && changes(a) == changes(b);
}

}  // namespace replay
