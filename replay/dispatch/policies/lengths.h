// Lengths: how many elements GL reads or writes through a pointer, according to the registry's len= expressions. Their
// template arguments are argument positions. GL refuses a negative length and reads nothing, so it counts as 0.
#pragma once

#include <algorithm>
#include <cstdint>

#include "replay/dispatch/call_in_progress.h"
#include "replay/dispatch/pixel_size.h"

namespace replay {

// No GL call transfers more than this many elements. The limit keeps products below 63 bits.
inline constexpr std::int64_t kMaxLength = std::int64_t{1} << 40;

constexpr std::int64_t clamp_length(std::int64_t length) { return std::clamp<std::int64_t>(length, 0, kMaxLength); }

template <std::int64_t N>
struct Fixed {
  static std::int64_t count(const CallInProgress&) { return N; }
};

template <std::size_t I>
struct Arg {
  static std::int64_t count(const CallInProgress& attempt) { return clamp_length(attempt.arg(I).i); }
};

template <std::size_t I, std::int64_t N>
struct ArgTimes {
  static std::int64_t count(const CallInProgress& attempt) { return Arg<I>::count(attempt) * N; }
};

template <std::size_t I, std::int64_t N>
struct ArgOver {
  static std::int64_t count(const CallInProgress& attempt) { return Arg<I>::count(attempt) / N; }
};

template <std::size_t I, std::size_t J>
struct Product {
  static std::int64_t count(const CallInProgress& attempt) {
    const auto product = static_cast<double>(Arg<I>::count(attempt)) * static_cast<double>(Arg<J>::count(attempt));
    return product > static_cast<double>(kMaxLength) ? kMaxLength : static_cast<std::int64_t>(product);
  }
};

// The size in bytes of I values whose type is argument Type (glPathCoordsNV).
template <std::size_t I, std::size_t Type>
struct Typed {
  static std::int64_t count(const CallInProgress& attempt) {
    return Arg<I>::count(attempt) * scalar_bytes(static_cast<std::uint32_t>(attempt.arg(Type).u));
  }
};

}  // namespace replay
