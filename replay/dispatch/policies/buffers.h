// Policies for pointers that GL reads as an offset when a buffer is bound, and for buffer contents.
#pragma once

#include <cstdint>

#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/memory.h"

namespace replay {

// An offset into a bound buffer. Recorders write it as a pointer, 0 as null, and a recorder that took the offset for an
// address wrote the memory there: the program can only have passed 0 then, or it would have crashed.
template <class T>
T offset_pointer(const loaders::Value& value) {
  return reinterpret_cast<T>(value.kind == loaders::ValueKind::kPointer || value.is_integer()
                                 ? static_cast<std::uintptr_t>(value.u)
                                 : std::uintptr_t{0});
}

// The buffer that argument 0 says, by target or by name, is mapped no more.
void forget_mapping(Attempt& attempt);

// Copies an array in client memory into the buffer of its slot and binds that; a skip when the recording lacks the array.
void bind_client_array(Attempt& attempt, const loaders::Value& value);
void unbind_client_array(Attempt& attempt);
// After a gl*Pointer call: an array without storage, which a null pointer makes, is given some.
void array_was_set(Attempt& attempt);

// glBufferData: contents, or null for none. Storage that is made anew is not mapped any more.
template <std::size_t Size>
struct BufferBytes : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static void after(Attempt& attempt, T, const loaders::Value&) {
    if (!attempt.context().group->mappings.empty()) forget_mapping(attempt);
  }
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    return readable(attempt, value, Arg<Size>::count(attempt), 1);
  }
};

// glDrawElements: indices in the element array buffer, or in client memory.
template <std::size_t Count, std::size_t Type>
struct Indices : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kElementArray) != 0) return offset_pointer<T>(value);
    const auto size = index_bytes(static_cast<std::uint32_t>(attempt.arg(Type).u));
    if (size == 0) return nullptr;  // not an index type: GL refuses it before it reads
    return readable(attempt, value, Arg<Count>::count(attempt) * size, size);
  }
};

// glDraw*Indirect: `Bytes` of parameters.
template <std::int64_t Bytes>
struct Indirect : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kDrawIndirect) != 0) return offset_pointer<T>(value);
    return readable(attempt, value, Bytes, 4);
  }
};

template <std::size_t Drawcount, std::size_t Stride, std::int64_t Bytes>
struct MultiIndirect : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kDrawIndirect) != 0) return offset_pointer<T>(value);
    const auto draws = Arg<Drawcount>::count(attempt);
    if (draws == 0) return nullptr;
    const auto stride = std::max(Arg<Stride>::count(attempt), Bytes);
    if (draws > kMaxScratch || stride > kMaxScratch) {
      attempt.skip(Skip::kBadValue);
      return nullptr;
    }
    return readable(attempt, value, (draws - 1) * stride + Bytes, 4);
  }
};

// gl*Pointer: an offset into the array buffer, or an array in client memory. The latter is copied into a buffer of ours, one
// for each slot: GL keeps the pointer for later draws, and a driver checks draws against a buffer's size but not against ours.
template <int Size, int Type, int Stride>
struct ArrayPointer : Policy {
  static constexpr bool kCanSkip = true;
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kArray) != 0) return offset_pointer<T>(value);
    if (!value.is_null()) bind_client_array(attempt, value);
    return nullptr;
  }
  template <class T>
  static void after(Attempt& attempt, T, const loaders::Value&) {
    if (attempt.client_array) unbind_client_array(attempt);
    array_was_set(attempt);
  }
};

}  // namespace replay
