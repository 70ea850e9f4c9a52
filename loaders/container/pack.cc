#include "loaders/container/pack.h"

#include <utility>

#include "loaders/container/packers.h"

namespace loaders {

std::optional<Packing> find_packing(std::string_view name) {
  constexpr std::pair<std::string_view, Packing> kNames[] = {
      {"snappy", Packing::kSnappy}, {"zlib", Packing::kGzip},     {"gzip", Packing::kGzip},
      {"zstd", Packing::kZstd},     {"brotli", Packing::kBrotli}, {"none", Packing::kNone},
  };
  for (const auto& [known, packing] : kNames) {
    if (known == name) return packing;
  }
  return std::nullopt;
}

ByteSink pack(Packing packing, ByteSink to) {
  switch (packing) {
    case Packing::kSnappy: return pack_snappy(std::move(to));
    case Packing::kGzip: return pack_gzip(std::move(to));
    case Packing::kZstd: return pack_zstd(std::move(to));
    case Packing::kBrotli: return pack_brotli(std::move(to));
    case Packing::kNone: break;
  }
  return pack_stored(std::move(to));
}

}  // namespace loaders
