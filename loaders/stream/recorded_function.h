// RecordedFunction: a function as a file declares it, with the function that GL has under that name.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glbindings/function_id.h"
#include "glbindings/signature.h"

namespace loaders {

// The function that GL has under the name that a file declares. A file cannot call the functions that only loaders
// derive (glbindings/non_registry.py): they rely on checks that the loader has made.
inline glbindings::FunctionId find_recorded(std::string_view name) {
  return name.starts_with("replay") ? glbindings::FunctionId::kUnknown : glbindings::find_function(name);
}

struct RecordedFunction {
  std::string name;
  glbindings::FunctionId id = glbindings::FunctionId::kUnknown;
  std::vector<std::string> arg_names;  // empty when the format has none (WIP15)
};

// A table that only grows and whose elements never move: the reading thread appends while the GL thread looks up the
// functions that earlier batches refer to. A batch that is handed over through a mutex publishes the elements that it
// refers to.
class FunctionTable {
 public:
  static constexpr std::size_t kChunk = 256;
  static constexpr std::size_t kMaxFunctions = kChunk * 256;  // the registry has 3,300 commands

  bool full() const { return size_.load(std::memory_order_relaxed) == kMaxFunctions; }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }

  // Precondition: !full(). The index of the new element.
  std::uint32_t append(RecordedFunction function) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    auto& chunk = chunks_[index / kChunk];
    if (!chunk) chunk = std::make_unique<std::array<RecordedFunction, kChunk>>();
    (*chunk)[index % kChunk] = std::move(function);
    size_.store(index + 1, std::memory_order_release);
    return static_cast<std::uint32_t>(index);
  }

  const RecordedFunction& operator[](std::uint32_t index) const { return (*chunks_[index / kChunk])[index % kChunk]; }

 private:
  std::array<std::unique_ptr<std::array<RecordedFunction, kChunk>>, kMaxFunctions / kChunk> chunks_;
  std::atomic<std::size_t> size_{0};
};

}  // namespace loaders
