#include "replay/calls/shader_branches.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <vector>

#include "replay/calls/shader_words.h"

namespace replay {
namespace {

std::string without_comments(std::string_view source) {
  std::string text;
  while (!source.empty()) {
    if (source.starts_with("//") || source.starts_with("/*")) {
      source = after_comment(source);
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
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    const std::size_t others = word.empty() ? line.size() : static_cast<std::size_t>(word.data() - line.data());
    for (std::size_t i = 0; i < others; ++i) {
      if (std::isspace(static_cast<unsigned char>(line[i])) == 0) words.push_back(line.substr(i, 1));
    }
    if (word.empty()) return words;
    words.push_back(word);
    line = rest;
  }
}

class Branches {
 public:
  // Whether the lines that come now may be compiled.
  bool may_be_live() const { return dead_ == 0; }

  void follow(std::string_view directive) {
    const auto words = words_of(directive);
    if (words.empty()) return;
    const std::string_view what = words.front();
    if (what == "define" && words.size() > 1 && may_be_live()) defined_.emplace(words[1]);
    const bool begins = what == "ifdef" || what == "ifndef" || what == "if";
    const bool goes_on = what == "elif" || what == "else";
    if ((goes_on || what == "endif") && !are_dead_.empty()) {
      dead_ -= are_dead_.back() ? 1 : 0;
      are_dead_.pop_back();
    } else if (!begins) {
      return;
    }
    if (what == "endif") return;
    are_dead_.push_back(is_false(words));
    dead_ += are_dead_.back() ? 1 : 0;
  }

 private:
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
    if (words.front() == "ifndef" || words.front() == "else" || words.size() < 2) return false;
    if (words.front() == "ifdef") return is_undefined(words[1]);
    if (words.size() == 2 && words[1] == "0") return true;
    for (std::size_t at = 1; takes_undefined(words, at); at += 2) {
      if (at == words.size()) return true;
      if (at + 1 >= words.size() || words[at] != "|" || words[at + 1] != "|") return false;
    }
    return false;
  }

  std::set<std::string> defined_;  // perhaps
  std::vector<bool> are_dead_;     // the open branches, from the outermost
  std::size_t dead_ = 0;           // how many of them are
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
