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
#include "replay/dispatch/skips.h"
#include "replay/dispatch/gl_errors.h"
#include "replay/remap/recorded_context.h"
#include "replay/remap/recorded_driver.h"
#include "replay/remap/recorded_heap.h"
#include "replay/remap/world.h"

struct GladGLContext;

namespace replay {

class SelfCheck;

// Who draws: of the replaying context.
struct DriverInfo {
  std::string renderer, version, vendor;
};

class Dispatcher {
 public:
  using Row = void (*)(Dispatcher&, const loaders::Call&);

  // `functions` names what calls refer to; it and `platform` must outlive the dispatcher. See World for a null platform.
  Dispatcher(Platform* platform, const loaders::FunctionTable& functions, const WorldOptions& options);

  ~Dispatcher() { current_ = nullptr; }
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // Precondition: the calls of a recording in their order.
  void issue(const loaders::Call& call) {
    current_ = &call;
    follow_thread(call);
    rows_[static_cast<std::size_t>(call.function)](*this, call);
  }

  // Makes current what is current on the call's thread. issue() does it by itself.
  void follow_thread(const loaders::Call& call) {
    if (call.thread != world.thread() && !call.is(loaders::kAnyThread)) [[unlikely]] switch_thread(call.thread);
  }

  void skip(const loaders::Call& call, Skip reason);

  // The function table of the current context. Without one every entry is null, so the check that each row makes for a
  // missing entry point covers that case too.
  const GladGLContext* gl;
  // The current context of the current thread, or null.
  RecordedContext* context = nullptr;

  GlErrors errors;  // contexts report to it until they are gone, so it outlives the world
  const DriverLimits limits;
  World world;
  RecordedHeap heap;
  loaders::Arena scratch;  // reset by whoever uses it, at the start of a call
  Skips skips;
  RecordedDriver recorded_driver;
  std::uint64_t vanished_errors = 0;  // recorded ones that neither a call which was made nor one which was not explains
  SelfCheck* self_check = nullptr;  // not owned; null: recorded checks are not run

  // What a row calls when its entry point is null.
  void missing(const loaders::Call& call);
  // The same where it needs a context and there is none.
  void without_context(const loaders::Call& call);

  // Throws CannotJudge when the driver says that the current context is lost: it draws nothing any more. Costs a query.
  void check_context();

  // After a change of current context: brings `gl` and `context` in line with the world.
  void context_changed();

  // The driver of the last context that was current; nothing before the first.
  const std::optional<DriverInfo>& driver() const { return driver_; }

  const std::string& recorded_name(const loaders::Call& call) const { return functions_[call.recorded].name; }
  // The call being issued, for messages that arrive from the driver meanwhile; null before the first.
  const loaders::Call* current() const { return current_; }

 private:
  // Whether a call that cannot be made here did nothing when it was recorded, for there was no such function.
  bool was_lacked(const loaders::Call& call, Skip reason);
  void switch_thread(std::uint32_t thread);

  const loaders::FunctionTable& functions_;
  const Row* rows_;
  const loaders::Call* current_ = nullptr;
  std::optional<DriverInfo> driver_;
};

// The table of all rows, indexed by FunctionId (handlers/gl_rows.cc).
const Dispatcher::Row* gl_rows();
// What issue() calls: those rows, or in programs that check the replayer rows around them (dispatch/checked_rows.cc).
const Dispatcher::Row* issued_rows();

}  // namespace replay
