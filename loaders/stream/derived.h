// Calls that a loader makes from what a file says beside its calls. Replay then needs to know nothing of the format:
// recorded uniform locations, for example, reach it as calls of replayUniformLocation (glbindings/pseudo.py lists such
// functions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "loaders/stream/batch.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

enum class DerivedFunction : std::uint8_t {
  kBindAttribLocation,
  kUniformLocation,
  kUniformBlockIndex,
  kSubroutineIndex,
  kSubroutineUniformLocation,
  kBufferContents,
  kNamedBufferContents,
  kDrawableSize,
  kCount
};

// Collects the derived calls of one recorded call, until it is known that the record is sound.
class DerivedCalls {
 public:
  explicit DerivedCalls(FunctionTable& table) : table_(table) {}

  void begin(Batch& batch) {
    batch_ = &batch;
    before_.clear();
    after_.clear();
  }

  void add_before(DerivedFunction function, std::initializer_list<Value> args) { add(before_, function, args); }
  void add_after(DerivedFunction function, std::initializer_list<Value> args) { add(after_, function, args); }
  bool full() const;

  // A string value whose text, copied, lives in the batch.
  Value text(std::string_view text);

  // Puts `call` with what belongs to it into the batch.
  void commit(const Call& call);

 private:
  struct Slot {
    bool declared = false;
    glbindings::FunctionId id = glbindings::FunctionId::kUnknown;
    std::uint32_t recorded = 0;
  };

  void add(std::vector<Call>& list, DerivedFunction function, std::initializer_list<Value> args);
  const Slot& slot(DerivedFunction function);

  FunctionTable& table_;
  Batch* batch_ = nullptr;
  std::vector<Call> before_;
  std::vector<Call> after_;
  Slot slots_[static_cast<std::size_t>(DerivedFunction::kCount)];
};

}  // namespace loaders
