// Call: one recorded call of a function, whatever file format it came from.
#pragma once

#include <cstdint>
#include <span>

#include "glbindings/function_id.h"
#include "loaders/stream/value.h"

namespace loaders {

enum CallFlag : std::uint16_t {
  kEndsFrame = 1 << 0,   // a swap: the last call of its frame
  kIncomplete = 1 << 1,  // entered but never left; results are absent
  kFake = 1 << 2,        // the tracer wrote it, the program did not call it; it has a number of its own
  // The loader made it from what the file says beside the calls (WIP15 extras). It has the number of the call that it
  // belongs to. It is no call of the recording and is not counted as one.
  kDerived = 1 << 3,
  kTimed = 1 << 4,         // the recording says when the call was made: see Call::time()
  kAnyThread = 1 << 5,     // the current context does not depend on the thread (WTF)
  kLastOfThread = 1 << 6,  // of incomplete calls: the recording of their thread ends in them
};

// A call and its arguments live in a Batch. `args` holds `argc` arguments: never fewer than the GL function has; those
// that the recording lacks are null. When has_result is set, the result follows them.
struct Call {
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;
  std::uint16_t flags = 0;
  std::uint32_t thread = 0;
  std::uint64_t number = 0;  // counted from 0, as the format's own tools do
  const Value* args = nullptr;
  std::uint8_t argc = 0;
  std::uint8_t has_result = 0;
  std::uint16_t context = 0;   // in formats that name the context in each call (WTF), otherwise 0
  std::uint32_t recorded = 0;  // index into CallSource::functions(): the function as the file declares it

  bool is(CallFlag flag) const { return (flags & flag) != 0; }
  std::span<const Value> arguments() const { return {args, argc}; }
  const Value* result() const { return has_result ? args + argc : nullptr; }
  // The time of the call, in microseconds of the recording's own clock (signed): one more value, after arguments and
  // result. Its aux says in how many calls the call was nested, in formats that record callers as well (WTF scopes).
  // nullptr when it is not known.
  const Value* time() const { return is(kTimed) ? args + argc + has_result : nullptr; }
};
static_assert(sizeof(Call) == 32);

}  // namespace loaders
