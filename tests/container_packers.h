// Compresses whole files, for tests, in all containers that loaders/container/detect.h knows.
#pragma once

#include <cstddef>
#include <string>

#include "loaders/container/detect.h"

namespace tests {

constexpr loaders::Container kContainers[] = {loaders::Container::kSnappy, loaders::Container::kGzip,
                                              loaders::Container::kZstd, loaders::Container::kBrotli};

// Packs in pieces (chunks, members, frames) of `piece` bytes, if the container has pieces.
std::string pack(loaders::Container container, const std::string& bytes, std::size_t piece = std::size_t{1} << 20);

std::string snappy_chunk(const std::string& bytes);  // without the "at" of the file
std::string gzip_member(const std::string& bytes);
std::string zstd_frame(const std::string& bytes);
std::string zstd_skippable(const std::string& bytes);
std::string zstd_seek_table();  // without entries; readers that only go forward skip it
std::string brotli_stream(const std::string& bytes);

}  // namespace tests
