// Bytes of a file as blob values.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "loaders/stream/batch.h"
#include "loaders/stream/value.h"

namespace loaders {

// Smaller blobs are copied, so that one of a few bytes does not keep a megabyte of input alive.
constexpr std::size_t kPinFromBytes = 1024;

// The blob of `bytes`, for `batch`. A large one is not copied; then owner() has to return the std::shared_ptr that
// keeps the bytes alive, and the batch pins it.
template <class Owner>
Value blob_value(std::span<const std::byte> bytes, Batch& batch, const Owner& owner) {
  if (bytes.size() >= kPinFromBytes) {
    batch.pin(owner(), bytes.size());
    return Value::of_blob(bytes);
  }
  std::byte* copy = batch.arena.allocate(bytes.size());
  if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
  return Value::of_blob({copy, bytes.size()});
}

}  // namespace loaders
