// Writing files so that they are there whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "loaders/base/result.h"

namespace replay {

// Writes to a hidden file beside `path` and renames it. So `path` has either its old contents or all of the new bytes,
// also after a crash or on a full disk. A symbolic link is kept, and the file that it points to is replaced. A device
// or a pipe is written directly.
loaders::Status write_whole_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
loaders::Status write_whole_file(const std::filesystem::path& path, std::string_view text);

// Returns the error that write_whole_file() would have at once, such as a folder that does not exist. Whoever works for
// long before a file is written asks this first. Nothing at `path` is touched; a pipe is not opened.
loaders::Status check_can_write(const std::filesystem::path& path);

// Makes the folder, and those above it, unless it exists.
loaders::Status make_folder(const std::filesystem::path& folder);

// After this, write_whole_file() refuses to write to `file`, under whatever name: it is being read, and may be a file
// that cannot be made again. Nothing happens when there is no such file. Several threads may call this.
void never_overwrite(const std::filesystem::path& file);

// Returns the refusal for such a file. write_whole_file() asks by itself.
loaders::Status check_not_spared(const std::filesystem::path& path);

}  // namespace replay
