// Files that are there whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace replay {

// Writes to a hidden file beside `path` and renames it: who looks for `path` finds what was there before or all of the
// new bytes, also after a crash or on a full disk. A symbolic link keeps its place, what it points to is replaced; a
// device or a pipe is written straight. Throws std::runtime_error with a sentence.
void write_whole_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace replay
