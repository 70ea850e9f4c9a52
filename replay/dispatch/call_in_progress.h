// CallInProgress: one call on its way to GL. Policies read the other arguments from it, and tell it when the call must
// not be issued.
#pragma once

#include <cstddef>
#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay {

struct CallInProgress {
  Dispatcher& dispatcher;
  const loaders::Call& call;
  bool ok = true;
  bool client_array = false;  // client memory was copied into a buffer, which is bound during the call

  const loaders::Value& arg(std::size_t index) const { return call.args[index]; }
  RecordedContext& context() const { return *dispatcher.context; }

  // Says that the call must not be issued. The first reason counts.
  void skip(Skip reason) {
    if (ok) dispatcher.skip(call, reason);
    ok = false;
  }

  // Says that the call must not be issued, and that nothing is lost by that.
  void leave_out() { ok = false; }

  template <class T>
  T* scratch(std::size_t count) {
    return dispatcher.scratch.allocate_array<T>(count);
  }
};

}  // namespace replay
