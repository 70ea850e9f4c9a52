#include "loaders/container/block.h"

#include <lz4.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>
#include <limits>

namespace loaders {
namespace {

struct FreeInflate {
  void operator()(z_stream* stream) const {
    inflateEnd(stream);
    delete stream;
  }
};
struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

struct BlockDecoder::State {
  std::unique_ptr<z_stream, FreeInflate> inflate;
  std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd;
};

namespace {

bool decode_zlib(std::unique_ptr<z_stream, FreeInflate>& stream, std::span<const std::byte> packed,
                 std::span<std::byte> out) {
  if (packed.size() > std::numeric_limits<uInt>::max() || out.size() > std::numeric_limits<uInt>::max()) return false;
  if (!stream) {
    stream.reset(new z_stream{});
    if (inflateInit(stream.get()) != Z_OK) return false;
  }
  if (inflateReset(stream.get()) != Z_OK) return false;
  std::byte none{};  // zlib wants an address even where there is nothing to write
  stream->next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream->avail_in = static_cast<uInt>(packed.size());
  stream->next_out = reinterpret_cast<Bytef*>(out.empty() ? &none : out.data());
  stream->avail_out = static_cast<uInt>(out.size());
  return inflate(stream.get(), Z_FINISH) == Z_STREAM_END && stream->avail_out == 0;
}

bool decode_lz4(std::span<const std::byte> packed, std::span<std::byte> out) {
  if (packed.size() > LZ4_MAX_INPUT_SIZE || out.size() > LZ4_MAX_INPUT_SIZE) return false;
  const int size = static_cast<int>(out.size());
  return LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()), reinterpret_cast<char*>(out.data()),
                             static_cast<int>(packed.size()), size) == size;
}

bool decode_zstd(std::unique_ptr<ZSTD_DCtx, FreeZstd>& context, std::span<const std::byte> packed,
                 std::span<std::byte> out) {
  if (!context) context.reset(ZSTD_createDCtx());
  if (!context) return false;
  const std::size_t size = ZSTD_decompressDCtx(context.get(), out.data(), out.size(), packed.data(), packed.size());
  return !ZSTD_isError(size) && size == out.size();
}

}  // namespace

const char* compression_name(Compression method) {
  switch (method) {
    case Compression::kNone: return "stored";
    case Compression::kZlib: return "zlib";
    case Compression::kLz4: return "LZ4";
    case Compression::kZstd: return "zstd";
  }
  return "unknown";
}

bool plausible_size(Compression method, std::uint64_t packed, std::uint64_t size) {
  switch (method) {
    case Compression::kNone: return size == packed;
    case Compression::kZlib: return size / 1032 <= packed;   // 258 bytes from 2 bits
    case Compression::kLz4: return size / 255 <= packed;     // a match length grows by 255 with each byte
    case Compression::kZstd: return size / 32768 <= packed;  // a run-length block: 128 KiB from 4 bytes
  }
  return false;
}

BlockDecoder::BlockDecoder() : state_(std::make_unique<State>()) {}
BlockDecoder::~BlockDecoder() = default;
BlockDecoder::BlockDecoder(BlockDecoder&&) noexcept = default;
BlockDecoder& BlockDecoder::operator=(BlockDecoder&&) noexcept = default;

bool BlockDecoder::decode(Compression method, std::span<const std::byte> packed, std::span<std::byte> out) {
  switch (method) {
    case Compression::kNone:
      if (packed.size() != out.size()) return false;
      if (!out.empty()) std::memcpy(out.data(), packed.data(), out.size());
      return true;
    case Compression::kZlib: return decode_zlib(state_->inflate, packed, out);
    case Compression::kLz4: return decode_lz4(packed, out);
    case Compression::kZstd: return decode_zstd(state_->zstd, packed, out);
  }
  return false;
}

}  // namespace loaders
