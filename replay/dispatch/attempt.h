// Attempt: one call on its way to GL. Policies ask it for the other arguments, and tell it when the call must not be made.
#pragma once

#include <cstddef>
#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay {

struct Attempt {
  Dispatcher& dispatcher;
  const loaders::Call& call;
  bool ok = true;
  bool client_array = false;  // an array pointer was brought into a buffer of ours, which is bound until GL has it

  const loaders::Value& arg(std::size_t index) const { return call.args[index]; }
  RecordedContext& context() const { return *dispatcher.context; }

  // The call is not made; the first reason counts.
  void skip(Skip reason) {
    if (ok) dispatcher.skip(call, reason);
    ok = false;
  }

  // The call is not made, and nothing is lost by that.
  void leave_out() { ok = false; }

  template <class T>
  T* scratch(std::size_t count) {
    return dispatcher.scratch.allocate_array<T>(count);
  }
};

}  // namespace replay
