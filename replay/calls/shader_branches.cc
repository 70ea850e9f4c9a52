#include "replay/calls/shader_branches.h"

#include <algorithm>
#include <set>
#include <vector>

#include "replay/calls/shader_words.h"

namespace replay {
namespace {

std::string without_comments(std::string_view source) {
  std::string text;
  while (!source.empty()) {
    if (source.starts_with("//")) {
      source.remove_prefix(std::min(source.find_first_of("\r\n"), source.size()));
    } else if (source.starts_with("/*")) {
      const std::size_t end = source.find("*/", 2);
      source.remove_prefix(end == source.npos ? source.size() : end + 2);
      text += ' ';
    } else {
      text += source.front();
      source.remove_prefix(1);
    }
  }
  return text;
}

// The words of a directive, and between them each other character that is no space as a word of its own.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\v\f");
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    const bool begins_with_word = !word.empty() && word.data() == line.data();
    words.push_back(begins_with_word ? word : line.substr(0, 1));
    line.remove_prefix(words.back().size());
  }
}

class Branches {
 public:
  // Whether the lines that come now may be compiled.
  bool may_be_live() const {
    return std::ranges::none_of(open_, [](const Branch& branch) { return branch.is_dead; });
  }

  void follow(std::string_view directive) {
    const auto words = words_of(directive);
    if (words.empty()) return;
    const std::string_view what = words.front();
    if (what == "define" && words.size() > 1 && may_be_live()) defined_.emplace(words[1]);
    if (what == "ifdef" || what == "ifndef" || what == "if") open_.push_back({.is_dead = is_false(words)});
    if (open_.empty()) return;
    if (what == "elif") open_.back().is_dead = is_false(words);
    if (what == "else") open_.back().is_dead = false;
    if (what == "endif") open_.pop_back();
  }

 private:
  struct Branch {
    bool is_dead = false;
  };

  bool is_undefined(std::string_view name) const {
    return !name.starts_with("GL_") && name.find("__") == name.npos && !defined_.contains(std::string(name));
  }

  // Whether the words from `at` on begin with defined(NAME) or defined NAME, where NAME is not. `at` is then behind.
  bool takes_undefined(const std::vector<std::string_view>& words, std::size_t& at) const {
    const auto word = [&](std::size_t index) { return index < words.size() ? words[index] : std::string_view(); };
    if (word(at) != "defined") return false;
    const bool in_brackets = word(at + 1) == "(";
    const std::string_view name = word(at + (in_brackets ? 2 : 1));
    if (name.empty() || !is_undefined(name) || (in_brackets && word(at + 3) != ")")) return false;
    at += in_brackets ? 4 : 2;
    return true;
  }

  // Conditions are false that are "0", or that consist of undefined names with nothing but || between them.
  bool is_false(const std::vector<std::string_view>& words) const {
    if (words.front() == "ifndef" || words.size() < 2) return false;
    if (words.front() == "ifdef") return is_undefined(words[1]);
    if (words.size() == 2 && words[1] == "0") return true;
    for (std::size_t at = 1; takes_undefined(words, at); at += 2) {
      if (at == words.size()) return true;
      if (at + 1 >= words.size() || words[at] != "|" || words[at + 1] != "|") return false;
    }
    return false;
  }

  std::set<std::string> defined_;  // perhaps
  std::vector<Branch> open_;
};

}  // namespace

std::string without_dead_branches(std::string_view source) {
  const std::string text = without_comments(source);
  std::string live;
  Branches branches;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, std::min(rest.find_first_of("\r\n"), rest.size() - 1) + 1);
    rest.remove_prefix(line.size());
    const std::string_view words = line.substr(std::min(line.find_first_not_of(" \t\v\f"), line.size()));
    if (words.starts_with('#')) branches.follow(words.substr(1, words.find_first_of("\r\n") - 1));
    if (branches.may_be_live()) live += line;
  }
  return live;
}

}  // namespace replay
