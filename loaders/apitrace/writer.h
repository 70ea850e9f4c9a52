// Writer: neutral calls as the events of an apitrace file, as if apitrace's tracer had recorded them. The signature of
// a function stands at its first use.
//
// Derived calls (CallFlag::kDerived) that GL has a function for are written as calls that the tracer made up. Functions
// that only loaders derive (replay...) are not written, except for the backtrace, which becomes that of the call after
// it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "loaders/apitrace/output.h"
#include "loaders/apitrace/value_writer.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders::apitrace {

class Writer {
 public:
  explicit Writer(Output& output) : output_(output), values_(output) {}

  // Appends `call` to the output; its number does not matter. `functions` has the names of functions that GL lacks, and
  // is null where there are none of these. False when the call has no place in a file and was left out.
  bool write(const Call& call, const FunctionTable* functions);

 private:
  void enter(const Call& call, const FunctionTable* functions);
  void leave(const Call& call, std::uint64_t number);
  void argument(const Call& call, std::size_t index);
  void function(const Call& call, const FunctionTable* functions);
  void backtrace();

  Output& output_;
  ValueWriter values_;
  std::vector<std::uint64_t> ids_;  // by FunctionId; 0: not used yet, otherwise the id in the file + 1
  std::unordered_map<std::string, std::uint64_t> frames_;
  std::vector<std::string> pending_frames_;  // the backtrace of the next call
};

}  // namespace loaders::apitrace
