// ByteSource: where bytes come from, one chunk after another. A file, memory, or a decompressor that has a source of
// its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loaders/base/load_error.h"

namespace loaders {

// What stopped a source, when that was not its end.
struct ReadProblem {
  std::string text;  // a sentence; empty: nothing did
  Damage damage = Damage::kCorrupt;
};

struct ByteSource {
  // Puts bytes into `into` and says how many: at least one, or 0 at the end of the stream. A failure (an unreadable
  // disk, a damaged or unfinished container) is 0 as well, with its `problem`. Need not fill `into`.
  std::function<std::size_t(std::span<std::byte> into, ReadProblem& problem)> read;
  std::optional<std::uint64_t> size;  // of the whole stream, when it is known beforehand
  std::size_t grain = 1;              // with room for as many bytes, read() puts them there without another copy
};

// Regular files, pipes and devices; "-" is standard input. With no source, `problem` says why.
struct OpenedFile {
  std::optional<ByteSource> source;
  std::string problem;
};
OpenedFile open_file(const std::string& path);

ByteSource memory_source(std::vector<std::byte> bytes);

// `bytes` is borrowed and must outlive the source.
ByteSource view_source(std::span<const std::byte> bytes);

}  // namespace loaders
