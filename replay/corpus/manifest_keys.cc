#include "replay/corpus/manifest_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/picture/reference.h"

namespace replay {
namespace {

// The edit distance: how many letters have to be inserted, removed, replaced or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        best[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = best[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      best[i][j] = std::min({best[i - 1][j] + 1, best[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) best[i][j] = std::min(best[i][j], best[i - 2][j - 2] + 1);
    }
  }
  return best[a.size()][b.size()];
}

}  // namespace

bool has(Keys keys, std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

std::string_view nearest_key(std::string_view key, std::span<const Keys> sets) {
  constexpr std::size_t kMaxLetters = 64;  // a key of a file may be long, and the distance costs its length squared
  key = key.substr(0, kMaxLetters);
  std::string_view nearest;
  for (const Keys keys : sets) {
    for (const std::string_view known : keys) {
      if (nearest.empty() || distance(key, known) < distance(key, nearest)) nearest = known;
    }
  }
  return nearest;
}

std::string unknown_key(std::string_view key, std::span<const Keys> known) {
  return fmt::format("'{}' is not a key here; the nearest is '{}'", key, nearest_key(key, known));
}

std::string problem_of_checksum(const std::vector<std::string>& checksums, std::size_t i) {
  const std::string& checksum = checksums[i];
  if (!is_md5(checksum) && !is_sha256(checksum))
    return fmt::format("'{}' is not an MD5 (32 hexadecimal digits) and not a SHA-256 (64)", checksum.substr(0, 64));
  if (checksum.size() != checksums.front().size()) return "the checksums of a frame must be all MD5 or all SHA-256";
  return "";
}

}  // namespace replay
