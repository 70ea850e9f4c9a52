#include "loaders/wtf/webgl/index_data.h"

#include <algorithm>

#include "loaders/base/bytes.h"
#include "loaders/wtf/webgl/enums.h"

namespace loaders::wtf::webgl {
namespace {

template <class T>
std::uint32_t highest_of(std::span<const std::byte> bytes) {
  T highest = 0;
  for (; bytes.size() >= sizeof(T); bytes = bytes.subspan(sizeof(T))) {
    highest = std::max(highest, load<T>(bytes.data()));
  }
  return highest;
}

}  // namespace

std::uint32_t index_bytes(std::uint32_t type) {
  switch (type) {
    case kUnsignedByte: return 1;
    case kUnsignedShort: return 2;
    case kUnsignedInt: return 4;
    default: return 0;
  }
}

void IndexData::assign(std::span<const std::byte> bytes) {
  known_ = true;
  bytes_.assign(bytes.begin(), bytes.end());
  answers_.clear();
}

void IndexData::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (offset + bytes.size() > kMaxBytes) return forget();
  if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
  std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
  answers_.clear();
}

void IndexData::forget() {
  known_ = false;
  bytes_ = {};
  answers_.clear();
}

std::optional<std::uint32_t> IndexData::highest(std::uint32_t type, std::uint64_t offset, std::uint64_t count) {
  if (!known_) return std::nullopt;
  const auto known = answers_.find({type, offset, count});
  if (known != answers_.end()) return known->second;
  std::span<const std::byte> bytes(bytes_);
  bytes = bytes.subspan(std::min<std::uint64_t>(offset, bytes.size()));
  bytes = bytes.first(std::min<std::uint64_t>(count * index_bytes(type), bytes.size()));
  std::uint32_t highest = 0;
  if (type == kUnsignedByte) highest = highest_of<std::uint8_t>(bytes);
  if (type == kUnsignedShort) highest = highest_of<std::uint16_t>(bytes);
  if (type == kUnsignedInt) highest = highest_of<std::uint32_t>(bytes);
  if (answers_.size() >= kMaxAnswers) answers_.clear();
  return answers_[{type, offset, count}] = highest;
}

}  // namespace loaders::wtf::webgl
