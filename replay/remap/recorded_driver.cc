#include "replay/remap/recorded_driver.h"

#include <algorithm>
#include <charconv>

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::string_view kSuffixes[] = {"ARB", "EXT",  "KHR",  "OES", "ANGLE", "APPLE", "NV",
                                          "NVX", "AMD",  "ATI",  "IMG", "INTEL", "MESA",  "QCOM",
                                          "SGI", "SGIS", "SGIX", "SUN", "IBM",   "HP",    "3DFX"};

// Reads "4.5 (Compatibility Profile) Mesa 22.3.6", "OpenGL ES 3.2 Mesa", "OpenGL ES-CM 1.1 ...".
std::optional<int> version_of(std::string_view text) {
  const std::size_t start = text.find_first_of("0123456789");
  if (start == std::string_view::npos) return std::nullopt;
  int major = 0, minor = 0;
  const char* const end = text.data() + text.size();
  const auto dot = std::from_chars(text.data() + start, end, major);
  if (dot.ec != std::errc() || dot.ptr == end || *dot.ptr != '.') return std::nullopt;
  if (std::from_chars(dot.ptr + 1, end, minor).ec != std::errc() || major > 20 || minor > 9) return std::nullopt;
  return 10 * major + minor;
}

template <class F>
void for_each_word(std::string_view text, F&& each) {
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    if (length > 0) each(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

std::string_view without_suffix(std::string_view name) {
  for (const std::string_view suffix : kSuffixes) {
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  }
  return name;
}

}  // namespace

bool RecordedDriver::Told::knows_extensions() const {
  return has_all ||
         (count && told.size() >= *count && std::all_of(told.begin(), told.end(), [](bool one) { return one; }));
}

RecordedDriver::Told* RecordedDriver::find(const ContextRequest& kind) {
  const auto found = std::find_if(told_.begin(), told_.end(), [&](const Told& told) { return told.kind == kind; });
  return found == told_.end() ? nullptr : &*found;
}

RecordedDriver::Told* RecordedDriver::find_or_add(const ContextRequest& kind) {
  answers_.clear();
  if (Told* known = find(kind)) return known;
  if (told_.size() >= kMaxKinds) return nullptr;
  told_.push_back({.kind = kind, .version = std::nullopt, .extensions = {}, .told = {}, .count = std::nullopt});
  return &told_.back();
}

void RecordedDriver::told_version(const ContextRequest& kind, std::string_view text) {
  Told* told = find_or_add(kind);
  if (told == nullptr) return;
  told->version = version_of(text);
  told->is_es = text.starts_with("OpenGL ES");
}

void RecordedDriver::told_extensions(const ContextRequest& kind, std::string_view names) {
  Told* told = find_or_add(kind);
  if (told == nullptr) return;
  told->has_all = true;
  for_each_word(names, [&](std::string_view name) {
    const bool fits = name.size() <= kLongestName && told->extensions.size() < kMaxExtensions;
    if (fits) told->extensions.emplace(name);
    else told->has_all = false;
  });
}

void RecordedDriver::told_extension(const ContextRequest& kind, std::uint64_t index, std::string_view name) {
  Told* told = index < kMaxExtensions && name.size() <= kLongestName ? find_or_add(kind) : nullptr;
  if (told == nullptr) return;
  if (told->told.size() <= index) told->told.resize(index + 1);
  told->told[index] = true;
  if (told->extensions.size() < kMaxExtensions) told->extensions.emplace(name);
}

void RecordedDriver::told_extension_count(const ContextRequest& kind, std::int64_t count) {
  Told* told = find_or_add(kind);
  if (told != nullptr && count >= 0) told->count = static_cast<std::size_t>(count);
}

void RecordedDriver::told_address(std::string_view name, bool has_one) {
  const FunctionId function = glbindings::find_function(name);
  if (function == FunctionId::kUnknown) return;
  answers_.clear();
  addresses_[function] |= has_one;
}

bool RecordedDriver::has(const Told& told, const glbindings::Signature& signature) {
  const int since = told.is_es ? signature.es_version : signature.gl_version;
  if (since != 0 && since <= *told.version) return true;
  bool found = false;
  for_each_word(signature.extensions(),
                [&](std::string_view name) { found |= !told.knows_extensions() || told.extensions.contains(name); });
  return found;
}

bool RecordedDriver::find_out(FunctionId function, const Told* told) const {
  const auto address = addresses_.find(function);
  if (address != addresses_.end() && !address->second) return true;
  if (told == nullptr || !told->version) return false;
  const std::string base(without_suffix(glbindings::signature(function).name()));
  const auto has_function = [&](const std::string& name) {
    const FunctionId other = glbindings::find_function(name);
    return other != FunctionId::kUnknown && has(*told, glbindings::signature(other));
  };
  if (has(*told, glbindings::signature(function)) || has_function(base)) return false;
  return std::none_of(std::begin(kSuffixes), std::end(kSuffixes),
                      [&](std::string_view suffix) { return has_function(base + std::string(suffix)); });
}

bool RecordedDriver::lacked(FunctionId function, const ContextRequest& kind) {
  const Told* told = find(kind);
  const auto [answer, is_new] = answers_.try_emplace({told, function}, false);
  if (is_new) answer->second = find_out(function, told);
  return answer->second;
}

}  // namespace replay
