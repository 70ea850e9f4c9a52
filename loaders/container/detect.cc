#include "loaders/container/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/base/cursor.h"
#include "loaders/container/brotli.h"
#include "loaders/container/gzip.h"
#include "loaders/container/snappy.h"
#include "loaders/container/zstd.h"

namespace loaders {
namespace {

ByteSource unpack_all(Container container, InputWindow packed) {
  switch (container) {
    case Container::kSnappy: return unpack_snappy(std::move(packed));
    case Container::kGzip: return unpack_gzip(std::move(packed));
    case Container::kZstd: return unpack_zstd(std::move(packed));
    case Container::kBrotli: break;
  }
  return unpack_brotli(std::move(packed));
}

}  // namespace

Container detect_container(std::span<const std::byte> start) {
  const std::uint16_t two = Cursor(start).u16();
  const std::uint32_t four = Cursor(start).u32();
  if (two == 0x7461) return Container::kSnappy;
  if (two == 0x8b1f) return Container::kGzip;
  if (four == 0xfd2fb528 || (four & 0xfffffff0) == 0x184d2a50) return Container::kZstd;
  return Container::kBrotli;
}

const char* container_name(Container container) {
  switch (container) {
    case Container::kSnappy: return "snappy";
    case Container::kGzip: return "gzip";
    case Container::kZstd: return "zstd";
    case Container::kBrotli: return "brotli";
  }
  return "unknown";
}

ByteSource unpack(Container container, InputWindow packed, std::uint64_t most_bytes) {
  ByteSource source = unpack_all(container, std::move(packed));
  source.read = [read = std::move(source.read), left = most_bytes, most_bytes](std::span<std::byte> into,
                                                                               ReadProblem& problem) mutable {
    const std::size_t got = read(into, problem);
    if (got <= left) {
      left -= got;
      return got;
    }
    problem = {fmt::format("the file unpacks to more than {} bytes", most_bytes), Damage::kCorrupt};
    return std::size_t{0};
  };
  return source;
}

}  // namespace loaders
