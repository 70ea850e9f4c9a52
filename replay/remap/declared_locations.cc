#include "replay/remap/declared_locations.h"

#include <algorithm>
#include <cctype>

namespace replay {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Reads words and single characters. Comments, blanks and lines of the preprocessor are left out, so a location that
// a macro hides is not found.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) {}

  // Returns the next token, which is empty at the end.
  std::string_view next() {
    skip_blanks();
    const auto is_end = [](char c) { return !is_word(c); };
    const auto length = static_cast<std::size_t>(std::find_if(rest_.begin(), rest_.end(), is_end) - rest_.begin());
    return take(std::max<std::size_t>(length, 1));
  }

 private:
  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  void skip_to(std::string_view end) {
    const auto at = rest_.find(end, 1);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  }
  void skip_blanks() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//") || rest_.starts_with('#')) skip_to("\n");
      else if (rest_.starts_with("/*")) skip_to("*/");
      else if (std::isspace(static_cast<unsigned char>(rest_[0])) != 0) rest_.remove_prefix(1);
      else return;
    }
  }

  std::string_view rest_;
};

// One declaration, as far as it has been read.
struct Declaration {
  explicit Declaration(std::string_view wanted) : qualifier(wanted) {}

  std::string_view qualifier;
  bool has_location = false, is_wanted = false, has_name = false;
  int depth = 0;  // the nesting of brackets
  std::string_view name;

  void read(std::string_view token) {
    if (token == "(" || token == "[") ++depth;
    else if (token == ")" || token == "]") --depth;
    else if (token == "=" && depth == 0) has_name = true;  // a value follows
    else if (token == qualifier) is_wanted = true;
    else if (depth > 0) has_location |= token == "location";
    else if (is_word(token[0]) && !has_name) name = token;
  }
};

}  // namespace

void add_declared(std::string_view source, std::string_view qualifier, std::set<std::string, std::less<>>& names) {
  if (source.find("location") == std::string_view::npos) return;
  Tokens tokens(source);
  Declaration declaration(qualifier);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token != ";" && token != "{" && token != "}") {
      declaration.read(token);
      continue;
    }
    if (token == ";" && declaration.has_location && declaration.is_wanted) names.emplace(declaration.name);
    declaration = Declaration(qualifier);
  }
}

}  // namespace replay
