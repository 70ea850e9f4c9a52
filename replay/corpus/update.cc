#include "replay/corpus/update.h"

#include <algorithm>

namespace replay {
namespace {

// Returns what separates two items of a list: the start of a new line like the one of `place`, or a comma.
std::string separator(const std::string& text, const TextPlace& place) {
  const std::size_t line_start =
      text.rfind('\n', place.offset) == std::string::npos ? 0 : text.rfind('\n', place.offset) + 1;
  std::string before = text.substr(line_start, place.offset - line_start);
  std::erase_if(before, [](char c) { return c == '\'' || c == '"'; });
  const bool own_line = before.find_first_not_of(" -") == std::string::npos && before.find('-') != std::string::npos;
  return own_line ? "\n" + before : ", ";
}

}  // namespace

std::string with_checksums(const Manifest& manifest, std::vector<NewChecksum> changes) {
  std::string text = manifest.content;
  // Changes are made from the end of the text, so that the earlier positions stay valid.
  std::sort(changes.begin(), changes.end(), [](const NewChecksum& a, const NewChecksum& b) {
    return a.frame->last_md5.offset > b.frame->last_md5.offset;
  });
  for (const auto& [frame, md5] : changes) {
    const TextPlace& place = frame->last_md5;
    if (!frame->md5_list) {
      text.replace(place.offset, place.length, md5);
      continue;
    }
    std::size_t end = place.offset + place.length;
    const bool quoted = end < text.size() && (text[end] == '\'' || text[end] == '"');
    text.insert(quoted ? end + 1 : end, separator(text, place) + md5);
  }
  return text;
}

}  // namespace replay
