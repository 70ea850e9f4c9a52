// The compressors that pack() chooses from, and what they have in common: they collect bytes to pieces of one size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "loaders/container/byte_sink.h"

namespace loaders {

ByteSink pack_snappy(ByteSink to);
ByteSink pack_stored(ByteSink to);  // Snappy chunks of bytes that are not compressed
ByteSink pack_gzip(ByteSink to);
ByteSink pack_zstd(ByteSink to);
ByteSink pack_brotli(ByteSink to);

// A sink that collects pieces of Packer::kPieceBytes. A Packer is made from the sink that it writes to and has
//   Status piece(std::span<const std::byte> bytes);   // the last piece may be smaller; none is empty
//   Status end();                                      // after the last piece
template <class Packer>
ByteSink sink_of_pieces(ByteSink to) {
  struct State {
    explicit State(ByteSink sink) : packer(std::move(sink)) { collected.reserve(Packer::kPieceBytes); }
    Packer packer;
    std::vector<std::byte> collected;

    Status write(std::span<const std::byte> bytes) {
      while (!bytes.empty()) {
        const std::size_t count = std::min(bytes.size(), Packer::kPieceBytes - collected.size());
        collected.insert(collected.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        bytes = bytes.subspan(count);
        if (collected.size() < Packer::kPieceBytes) break;
        if (Status status = flush(); !status) return status;
      }
      return {};
    }
    Status flush() {
      Status status = collected.empty() ? Status() : packer.piece(collected);
      collected.clear();
      return status;
    }
    Status finish() {
      if (Status status = flush(); !status) return status;
      return packer.end();
    }
  };
  const auto state = std::make_shared<State>(std::move(to));
  return {[state](std::span<const std::byte> bytes) { return state->write(bytes); },
          [state] { return state->finish(); }};
}

}  // namespace loaders
