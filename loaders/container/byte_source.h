// ByteSource: where bytes come from, one chunk after another. It is a file, memory, or a decompressor that has a source
// of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loaders/base/result.h"

namespace loaders {

struct StreamBuffer {
  explicit StreamBuffer(std::size_t bytes)
      : memory(std::make_unique_for_overwrite<std::byte[]>(bytes)),
        capacity(bytes) {}
  std::unique_ptr<std::byte[]> memory;
  std::size_t capacity;
};

// The next bytes of a stream in memory of the source. It is the reader's as long as the reader holds `buffer`.
struct LentBytes {
  std::shared_ptr<StreamBuffer> buffer;
  std::byte* begin = nullptr;
  std::size_t size = 0;
};

struct ByteSource {
  // Puts bytes into `into`, which it need not fill, and says how many: at least one, or 0 at the end of the stream. The
  // error says what else stopped it: an unreadable disk, a damaged or unfinished container.
  std::function<Result<std::size_t>(std::span<std::byte> into)> read;
  // Gives the next bytes without a copy. They begin at `after`, where the bytes end that the reader has from before, or
  // the reader may write `before` bytes in front of them. Gives nothing when the source can do neither now, or at the
  // end: then read() goes on. Empty: it never can.
  std::function<std::optional<LentBytes>(const std::byte* after, std::size_t before)> lend;
  // Leaves out as many bytes. False: it cannot, or there are not so many. Empty: it never can.
  std::function<bool(std::uint64_t bytes)> skip;
  std::optional<std::uint64_t> size;  // of the whole stream, when it is known beforehand
  bool may_unpack_ahead = false;      // a thread of its own may unpack these bytes (unpack_ahead.h)
  std::size_t grain = 1;              // with room for as many bytes, read() puts them there without another copy
};

// Opens regular files, pipes and devices; "-" is standard input.
Result<ByteSource> open_file(const std::string& path);

ByteSource memory_source(std::vector<std::byte> bytes);

// `bytes` is borrowed and must outlive the source.
ByteSource view_source(std::span<const std::byte> bytes);

}  // namespace loaders
