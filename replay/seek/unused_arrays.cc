#include "replay/seek/unused_arrays.h"

#include <algorithm>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

using loaders::Call;
using loaders::Value;

// Returns which array a call declares. For generic attributes the first argument says it.
std::uint64_t array_of(const Call& call) {
  const bool is_generic = std::string_view(glbindings::signature(call.function).name()).starts_with("glVertexAttrib");
  return std::uint64_t{static_cast<std::uint16_t>(call.function)} << 32 |
         (is_generic ? call.args[0].u & 0xffffffff : 0);
}

// Tells whether the call declares memory that the recording holds. Other pointers are offsets into a buffer, or null.
bool declares_memory(const Call& call) {
  return seek_role(call.function) == SeekRole::kArray && call.argc > 0 && call.args[call.argc - 1].has_memory();
}

bool same_form(const Call& a, const Call& b) {
  return a.function == b.function && a.argc == b.argc &&
         std::equal(a.args, a.args + a.argc - 1, b.args,
                    [](const Value& x, const Value& y) { return x.kind == y.kind && x.is_integer() && x.u == y.u; });
}

// Tells whether the call neither uses an array nor changes which array a declaration means.
bool leaves_arrays_alone(SeekRole role, bool dead) {
  switch (role) {
    case SeekRole::kApart:
    case SeekRole::kAttribute:
    case SeekRole::kListState:
    case SeekRole::kViewport:
    case SeekRole::kContextState:
    case SeekRole::kBindTexture:
    case SeekRole::kUseProgram:
    case SeekRole::kBindBuffer:
    case SeekRole::kClear: return true;
    case SeekRole::kDraw: return dead;
    case SeekRole::kRectangle: return true;
    default: return false;
  }
}

}  // namespace

void UnusedArrays::find(const loaders::Batch& batch, std::span<const std::uint8_t> dead) {
  any_ = false;
  if (std::none_of(batch.calls.begin(), batch.calls.end(), declares_memory)) return;  // as in most recordings
  next_.clear();
  unused_.assign(batch.calls.size(), false);
  for (std::size_t i = batch.calls.size(); i-- > 0;) follow(batch.calls[i], i, dead[i] != 0);
}

void UnusedArrays::follow(const Call& call, std::size_t index, bool dead) {
  constexpr std::uint16_t kOdd = loaders::kDerived | loaders::kIncomplete | loaders::kEndsFrame;
  if ((call.flags & kOdd) != 0 || call.thread != thread_) next_.clear();
  thread_ = call.thread;
  if ((call.flags & kOdd) != 0) return;
  if (declares_memory(call)) declare(call, index);
  else if (!leaves_arrays_alone(seek_role(call.function), dead)) next_.clear();
}

void UnusedArrays::declare(const Call& call, std::size_t index) {
  const Call*& next = next_[array_of(call)];
  if (next != nullptr && same_form(call, *next)) any_ = unused_[index] = true;
  next = &call;
}

}  // namespace replay
