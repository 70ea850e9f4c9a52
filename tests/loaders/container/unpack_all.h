// Unpacks whole files in memory, for the tests of containers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "loaders/container/detect.h"

namespace tests {

struct Unpacked {
  std::string text;
  loaders::Error error;  // its problem is empty after the proper end of a stream
};

// Reads a source to its end; each read has room for `step` bytes.
inline Unpacked read_all(const loaders::ByteSource& source, std::size_t step) {
  Unpacked unpacked;
  std::vector<std::byte> piece(step);
  for (;;) {
    const loaders::Result<std::size_t> got = source.read(piece);
    if (!got) unpacked.error = got.error();
    if (!got || *got == 0) return unpacked;
    unpacked.text.append(reinterpret_cast<const char*>(piece.data()), *got);
  }
}

// Unpacks a file. `step` is as in read_all(), and `window` is the size of the window over the packed file.
inline Unpacked unpack_all(loaders::Container container, const std::string& file, std::size_t step = 5 << 20,
                           std::size_t window = 1 << 20, const loaders::Limits& limits = {}) {
  loaders::ByteSource packed = loaders::view_source(std::as_bytes(std::span(file)));
  return read_all(unpack(container, loaders::InputWindow(std::move(packed), window, limits)), step);
}

}  // namespace tests
