#include "replay/calls/function_list.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "glbindings/signature.h"

namespace replay {
namespace {

using Use = std::function<void(glbindings::FunctionId)>;

// Returns the end of the group that begins at `open`, or of one alternative in it.
std::size_t end_of(std::string_view text, std::size_t from, bool at_comma) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (depth == 0 && (text[i] == '}' || (at_comma && text[i] == ','))) return i;
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
  }
  return text.size();
}

void expand(const std::string& before, std::string_view text, const Use& use) {
  const std::size_t open = text.find('{');
  if (open == text.npos) {
    const auto id = glbindings::find_function(before + std::string(text));
    if (id != glbindings::FunctionId::kUnknown) use(id);
    return;
  }
  const std::size_t close = end_of(text, open + 1, false);
  const std::string_view group = text.substr(open + 1, close - open - 1), rest = text.substr(close + 1);
  for (std::size_t begin = 0; begin <= group.size();) {
    const std::size_t end = end_of(group, begin, true);
    std::string with(group.substr(begin, end - begin));
    with += rest;
    expand(before + std::string(text.substr(0, open)), with, use);
    begin = end + 1;
  }
}

}  // namespace

void for_each_function(std::string_view names, const Use& use) {
  for (std::string_view left = names; !left.empty();) {
    const std::size_t end = std::min(left.find(' '), left.size());
    if (end > 0) expand("", left.substr(0, end), use);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
}

}  // namespace replay
