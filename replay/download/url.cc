#include "replay/download/url.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "replay/base/file_name.h"
#include "replay/base/sha256.h"

namespace replay {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Where the scheme ends; npos when there is none.
std::size_t end_of_scheme(std::string_view url) { return url.find("://"); }

std::string scheme_of(std::string_view url) {
  const std::size_t end = end_of_scheme(url);
  return end == std::string_view::npos ? "" : lower(url.substr(0, end));
}

bool is_unreserved(unsigned char c) {
  return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

// What stands behind a colon before the path and is no number may be a password with a slash in it.
bool has_odd_port(std::string_view rest) {
  const std::string_view host = rest.substr(0, rest.find('/'));
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.find(']', colon) != std::string_view::npos) return false;
  return host.find_first_not_of("0123456789", colon + 1) != std::string_view::npos;
}

}  // namespace

bool is_web_url(std::string_view url) {
  const std::string scheme = scheme_of(url);
  return scheme == "http" || scheme == "https";
}

std::string url_of_trace(const std::string& base, std::string_view name) {
  std::string url = base;
  if (!url.ends_with('/') && url.find('?') == std::string::npos) url += '/';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_unreserved(byte)) url += c;
    else url += fmt::format("%{:02X}", byte);
  }
  return url;
}

std::string shown_url(std::string_view url) {
  const std::size_t scheme = end_of_scheme(url);
  std::string shown(url.substr(0, std::min(url.find_first_of("?#"), url.size())));
  if (scheme == std::string_view::npos) return shown;
  const std::size_t host = scheme + 3;
  // Programs do not agree where the host ends when there is a backslash, so everything up to the last sign goes.
  const std::size_t end = std::min(shown.find('/', host), shown.size());
  const std::size_t sign = shown.rfind('@', end);
  if (sign != std::string::npos && sign >= host) shown.erase(host, sign + 1 - host);
  return has_odd_port(std::string_view(shown).substr(host)) ? shown.substr(0, host) + "..." : shown;
}

std::filesystem::path folder_of_url(std::string_view base) {
  std::string shown = shown_url(base);
  while (shown.ends_with('/')) shown.pop_back();
  const std::size_t scheme = std::min(end_of_scheme(shown), shown.size());
  std::string rest = shown.substr(std::min(scheme + 3, shown.size()));
  if (const auto query = base.find('?'); query != std::string_view::npos)
    rest += "?" + sha256_of_text(base.substr(query)).substr(0, 16);
  return std::filesystem::path(file_name_of(lower(shown.substr(0, scheme)))) / file_name_of(rest);
}

}  // namespace replay
