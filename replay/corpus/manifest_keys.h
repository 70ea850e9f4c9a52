// The keys that the maps of a manifest may have. A key that nobody reads is a mistake that would pass for an expectation.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace replay {

using Keys = std::span<const std::string_view>;

inline constexpr std::array<std::string_view, 2> kKeysOfManifest = {"traces", "traces-db"};
inline constexpr std::array<std::string_view, 3> kKeysOfDatabase = {"download-url", "repo", "commit"};  // the last two: older piglit's
inline constexpr std::array<std::string_view, 7> kKeysOfTrace = {"size", "sha256", "timeout", "arguments", "tolerance", "label", "text"};
inline constexpr std::array<std::string_view, 2> kKeysOfListedTrace = {"path", "expectations"};
inline constexpr std::array<std::string_view, 4> kKeysOfDevice = {"checksum", "reference", "frame", "frames"};
inline constexpr std::array<std::string_view, 1> kKeysOfListedDevice = {"device"};
inline constexpr std::array<std::string_view, 3> kKeysOfFrame = {"checksum", "reference", "tolerance"};

bool has(Keys keys, std::string_view key);

// Of those in `sets`, the one that the fewest changes of single letters and swaps of neighbours make of `key`.
std::string_view nearest_key(std::string_view key, std::span<const Keys> sets);

}  // namespace replay
