// Policies for pointers that GL reads as an offset when a buffer is bound, and for buffer contents.
#pragma once

#include <algorithm>
#include <cstdint>

#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/memory.h"
#include "replay/dispatch/policies/names.h"

namespace replay {

// An offset into a bound buffer. Recorders write it as a pointer, 0 as null, and a recorder that took the offset for an
// address wrote the memory there: the program can only have passed 0 then, or it would have crashed.
template <class T>
T offset_pointer(const loaders::Value& value) {
  return reinterpret_cast<T>(value.kind == loaders::ValueKind::kPointer || value.is_integer()
                                 ? static_cast<std::uintptr_t>(value.u)
                                 : std::uintptr_t{0});
}

// Whether GL takes a pointer for an offset into the buffer that is bound there. This is for calls that are expensive themselves: the
// driver is asked, unless the bindings that we follow already say that there is no buffer.
bool takes_offset(Attempt& attempt, BufferTarget target);

// The arrays of the vertex array object that the call names, else of the current one, are looked at before the next draw.
void suspect_arrays(Attempt& attempt);

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
    const auto* bytes = value.is_null() ? nullptr : readable(attempt, value, Arg<Size>::count(attempt), 1);
    take_buffer_storage(attempt, Arg<Size>::count(attempt));
    return bytes;
  }
};

// The buffer that arrays take their storage from; without one they have none.
struct ArrayBuffer : BindName<Kind::kBuffer> {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (value.u == 0) suspect_arrays(attempt);
    return BindName<Kind::kBuffer>::get<T>(attempt, value);
  }
};

// The same for arrays of EXT_direct_state_access: argument Offset would be an address where there is no buffer.
template <std::size_t Offset>
struct OffsetBuffer : BindName<Kind::kBuffer> {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    suspect_arrays(attempt);
    if (value.u == 0 && attempt.arg(Offset).u != 0) attempt.skip(Skip::kStrayAddress);
    return BindName<Kind::kBuffer>::get<T>(attempt, value);
  }
};

template <class Length>
struct ArrayBuffers : BindNames<Kind::kBuffer, Length> {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const T live = BindNames<Kind::kBuffer, Length>::template get<T>(attempt, value);
    const auto count = Length::count(attempt);
    if (attempt.ok && (live == nullptr || std::find(live, live + count, 0u) != live + count)) suspect_arrays(attempt);
    return live;
  }
};

// Parameters of calls that enable arrays, or give them other storage, in ways that are not followed one by one.
struct ArrayChange : Plain {
  static constexpr bool kCanSkip = false;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    suspect_arrays(attempt);
    return Plain::get<T>(attempt, value);
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

// A command in client memory begins with a number of vertices and one of instances.
void limit_command(Attempt& attempt, const void* command);

// glDraw*Indirect: `Bytes` of parameters.
template <std::int64_t Bytes>
struct Indirect : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kDrawIndirect)) return offset_pointer<T>(value);
    const auto* command = readable(attempt, value, Bytes, 4);
    if (command != nullptr) limit_command(attempt, command);
    return command;
  }
};

template <std::size_t Drawcount, std::size_t Stride, std::int64_t Bytes>
struct MultiIndirect : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kDrawIndirect)) return offset_pointer<T>(value);
    const auto draws = Arg<Drawcount>::count(attempt);
    if (draws == 0) return nullptr;
    const auto stride = std::max(Arg<Stride>::count(attempt), Bytes);
    if (draws > kMaxScratch || stride > kMaxScratch) {
      attempt.skip(Skip::kBadValue);
      return nullptr;
    }
    const auto* commands = readable(attempt, value, (draws - 1) * stride + Bytes, 4);
    for (std::int64_t i = 0; attempt.ok && i < draws; ++i) limit_command(attempt, static_cast<const std::byte*>(commands) + i * stride);
    return commands;
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
