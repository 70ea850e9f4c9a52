// Unpacking whole files in memory, for the tests of containers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "loaders/container/detect.h"

namespace tests {

struct Unpacked {
  std::string text;
  loaders::ReadProblem problem;
};

// `step`: the room that the reader has each time. `window`: of the packed file.
inline Unpacked unpack_all(loaders::Container container, const std::string& file, std::size_t step = 5 << 20,
                           std::size_t window = 1 << 20, const loaders::Limits& limits = {}) {
  loaders::ByteSource packed = loaders::view_source(std::as_bytes(std::span(file)));
  loaders::ByteSource source = unpack(container, loaders::InputWindow(std::move(packed), window, limits));
  Unpacked unpacked;
  std::vector<std::byte> piece(step);
  while (const std::size_t got = source.read(piece, unpacked.problem)) {
    unpacked.text.append(reinterpret_cast<const char*>(piece.data()), got);
  }
  return unpacked;
}

}  // namespace tests
