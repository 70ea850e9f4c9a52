#include "loaders/container/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/base/cursor.h"
#include "loaders/container/brotli.h"
#include "loaders/container/gzip.h"
#include "loaders/container/snappy.h"
#include "loaders/container/unpack_ahead.h"
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

// The most bytes that a file may unpack to, and the limit that says so. The size of a pipe is not known.
struct MostBytes {
  std::uint64_t bytes;
  std::uint64_t Limits::*limit;
};
MostBytes most_bytes(const InputWindow& packed) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 30;  // repetitive traces pack well
  const Limits& limits = packed.limits();
  const std::uint64_t size = packed.stream_size().value_or(limits.stream_bytes);
  const std::uint64_t by_ratio =
      size > limits.stream_bytes / limits.unpack_ratio ? limits.stream_bytes : size * limits.unpack_ratio;
  const bool small = std::max(by_ratio, kAlways) < limits.stream_bytes;
  return small ? MostBytes{std::max(by_ratio, kAlways), &Limits::unpack_ratio}
               : MostBytes{limits.stream_bytes, &Limits::stream_bytes};
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

ByteSource unpack(Container container, InputWindow packed) {
  const MostBytes most = most_bytes(packed);
  const std::string problem_above =
      fmt::format("the file unpacks to more than {} bytes, above {}", most.bytes, packed.limits().option(most.limit));
  const bool ahead = packed.may_unpack_ahead();
  ByteSource source = unpack_all(container, std::move(packed));
  source.read = [read = std::move(source.read), left = most.bytes, problem_above](std::span<std::byte> into) mutable {
    Result<std::size_t> got = read(into);
    if (got && *got > left) return Result<std::size_t>(Error{problem_above});
    if (got) left -= *got;
    return got;
  };
  if (ahead) return unpack_ahead(std::move(source));
  return source;
}

}  // namespace loaders
