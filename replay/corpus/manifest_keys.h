// The keys that the maps of a manifest may have. An unknown key is refused, because its expectation would not be
// checked.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

using Keys = std::span<const std::string_view>;

inline constexpr std::array<std::string_view, 2> kKeysOfManifest = {"traces", "traces-db"};
// "repo" and "commit" were read by older versions of piglit.
inline constexpr std::array<std::string_view, 3> kKeysOfDatabase = {"download-url", "repo", "commit"};
inline constexpr std::array<std::string_view, 7> kKeysOfTrace = {"size",      "sha256", "timeout", "arguments",
                                                                 "tolerance", "label",  "text"};
inline constexpr std::array<std::string_view, 2> kKeysOfListedTrace = {"path", "expectations"};
inline constexpr std::array<std::string_view, 4> kKeysOfDevice = {"checksum", "reference", "frame", "frames"};
inline constexpr std::array<std::string_view, 1> kKeysOfListedDevice = {"device"};
inline constexpr std::array<std::string_view, 3> kKeysOfFrame = {"checksum", "reference", "tolerance"};

// The keys of gpu-trace-perf's TOML.
inline constexpr std::array<std::string_view, 3> kTomlKeysOfManifest = {"traces_db", "devices", "traces"};
inline constexpr std::array<std::string_view, 1> kTomlKeysOfDatabase = {"download_url"};
inline constexpr std::array<std::string_view, 2> kTomlKeysOfMemory = {"vram", "sysmem"};
inline constexpr std::array<std::string_view, 4> kTomlKeysOfTrace = {"path", "nonloopable", "replay_args", "devices"};
inline constexpr std::array<std::string_view, 4> kTomlKeysOfDevice = {"checksum", "singlethread", "skip",
                                                                      "replay_args"};

bool has(Keys keys, std::string_view key);

// Returns the key in `sets` with the smallest edit distance to `key`.
std::string_view nearest_key(std::string_view key, std::span<const Keys> sets);

// Returns a sentence that refuses an unknown key.
std::string unknown_key(std::string_view key, std::span<const Keys> known);

// What is wrong with checksum `i` of those that a frame accepts. Empty when nothing is.
std::string problem_of_checksum(const std::vector<std::string>& checksums, std::size_t i);

}  // namespace replay
