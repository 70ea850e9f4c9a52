// Dispatcher: issues recorded calls against the live driver, one row of a table per GL function.
//
// A row is a function pointer: an instance of invoke<> (dispatch/invoke.h) that turns each argument by its policy, or a
// hand-written handler (handlers/). Rows and handlers reach everything that they need through this object: the function
// table of the current context, the maps from recorded to live names, scratch memory for one call, the counts of skips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glbindings/signature.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"
#include "replay/base/limits.h"
#include "replay/dispatch/gl_errors.h"
#include "replay/dispatch/skips.h"
#include "replay/remap/recorded_context.h"
#include "replay/remap/recorded_driver.h"
#include "replay/remap/recorded_heap.h"
#include "replay/remap/window_system.h"

struct GladGLContext;

namespace replay {

class SelfCheck;

// The driver of the replaying context.
struct DriverInfo {
  std::string renderer, version, vendor;
};

class Dispatcher {
 public:
  using Row = void (*)(Dispatcher&, const loaders::Call&);

  // `functions` is the table of functions that calls refer to. It and `platform` must outlive the dispatcher.
  // WindowSystem explains a null platform.
  Dispatcher(Platform* platform, const loaders::FunctionTable& functions, const WindowSystemOptions& options);

  ~Dispatcher() { current_ = nullptr; }
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // Precondition: the calls of a recording come in their order.
  void issue(const loaders::Call& call) {
    current_ = &call;
    follow_thread(call);
    rows_[static_cast<std::size_t>(call.function)](*this, call);
  }

  // Makes the context current that is current on the call's thread. issue() does this by itself.
  void follow_thread(const loaders::Call& call) {
    if (call.thread != window_system.thread() && !call.is(loaders::kAnyThread)) [[unlikely]]
      switch_thread(call.thread);
  }

  void skip(const loaders::Call& call, Skip reason);

  // The function table of the current context. Without one every entry is null, so the check that each row makes for a
  // missing entry point covers that case too.
  const GladGLContext* gl;
  // The current context of the current thread, or null.
  RecordedContext* context = nullptr;

  GlErrors errors;  // contexts report to it until they are destroyed, so it outlives the world
  const DriverLimits limits;
  WindowSystem window_system;
  RecordedHeap heap;
  loaders::Arena scratch;  // each user resets it at the start of a call
  Skips skips;
  RecordedDriver recorded_driver;
  std::uint64_t vanished_errors = 0;  // recorded errors that no issued or skipped call explains
  SelfCheck* self_check = nullptr;    // not owned; null when recorded checks are not run

  // A row calls this when its function of GL is null.
  void missing(const loaders::Call& call);
  // A row calls this when it needs a context and there is none.
  void without_context(const loaders::Call& call);

  // Throws CannotJudge when the driver says that the current context is lost, so that it draws nothing any more. It
  // costs a query.
  void check_context();

  // To be called after a change of the current context. Updates `gl` and `context` from the window_system.
  void context_changed();

  // The driver of the last context that was current, or nothing before the first one.
  const std::optional<DriverInfo>& driver() const { return driver_; }

  const std::string& recorded_name(const loaders::Call& call) const { return functions_[call.recorded].name; }
  // The call that is being issued, for messages that arrive from the driver meanwhile. It is null before the first
  // call.
  const loaders::Call* current() const { return current_; }

 private:
  // Returns whether a call that cannot be issued did nothing in the recording, because the recorded driver lacked the
  // function.
  bool was_lacked(const loaders::Call& call, Skip reason);
  void switch_thread(std::uint32_t thread);

  const loaders::FunctionTable& functions_;
  const Row* rows_;
  const loaders::Call* current_ = nullptr;
  std::optional<DriverInfo> driver_;
};

// The table of all rows, indexed by FunctionId (handlers/gl_rows.cc).
const Dispatcher::Row* gl_rows();
// The rows that issue() calls: those of gl_rows(), or in a program that checks itself, rows around them
// (checked_rows.cc).
const Dispatcher::Row* issued_rows();

}  // namespace replay
