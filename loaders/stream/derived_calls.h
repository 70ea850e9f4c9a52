// Derived calls: calls that a loader makes from what a file says beside its calls. Because of them, replay needs to
// know nothing of the format: recorded uniform locations, for example, reach it as calls of replayUniformLocation.
// glbindings/non_registry.py lists such functions, which GL does not have.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loaders/stream/batch.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

// Collects the derived calls of one recorded call until it is known that the record is sound.
class DerivedCalls {
 public:
  explicit DerivedCalls(FunctionTable& table) : table_(table) {}

  void begin(Batch& batch) {
    batch_ = &batch;
    before_.clear();
    after_.clear();
  }

  // Precondition: `args` are all that the function has.
  void add_before(glbindings::FunctionId function, std::span<const Value> args) { add(before_, function, args); }
  void add_after(glbindings::FunctionId function, std::span<const Value> args) { add(after_, function, args); }
  void add_before(glbindings::FunctionId function, std::initializer_list<Value> args) {
    add(before_, function, {args.begin(), args.size()});
  }
  void add_after(glbindings::FunctionId function, std::initializer_list<Value> args) {
    add(after_, function, {args.begin(), args.size()});
  }
  bool full() const;

  // A string value that holds a copy of `text` in the batch.
  Value text(std::string_view text);

  // Puts `call` into the batch, with its derived calls before and after it.
  void commit(const Call& call);

  // Puts the derived calls of `call` into the batch without `call` itself, which is there already or is no call.
  void commit_without(const Call& call);

 private:
  void add(std::vector<Call>& list, glbindings::FunctionId function, std::span<const Value> args);
  void push(const std::vector<Call>& list, const Call& owner);
  // The index of `function` in the table of functions; nothing when the table is full.
  std::optional<std::uint32_t> recorded(glbindings::FunctionId function);

  FunctionTable& table_;
  Batch* batch_ = nullptr;
  std::vector<Call> before_;
  std::vector<Call> after_;
  std::unordered_map<glbindings::FunctionId, std::uint32_t> recorded_;
};

}  // namespace loaders
