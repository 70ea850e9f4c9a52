// Calls that have been entered and not left yet; usually there is one per thread.
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
  Value* values = nullptr;      // call.argc arguments, then room for the result
  Value backtrace;              // an array of strings; null: none
  std::size_t bytes = 0;        // how much memory its values take
  bool is_overtaken = false;    // its thread has made other calls since
  std::shared_ptr<Arena> kept;  // the memory of the values, after the batch that they were read into was handed over

  std::span<Value> all_values() { return {values, std::size_t{call.argc} + 1}; }
};

// The pending calls are in the order in which they were entered.
class PendingCalls {
 public:
  explicit PendingCalls(FunctionTable& table) : derived_(table) {}

  std::size_t bytes() const { return bytes_; }
  std::size_t size() const { return calls_.size(); }

  void add(const PendingCall& call) {
    calls_.push_back(call);
    bytes_ += call.bytes;
  }

  // nullptr when there is none of that number. The pointer is valid until the next add() or deliver().
  PendingCall* find(std::uint64_t number) {
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
      if (call->call.number == number) return &*call;
    }
    return nullptr;
  }

  // Puts a pending call into `batch` and forgets it here. Its values are in the batch already, or the batch pins their
  // memory.
  void deliver(PendingCall& call, Batch& batch);

  // To be called before a batch is handed over: looks which pending calls are overtaken there, and moves what they have
  // in the batch to memory of their own.
  void keep(const Batch& batch);

  // Delivers all pending calls, after the last event.
  void deliver_incomplete(Batch& batch);

 private:
  std::vector<PendingCall> calls_;
  DerivedCalls derived_;
  std::size_t bytes_ = 0;
};

}  // namespace loaders::apitrace
