// Policies for pointers to client memory. Before GL gets a pointer, the amount that GL will read is compared to the
// amount that the recording has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "replay/dispatch/policies/lengths.h"
#include "replay/dispatch/policies/scalars.h"

namespace replay {

// The most scratch memory for one call, in bytes. Only a damaged file needs more.
inline constexpr std::int64_t kMaxScratch = std::int64_t{256} << 20;

template <class T>
using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;

template <class E>
constexpr std::size_t element_size() {
  if constexpr (std::is_void_v<E>) return 1;
  else return sizeof(E);
}

// Returns memory of which GL may read `bytes`, aligned to `alignment`. When the recording does not have as much, it
// skips the call and returns null.
const void* readable(CallInProgress& attempt, const loaders::Value& recorded, std::int64_t bytes,
                     std::size_t alignment);

// Returns `bytes` of zeroed scratch memory. When that is more than kMaxScratch, it skips the call and returns null.
std::byte* zeroed(CallInProgress& attempt, std::int64_t bytes);

// Returns a pointer to a number that was recorded as a plain value. Some recorders do so when GL has a pointer to one
// number.
template <class E>
const E* single(CallInProgress& attempt, const loaders::Value& value) {
  auto* element = attempt.scratch<E>(1);
  if (value.kind == loaders::ValueKind::kF32) *element = static_cast<E>(value.f);
  else if (value.kind == loaders::ValueKind::kF64) *element = static_cast<E>(value.d);
  else if (value.kind == loaders::ValueKind::kSint) *element = static_cast<E>(value.i);
  else *element = static_cast<E>(value.u);
  return element;
}

constexpr bool is_number(const loaders::Value& value) {
  using loaders::ValueKind;
  return value.kind == ValueKind::kUint || value.kind == ValueKind::kSint || value.kind == ValueKind::kF32 ||
         value.kind == ValueKind::kF64;
}

// `Length` elements of the parameter's own type.
template <class Length>
struct In : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    using E = Pointee<T>;
    const auto count = Length::count(attempt);
    if constexpr (std::is_arithmetic_v<E>) {
      if (is_number(value) && count <= 1) return single<E>(attempt, value);
    }
    constexpr auto kSize = element_size<E>();
    return static_cast<T>(readable(attempt, value, count * static_cast<std::int64_t>(kSize), kSize));
  }
};

template <class Length>
using InBytes = In<Length>;

// As many values as a pname needs (glTexParameteriv). GL reads at most 16; values that the recording lacks are zero.
struct ParamValues : ScratchPolicy {
  static constexpr std::size_t kMax = 16;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    using E = Pointee<T>;
    if (is_number(value)) {
      auto* padded = attempt.scratch<E>(kMax);
      std::fill_n(padded, kMax, E{});
      padded[0] = *single<E>(attempt, value);
      return padded;
    }
    if (!value.has_memory() || value.elem == loaders::Elem::kValue) {
      attempt.skip(value.kind == loaders::ValueKind::kPointer ? Skip::kStrayAddress : Skip::kNoData);
      return nullptr;
    }
    auto* padded = attempt.scratch<E>(kMax);
    std::fill_n(padded, kMax, E{});
    std::memcpy(padded, value.p, std::min(value.byte_size(), kMax * sizeof(E)));
    return padded;
  }
};

// An attribute list: pairs that end with 0, or null when there are none.
struct AttributeList : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    const auto list = value.array<Pointee<T>>();
    if (!list.empty() && list.size() % 2 == 1 && list.back() == 0) return list.data();
    attempt.skip(Skip::kNoData);
    return nullptr;
  }
};

struct String : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.kind == loaders::ValueKind::kString) return static_cast<T>(value.p);
    attempt.skip(Skip::kNoData);
    return nullptr;
  }
};

// Returns an array of `count` C strings in scratch memory, or skips the call and returns null. A recorded null
// pointer among them becomes an empty string.
const char** c_strings(CallInProgress& attempt, const loaders::Value& value, std::int64_t count);

template <class Length>
struct Strings : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    return const_cast<T>(c_strings(attempt, value, Length::count(attempt)));
  }
};

// The length of the string in argument Text, which is never more than was recorded. A negative length means "up to
// the NUL".
template <std::size_t Text>
struct LengthOf : Policy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const auto recorded = static_cast<std::int64_t>(attempt.arg(Text).text().size());
    return static_cast<T>(std::min(value.i, recorded));
  }
};

// Memory for output of GL that the replay does not need.
template <class Length>
struct Out : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value&) {
    constexpr auto kSize = static_cast<std::int64_t>(element_size<Pointee<T>>());
    return reinterpret_cast<T>(zeroed(attempt, Length::count(attempt) * kSize));
  }
};

// Memory for the answer to a pname. The longest answers have a few dozen values.
struct OutParams : Out<Fixed<4096>> {};

}  // namespace replay
