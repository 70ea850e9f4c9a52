#include "tests/container_packers.h"

#include <brotli/encode.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>

#include "tests/encoded.h"
#include "tests/wip15_builder.h"

namespace tests {

using loaders::Container;

std::string snappy_chunk(const std::string& bytes) {
  std::string packed;
  snappy::Compress(bytes.data(), bytes.size(), &packed);
  return little_endian(packed.size(), 4) + packed;
}

std::string gzip_member(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd_frame(const std::string& bytes) { return pack(loaders::Compression::kZstd, bytes); }

std::string zstd_skippable(const std::string& bytes) {
  return little_endian(0x184d2a5e, 4) + little_endian(bytes.size(), 4) + bytes;
}

std::string zstd_seek_table() { return zstd_skippable(little_endian(0, 4) + '\0' + little_endian(0x8f92eab1, 4)); }

std::string brotli_stream(const std::string& bytes) {
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size()) + 16;
  std::string packed(size, '\0');
  BrotliEncoderCompress(5, 24, BROTLI_DEFAULT_MODE, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()),
                        &size, reinterpret_cast<std::uint8_t*>(packed.data()));
  packed.resize(size);
  return packed;
}

std::string pack(Container container, const std::string& bytes, std::size_t piece) {
  if (container == Container::kBrotli) return brotli_stream(bytes);
  std::string packed = container == Container::kSnappy ? "at" : "";
  for (std::size_t at = 0; at < std::max<std::size_t>(bytes.size(), 1); at += piece) {
    const std::string part = bytes.substr(at, piece);
    if (container == Container::kSnappy) packed += snappy_chunk(part);
    if (container == Container::kGzip) packed += gzip_member(part);
    if (container == Container::kZstd) packed += zstd_frame(part);
  }
  return container == Container::kZstd ? packed + zstd_seek_table() : packed;
}

}  // namespace tests
