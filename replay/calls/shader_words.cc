#include "replay/calls/shader_words.h"

#include <algorithm>
#include <cctype>

namespace replay {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether a sampler type stands there for its precision, as in "precision highp sampler2D;", which samples nothing.
bool is_only_precision(std::string_view source, std::size_t sampler) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  const auto word_before = [&](std::size_t& at) {
    while (at > 0 && is_space(source[at - 1])) --at;
    const std::size_t end = at;
    while (at > 0 && is_of_word(source[at - 1])) --at;
    return source.substr(at, end - at);
  };
  std::size_t before = sampler, after = sampler;
  const std::string_view how = word_before(before);
  const bool is_precision = (how == "highp" || how == "mediump" || how == "lowp") && word_before(before) == "precision";
  while (after < source.size() && is_of_word(source[after])) ++after;
  while (after < source.size() && is_space(source[after])) ++after;
  return is_precision && after < source.size() && source[after] == ';';
}

// `type` is what follows "sampler" in a word. What is no type that is known here stands for all targets.
TextureTargets targets_of_sampler(std::string_view type) {
  constexpr std::string_view kShadow = "Shadow";
  if (type.ends_with(kShadow)) type.remove_suffix(kShadow.size());
  if (type == "1D") return targets_of(GL_TEXTURE_1D);
  if (type == "2D") return targets_of(GL_TEXTURE_2D);
  if (type == "3D") return targets_of(GL_TEXTURE_3D);
  if (type == "Cube") return targets_of(GL_TEXTURE_CUBE_MAP);
  if (type == "2DRect") return targets_of(GL_TEXTURE_RECTANGLE);
  if (type == "1DArray") return targets_of(GL_TEXTURE_1D_ARRAY);
  if (type == "2DArray") return targets_of(GL_TEXTURE_2D_ARRAY);
  if (type == "CubeArray") return targets_of(GL_TEXTURE_CUBE_MAP_ARRAY);
  if (type == "Buffer") return targets_of(GL_TEXTURE_BUFFER);
  if (type == "2DMS") return targets_of(GL_TEXTURE_2D_MULTISAMPLE);
  if (type == "2DMSArray") return targets_of(GL_TEXTURE_2D_MULTISAMPLE_ARRAY);
  return kAllTargets;
}

}  // namespace

std::string joined_source(std::span<const loaders::Value> parts) {
  std::string text;
  for (const loaders::Value& part : parts) text += part.text();
  return text;
}

std::string_view after_comment(std::string_view text) {
  const bool is_line = text.starts_with("//");
  const std::size_t end = is_line ? text.find_first_of("\r\n") : text.find("*/", 2);
  return end == std::string_view::npos ? std::string_view() : text.substr(end + (is_line ? 0 : 2));
}

std::string_view take_word(std::string_view& text) {
  while (!text.empty()) {
    if (text.starts_with("//") || text.starts_with("/*")) {
      text = after_comment(text);
    } else if (is_of_word(text.front())) {
      const auto end = std::ranges::find_if_not(text, is_of_word);
      const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
      text.remove_prefix(word.size());
      return word;
    } else {
      text.remove_prefix(1);
    }
  }
  return {};
}

bool asks_for_destination(std::string_view source) {
  constexpr std::string_view kDirective = "extension";
  if (source.find("framebuffer_fetch") != source.npos || source.find("pixel_local_storage") != source.npos) return true;
  for (std::size_t at = source.find(kDirective); at != source.npos; at = source.find(kDirective, at)) {
    at += kDirective.size();
    const std::size_t word = source.find_first_not_of(" \t\n\r", at);
    if (word != source.npos && source.substr(word).starts_with("all")) return true;
  }
  return false;
}

// Post-depth coverage is that of fragments which were tested early. Macros can make any word of two.
bool may_test_early(std::string_view source) {
  if (source.find("##") != source.npos) return true;
  while (!source.empty()) {
    const std::string_view word = take_word(source);
    if (word == "early_fragment_tests" || word == "post_depth_coverage") return true;
  }
  return false;
}

std::string with_joined_lines(std::string_view source) {
  std::string joined;
  for (std::size_t at = source.find('\\'); at != source.npos; at = source.find('\\')) {
    joined += source.substr(0, at);
    source.remove_prefix(at + 1);
    const bool has_two = source.starts_with("\r\n") || source.starts_with("\n\r");
    const bool has_one = source.starts_with('\n') || source.starts_with('\r');
    if (!has_one) joined += '\\';
    source.remove_prefix(has_two ? 2 : has_one ? 1 : 0);
  }
  return joined += source;
}

// Macros can make any type of two words.
TextureTargets sampled_targets(std::string_view source) {
  constexpr std::string_view kSampler = "sampler";
  const bool pastes = source.find("##") != source.npos;
  TextureTargets targets = 0;
  std::size_t end = 0;  // of the word
  for (std::size_t at = source.find(kSampler); at != source.npos; at = source.find(kSampler, end)) {
    const std::size_t begin = at + kSampler.size();
    for (end = begin; end < source.size() && is_of_word(source[end]);) ++end;
    if (is_only_precision(source, at)) continue;
    targets |= pastes ? kAllTargets : targets_of_sampler(source.substr(begin, end - begin));
  }
  return targets;
}

// Macros can make any word of two. "#extension all" and GL_NV_shader_buffer_load allow to use addresses.
bool may_touch_memory(std::string_view source) {
  if (source.find("##") != source.npos) return true;
  std::string_view before;
  for (std::string_view word = take_word(source); !word.empty(); before = word, word = take_word(source)) {
    const auto begins = [&](std::string_view with) { return word.starts_with(with); };
    if (begins("imageLoad") || begins("imageStore") || begins("imageAtomic") || begins("GL_NV_")) return true;
    if (word == "buffer" || word == "atomic_uint") return true;
    if (word == "all" && before == "extension") return true;
  }
  return false;
}

}  // namespace replay
