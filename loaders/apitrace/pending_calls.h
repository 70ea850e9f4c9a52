// Calls that have been entered and not left yet: one per thread as a rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "loaders/apitrace/signatures.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/batch.h"
#include "loaders/stream/call.h"
#include "loaders/stream/derived_calls.h"

namespace loaders::apitrace {

struct PendingCall {
  Call call;
  const Function* function = nullptr;
  Value* values = nullptr;      // call.argc arguments and a place for the result
  Value backtrace;              // an array of strings; null: none
  std::size_t bytes = 0;        // of memory that its values take
  std::shared_ptr<Arena> kept;  // their memory, when the batch that they were read into is gone

  std::span<Value> all_values() { return {values, std::size_t{call.argc} + 1}; }
};

// In the order in which they were entered.
class PendingCalls {
 public:
  explicit PendingCalls(FunctionTable& table) : derived_(table) {}

  std::size_t bytes() const { return bytes_; }
  std::size_t size() const { return calls_.size(); }

  void add(const PendingCall& call) {
    calls_.push_back(call);
    bytes_ += call.bytes;
  }

  // nullptr when there is none of that number. Valid until the next add() or remove().
  PendingCall* find(std::uint64_t number) {
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
      if (call->call.number == number) return &*call;
    }
    return nullptr;
  }

  // Puts an open call into `batch`, which is where its values are or else gets their memory, and forgets it here.
  void deliver(PendingCall& call, Batch& batch);

  // Before a batch is handed over: moves what open calls have in it to memory of their own.
  void keep_values();

  // The rest, when nothing more can come.
  void deliver_incomplete(Batch& batch);

 private:
  std::vector<PendingCall> calls_;
  DerivedCalls derived_;
  std::size_t bytes_ = 0;
};

}  // namespace loaders::apitrace
