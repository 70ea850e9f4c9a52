#include "replay/corpus/trace_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/download/download.h"
#include "replay/download/url.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// A path that stays where it is put: relative, and without "..".
bool stays_inside(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute() || !path.has_filename() || name.find('\0') != std::string::npos) return false;
  for (const fs::path& part : path) {
    if (part == ".." || part == ".") return false;
  }
  return true;
}

std::vector<fs::path> places_of(const TraceEntry& entry, const TraceSources& sources) {
  std::vector<fs::path> places = {sources.traces / entry.path};
  if (!sources.cache.empty() && stays_inside(entry.path)) places.push_back(sources.cache / entry.path);
  if (const auto place = place_in_cache(entry, sources)) places.push_back(*place);
  return places;
}

std::string missing(const TraceEntry& entry, const TraceSources& sources) {
  std::string reason = fmt::format("{} is missing", (sources.traces / entry.path).string());
  if (!sources.download_url.empty())
    reason += fmt::format("; the manifest names {}", shown_url(url_of_trace(sources.download_url, entry.path)));
  return reason;
}

}  // namespace

fs::path default_cache() {
  const auto folder = [](const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr && *text == '/' ? fs::path(text) : fs::path();
  };
  if (const fs::path caches = folder("XDG_CACHE_HOME"); !caches.empty()) return caches / "replay";
  const fs::path home = folder("HOME");
  return home.empty() ? home : home / ".cache" / "replay";
}

std::optional<fs::path> likely_place(const TraceEntry& entry, const TraceSources& sources) {
  for (const fs::path& place : places_of(entry, sources)) {
    std::error_code none;
    if (fs::exists(place, none)) return place;
  }
  return std::nullopt;
}

loaders::Result<fs::path> find_trace(const TraceEntry& entry, const TraceSources& sources) {
  std::string wrong;
  for (const fs::path& place : places_of(entry, sources)) {
    std::error_code none;
    if (!fs::exists(place, none)) continue;
    const auto fits = check_content(place, entry.size, entry.sha256);
    if (fits) return place;
    if (wrong.empty()) wrong = fits.error().problem;
  }
  return loaders::Error{wrong.empty() ? missing(entry, sources) : wrong};
}

std::string read_token(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string token(std::istreambuf_iterator<char>(in), {});
  if (!in) throw CannotJudge(fmt::format("{}: the token cannot be read", file));
  token.erase(token.find_last_not_of(" \t\r\n") + 1);
  token.erase(0, token.find_first_not_of(" \t\r\n"));
  const bool plain = std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 127; });
  if (token.empty() || !plain) throw CannotJudge(fmt::format("{}: it has no token in one line", file));
  return token;
}

loaders::Result<fs::path> place_in_cache(const TraceEntry& entry, const TraceSources& sources) {
  if (sources.cache.empty()) return loaders::Error{"there is no folder for downloads: --cache-dir names one"};
  if (sources.download_url.empty()) return loaders::Error{"the manifest has no URL to download it from"};
  if (!stays_inside(entry.path)) return loaders::Error{"it is not downloaded: its path would lead out of the cache"};
  return sources.cache / folder_of_url(sources.download_url) / entry.path;
}

}  // namespace replay
