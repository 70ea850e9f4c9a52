#include "replay/shrink/shader_text.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "loaders/stream/dump.h"
#include "replay/calls/shader_words.h"

namespace replay {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

// Statements that share a line become lines of their own, so that each can be dropped.
std::string one_statement_a_line(const std::string& source) {
  std::string text;
  int parentheses = 0;
  for (const std::string& line : lines_of(source)) {
    const bool is_directive = line.starts_with('#') || line.ends_with('\\');
    for (const char c : line) {
      text += c;
      if (c == '(') ++parentheses;
      if (c == ')') --parentheses;
      if (!is_directive && parentheses <= 0 && (c == ';' || c == '{' || c == '}')) text += '\n';
    }
    text += '\n';
  }
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines, is_blank);
  return joined(lines);
}

// The names that statements of their own set: "color" of "color.a = 1.0;", and nothing of "float alpha = 1.0;".
std::set<std::string> names_set(const std::string& text) {
  static const RE2 kAssignment("(?:^|[;{}\\n])\\s*([A-Za-z_]\\w*)\\s*(?:\\.\\w+|\\[[^\\]\\n]*\\])*\\s*[-+*/]?=[^=]");
  std::set<std::string> names;
  re2::StringPiece rest(text);
  for (std::string name; RE2::FindAndConsume(&rest, kAssignment, &name);) {
    names.insert(name);
    // The end of this statement begins the next.
    rest = re2::StringPiece(rest.data() - 1, rest.size() + 1);
  }
  return names;
}

bool has_word(const std::string& text, const std::string& word) {
  return RE2::PartialMatch(text, "\\b" + RE2::QuoteMeta(word) + "\\b");
}

bool is_output(const std::string& text, const std::string& name) {
  return name.starts_with("gl_") ||
         RE2::PartialMatch(text, "\\b(?:out|varying)\\b[^;{}]*\\b" + RE2::QuoteMeta(name) + "\\b");
}

// Whether a name has lost all statements that set it while its value still counts. GLSL does not say what such a shader
// draws, and drivers draw what lies in a register: a difference of two drivers that shows no fault.
bool loses_a_value(const std::string& before, const std::string& after) {
  const std::set<std::string> still_set = names_set(after);
  return std::ranges::any_of(names_set(before), [&](const std::string& name) {
    return !still_set.contains(name) && (is_output(before, name) || has_word(after, name));
  });
}

}  // namespace

std::string shader_source(const loaders::Value& strings) {
  if (strings.kind == loaders::ValueKind::kString) return std::string(strings.text());
  return joined_source(strings.array<loaders::Value>());
}

std::string without_comments(const std::string& source) {
  std::string text;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.compare(i, 2, "//") == 0) {
      i = std::min(source.find('\n', i), source.size());
      text += '\n';
    } else if (source.compare(i, 2, "/*") == 0) {
      i = std::min(source.find("*/", i + 2), source.size()) + 1;
      text += ' ';
    } else {
      text += source[i];
    }
  }
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines, is_blank);
  return joined(lines);
}

void drop_lines(const std::string& source, const std::function<bool(const std::string&)>& offer,
                const std::function<bool()>& has_ended) {
  std::string text = source;
  for (const std::string& plain : {without_comments(source), one_statement_a_line(without_comments(source))}) {
    if (plain != text && !has_ended() && offer(plain)) text = plain;
  }
  std::vector<std::string> lines = lines_of(text);
  for (std::size_t size = lines.size() / 2; size > 0; size /= 2) {
    for (std::size_t at = 0; at < lines.size() && !has_ended();) {
      std::vector<std::string> fewer = lines;
      const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, lines.size() - at)));
      const std::string candidate = joined(fewer);
      if (!fewer.empty() && !loses_a_value(text, candidate) && offer(candidate)) lines = std::move(fewer);
      else at += size;
    }
  }
}

}  // namespace replay
