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

// glBufferData: contents, or null for none.
template <std::size_t Size>
struct BufferBytes : ScratchPolicy {
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

// gl*Pointer: an offset into the array buffer. Arrays in client memory need the extent of each draw; they are not replayed
// from here, and a bare address never is.
template <int Size, int Type, int Stride>
struct ArrayPointer : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kArray) != 0) return offset_pointer<T>(value);
    if (!value.is_null()) attempt.skip(Skip::kNoData);
    return nullptr;
  }
};

}  // namespace replay
