// CallMaker: appends neutral calls to a list, with their values in an arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/stream/text.h"

namespace replay {

class CallMaker {
 public:
  // Both must outlive this object.
  CallMaker(loaders::Arena& memory, std::vector<loaders::Call>& calls) : memory_(memory), calls_(calls) {}

  // The thread of the calls that are made.
  void set_thread(std::uint32_t thread) { thread_ = thread; }

  // Appends a call that the recorded program did not make (kFake). Precondition: `args` are all that the function has.
  void make(glbindings::FunctionId function, std::initializer_list<loaders::Value> args,
            std::optional<loaders::Value> result = std::nullopt) {
    stand_in(function, args, result).flags |= loaders::kFake;
  }

  // Appends a call that takes the place of a recorded one. The reference is valid until the next call is appended.
  loaders::Call& stand_in(glbindings::FunctionId function, std::initializer_list<loaders::Value> args,
                          std::optional<loaders::Value> result = std::nullopt) {
    loaders::Value* values = memory_.allocate_array<loaders::Value>(args.size() + 1);
    std::copy(args.begin(), args.end(), values);
    if (result) values[args.size()] = *result;
    loaders::Call call;
    call.function = function;
    call.thread = thread_;
    call.args = values;
    call.argc = static_cast<std::uint8_t>(args.size());
    call.has_result = result.has_value() ? 1 : 0;
    return calls_.emplace_back(call);
  }

  // Appends a recorded call, which may have come from the loader as a derived one.
  void keep(const loaders::Call& call) { calls_.push_back(call); }

  // The values of `call` in memory that may be changed, for a copy of the call.
  loaders::Value* copy_of_values(const loaders::Call& call) {
    const std::size_t count = std::size_t{call.argc} + call.has_result;
    loaders::Value* values = memory_.allocate_array<loaders::Value>(count);
    std::copy_n(call.args, count, values);
    return values;
  }

  template <class T>
  loaders::Value array(std::initializer_list<T> elements, loaders::Elem elem) {
    T* memory = memory_.allocate_array<T>(elements.size());
    std::copy(elements.begin(), elements.end(), memory);
    return loaders::Value::of_memory(loaders::ValueKind::kArray, memory, static_cast<std::uint32_t>(elements.size()),
                                     elem);
  }
  loaders::Value integers(std::initializer_list<std::int32_t> elements) { return array(elements, loaders::Elem::kI32); }
  loaders::Value names(std::initializer_list<std::uint32_t> elements) { return array(elements, loaders::Elem::kU32); }
  loaders::Value handles(std::initializer_list<loaders::Value> elements) {
    return array(elements, loaders::Elem::kValue);
  }
  loaders::Value text(std::string_view text) { return loaders::copy_text(text, memory_); }

  loaders::Arena& memory() { return memory_; }

 private:
  loaders::Arena& memory_;
  std::vector<loaders::Call>& calls_;
  std::uint32_t thread_ = 0;
};

}  // namespace replay
