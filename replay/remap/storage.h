// Storage: how much memory the live objects of a recording take in addition to its data.
//
// A driver may take any amount of memory for an object. This counts the least that GL must store. It is checked
// before a call that allocates storage, so that a file of a few bytes cannot make the driver take gigabytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "replay/base/limits.h"

namespace replay {

// The storage of all objects of a recording.
struct StorageTotal {
  std::uint64_t taken = 0;
  std::uint64_t brought = 0;  // bytes of data that the recording has given to GL so far

  std::uint64_t allowed(const DriverLimits& limits, std::uint64_t coming) const {
    const std::uint64_t by_data =
        std::min(brought + coming, DriverLimits::kMaxStorage / DriverLimits::kStoragePerByte) *
        DriverLimits::kStoragePerByte;
    return limits.storage + by_data;
  }
};

// The storage of the objects of one share group, or of the windows. It is given back when this object is destroyed.
class Storage {
 public:
  enum class Of : std::uint8_t {
    kTexture,
    kRenderbuffer,
    kBuffer,
    kWindow,
    kAccumulation,
    kFeedback,
    kSelection,
    kLists
  };
  // The most that an object can take. Sums of a few of these stay below 64 bits.
  static constexpr std::uint64_t kMax = std::uint64_t{1} << 60;

  explicit Storage(std::shared_ptr<StorageTotal> total) : total_(std::move(total)) {}
  ~Storage() {
    for (const auto& [key, taken] : taken_) total_->taken -= taken.bytes;
  }
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // Returns whether the object may take `bytes` instead of its old storage. If so, they are counted from now on.
  // `coming` is the size of the data of the same call, which is not counted yet.
  bool take(Of kind, std::uint64_t name, std::uint64_t bytes, const DriverLimits& limits, std::uint64_t coming = 0) {
    bytes = std::min(bytes, kMax);
    const std::uint64_t before = taken(kind, name);
    if (bytes > before && total_->taken - before + bytes > total_->allowed(limits, coming)) return false;
    total_->taken += bytes - before;
    taken_[key(kind, name)] = {bytes, ++takes_};
    return true;
  }
  void give_back(Of kind, std::uint64_t name) {
    const auto found = taken_.find(key(kind, name));
    if (found == taken_.end()) return;
    total_->taken -= found->second.bytes;
    taken_.erase(found);
  }
  std::uint64_t taken(Of kind, std::uint64_t name) const {
    const auto found = taken_.find(key(kind, name));
    return found == taken_.end() ? 0 : found->second.bytes;
  }
  // Returns a number that changes each time the object takes storage, or 0 when it has none. So it shows whether the
  // storage of an object is still the same.
  std::uint64_t last_take(Of kind, std::uint64_t name) const {
    const auto found = taken_.find(key(kind, name));
    return found == taken_.end() ? 0 : found->second.take;
  }
  StorageTotal& total() { return *total_; }

 private:
  struct Taken {
    std::uint64_t bytes = 0, take = 0;
  };

  static std::uint64_t key(Of kind, std::uint64_t name) { return static_cast<std::uint64_t>(kind) << 60 ^ name; }

  std::shared_ptr<StorageTotal> total_;
  std::unordered_map<std::uint64_t, Taken> taken_;  // by object
  std::uint64_t takes_ = 0;
};

}  // namespace replay
