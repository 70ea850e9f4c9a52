// Policies for pointers that GL reads as an offset when a buffer is bound, and for buffer contents.
#pragma once

#include <algorithm>
#include <cstdint>

#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/memory.h"
#include "replay/dispatch/policies/names.h"

namespace replay {

// Returns a pointer argument as an offset into a bound buffer. Recorders write such an offset as a pointer, and 0 as
// null. If a recorder mistook the offset for an address and recorded the memory there, the offset is 0: at any other
// offset the recorder would have crashed.
template <class T>
T offset_pointer(const loaders::Value& value) {
  return reinterpret_cast<T>(value.kind == loaders::ValueKind::kPointer || value.is_integer()
                                 ? static_cast<std::uintptr_t>(value.u)
                                 : std::uintptr_t{0});
}

// Returns whether GL treats a pointer as an offset into the buffer that is bound to `target`. It is for calls that are
// expensive themselves, because it asks the driver unless the bindings that we track say that there is no buffer.
bool takes_offset(CallInProgress& attempt, BufferTarget target);

// Makes the next draw check the arrays of a vertex array object: the one that the call names, or else the current one.
void suspect_arrays(CallInProgress& attempt);

// Notes that the buffer of argument 0, which is a target or a name, is no longer mapped.
void forget_mapping(CallInProgress& attempt);

// Copies an array in client memory into the buffer of its slot and binds that buffer. When the recording lacks the
// array, a buffer takes its place by which fill_empty_arrays() recognizes the loss in a draw. An array that
// fill_empty_arrays() does not check is skipped instead.
void bind_client_array(CallInProgress& attempt, const loaders::Value& value, bool is_checked);
void unbind_client_array(CallInProgress& attempt);
// To be called after a gl*Pointer call. A null pointer leaves an array without storage; the next draw gives it some.
void array_was_set(CallInProgress& attempt);

// The data of glBufferData: the contents, or null for none. Allocating new storage ends a mapping.
template <std::size_t Size>
struct BufferBytes : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static void after(CallInProgress& attempt, T, const loaders::Value&) {
    if (!attempt.context().group->mappings.empty()) forget_mapping(attempt);
  }
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const auto* bytes = value.is_null() ? nullptr : readable(attempt, value, Arg<Size>::count(attempt), 1);
    take_buffer_storage(attempt, Arg<Size>::count(attempt));
    return bytes;
  }
};

// The buffer that stores arrays. When it is 0, the arrays have no storage.
struct ArrayBuffer : BindName<Kind::kBuffer> {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.u == 0) suspect_arrays(attempt);
    return BindName<Kind::kBuffer>::get<T>(attempt, value);
  }
};

// The same for arrays of EXT_direct_state_access. When the buffer is 0, argument Offset would be an address.
template <std::size_t Offset>
struct OffsetBuffer : BindName<Kind::kBuffer> {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    suspect_arrays(attempt);
    if (value.u == 0 && attempt.arg(Offset).u != 0) attempt.skip(Skip::kStrayAddress);
    return BindName<Kind::kBuffer>::get<T>(attempt, value);
  }
};

template <class Length>
struct ArrayBuffers : BindNames<Kind::kBuffer, Length> {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const T live = BindNames<Kind::kBuffer, Length>::template get<T>(attempt, value);
    const auto count = Length::count(attempt);
    if (attempt.ok && (live == nullptr || std::find(live, live + count, 0u) != live + count)) suspect_arrays(attempt);
    return live;
  }
};

// A parameter of a call that enables an array or changes its storage in a way that is not tracked in detail.
struct ArrayChange : Plain {
  static constexpr bool kCanSkip = false;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    suspect_arrays(attempt);
    return Plain::get<T>(attempt, value);
  }
};

// The indices of glDrawElements, in the element array buffer or in client memory.
template <std::size_t Count, std::size_t Type>
struct Indices : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kElementArray) != 0) return offset_pointer<T>(value);
    const auto size = index_bytes(static_cast<std::uint32_t>(attempt.arg(Type).u));
    if (size == 0) return nullptr;  // GL refuses a type that is not an index type before it reads
    return readable(attempt, value, Arg<Count>::count(attempt) * size, size);
  }
};

// Limits the work of an indirect command in client memory. It begins with the numbers of vertices and of instances.
void limit_command(CallInProgress& attempt, const void* command);

// The command of glDraw*Indirect: `Bytes` bytes of parameters.
template <std::int64_t Bytes>
struct Indirect : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kDrawIndirect)) return offset_pointer<T>(value);
    const auto* command = readable(attempt, value, Bytes, 4);
    if (command != nullptr) limit_command(attempt, command);
    return command;
  }
};

template <std::size_t Drawcount, std::size_t Stride, std::int64_t Bytes>
struct MultiIndirect : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kDrawIndirect)) return offset_pointer<T>(value);
    const auto draws = Arg<Drawcount>::count(attempt);
    if (draws == 0) return nullptr;
    const auto stride = std::max(Arg<Stride>::count(attempt), Bytes);
    if (draws > kMaxScratch || stride > kMaxScratch) {
      attempt.skip(Skip::kBadValue);
      return nullptr;
    }
    const auto* commands = readable(attempt, value, (draws - 1) * stride + Bytes, 4);
    for (std::int64_t i = 0; attempt.ok && i < draws; ++i)
      limit_command(attempt, static_cast<const std::byte*>(commands) + i * stride);
    return commands;
  }
};

// The pointer of gl*Pointer: an offset into the array buffer, or an array in client memory. An array in client memory
// is copied into a buffer of its own, because GL keeps the pointer for later draws. A driver checks draws against the
// size of a buffer, but it cannot check the size of client memory.
template <bool IsChecked, int Size, int Type, int Stride>
struct AnyArrayPointer : Policy {
  static constexpr bool kCanSkip = true;
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (attempt.context().bound(BufferTarget::kArray) != 0) return offset_pointer<T>(value);
    if (!value.is_null()) bind_client_array(attempt, value, IsChecked);
    return nullptr;
  }
  template <class T>
  static void after(CallInProgress& attempt, T, const loaders::Value&) {
    if (attempt.client_array) unbind_client_array(attempt);
    array_was_set(attempt);
  }
};
template <int Size, int Type, int Stride>
using ArrayPointer = AnyArrayPointer<true, Size, Type, Stride>;
// For arrays whose storage fill_empty_arrays() does not check.
template <int Size, int Type, int Stride>
using UnseenArrayPointer = AnyArrayPointer<false, Size, Type, Stride>;

}  // namespace replay
