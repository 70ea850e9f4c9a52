// ByteSource: where bytes come from, one chunk after another. It is a file, memory, or a decompressor that has a source
// of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loaders/base/result.h"

namespace loaders {

struct ByteSource {
  // Puts bytes into `into`, which it need not fill, and says how many: at least one, or 0 at the end of the stream. The
  // error says what else stopped it: an unreadable disk, a damaged or unfinished container.
  std::function<Result<std::size_t>(std::span<std::byte> into)> read;
  std::optional<std::uint64_t> size;  // of the whole stream, when it is known beforehand
  std::size_t grain = 1;              // with room for as many bytes, read() puts them there without another copy
};

// Opens regular files, pipes and devices; "-" is standard input.
Result<ByteSource> open_file(const std::string& path);

ByteSource memory_source(std::vector<std::byte> bytes);

// `bytes` is borrowed and must outlive the source.
ByteSource view_source(std::span<const std::byte> bytes);

}  // namespace loaders
