// Policies for parameters that are passed by value.
#pragma once

#include <type_traits>

#include "replay/dispatch/call_in_progress.h"

namespace replay {

// The properties that most policies have. A policy overrides those that differ.
struct Policy {
  static constexpr bool kCanSkip = false;   // get() may call CallInProgress::skip
  static constexpr bool kHasAfter = false;  // after(attempt, live, value) runs when GL has returned
  static constexpr bool kUsesScratch = false;
};

// The properties of policies for memory.
struct ScratchPolicy : Policy {
  static constexpr bool kCanSkip = true;
  static constexpr bool kUsesScratch = true;
};

// The number as it was recorded.
struct Plain : Policy {
  template <class T>
  static T get(CallInProgress&, const loaders::Value& value) {
    if constexpr (std::is_same_v<T, float>) return value.f;
    else if constexpr (std::is_same_v<T, double>) return value.d;
    else return static_cast<T>(value.u);  // the loader widened it in two's complement, so truncation is exact
  }
};

// A pointer parameter for which GL always gets null.
struct Null : Policy {
  template <class T>
  static T get(CallInProgress&, const loaders::Value&) {
    return nullptr;
  }
};

// Results that nothing depends on.
struct Ignored {
  template <class T>
  static void after(CallInProgress&, T) {}
};

}  // namespace replay
