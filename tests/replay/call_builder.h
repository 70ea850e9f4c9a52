// CallBuilder: makes recorded calls for a test:
//
//   CallBuilder calls;
//   calls.add(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(7)});
//   calls.add(FunctionId::glGenBuffers, {sint(2), calls.names({1, 2})});
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "glbindings/signature.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace replay {

inline loaders::Value uint(std::uint64_t value) { return loaders::Value::of_uint(value); }
inline loaders::Value sint(std::int64_t value) { return loaders::Value::of_sint(value); }
inline loaders::Value f32(float value) { return loaders::Value::of_f32(value); }
inline loaders::Value pointer(std::uint64_t value) { return loaders::Value::of_pointer(value); }
inline loaders::Value null() { return {}; }

class CallBuilder {
 public:
  template <class T>
  loaders::Value array(std::initializer_list<T> elements, loaders::Elem elem) {
    T* copy = arena_.allocate_array<T>(elements.size() + 1);
    std::copy(elements.begin(), elements.end(), copy);
    return loaders::Value::of_memory(loaders::ValueKind::kArray, copy, static_cast<std::uint32_t>(elements.size()),
                                     elem);
  }
  loaders::Value names(std::initializer_list<std::uint32_t> elements) { return array(elements, loaders::Elem::kU32); }
  loaders::Value ints(std::initializer_list<std::int32_t> elements) { return array(elements, loaders::Elem::kI32); }
  loaders::Value floats(std::initializer_list<float> elements) { return array(elements, loaders::Elem::kF32); }
  loaders::Value values(std::initializer_list<loaders::Value> elements) {
    return array(elements, loaders::Elem::kValue);
  }

  loaders::Value blob(std::string_view bytes) { return memory(loaders::ValueKind::kBlob, bytes); }
  loaders::Value string(std::string_view text) { return memory(loaders::ValueKind::kString, text); }

  // The calls keep their addresses until the builder is destroyed.
  const loaders::Call& add(glbindings::FunctionId function, std::vector<loaders::Value> arguments,
                           const loaders::Value* result = nullptr) {
    const std::size_t count = arguments.size();
    if (result != nullptr) arguments.push_back(*result);
    auto* args = arena_.allocate_array<loaders::Value>(arguments.size() + 1);
    std::copy(arguments.begin(), arguments.end(), args);
    auto* call = new (arena_.allocate(sizeof(loaders::Call))) loaders::Call;
    call->function = function;
    call->number = next_number_++;
    call->args = args;
    call->argc = static_cast<std::uint8_t>(count);
    call->has_result = result != nullptr;
    call->recorded = functions.append({std::string(glbindings::signature(function).name()), function, {}});
    if (glbindings::signature(function).has(glbindings::kEndsFrame)) call->flags |= loaders::kEndsFrame;
    return *call;
  }

  loaders::FunctionTable functions;

 private:
  loaders::Value memory(loaders::ValueKind kind, std::string_view bytes) {
    auto* copy = reinterpret_cast<char*>(arena_.allocate(bytes.size() + 1));
    std::copy(bytes.begin(), bytes.end(), copy);
    copy[bytes.size()] = 0;
    return loaders::Value::of_memory(kind, copy, static_cast<std::uint32_t>(bytes.size()));
  }

  loaders::Arena arena_;
  std::uint64_t next_number_ = 0;
};

}  // namespace replay
