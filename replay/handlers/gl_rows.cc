// The dispatch table. It has a row for every function with a FunctionId, from the generated list of rows.
#include <glad/gl.h>

#include <array>

#include "replay/dispatch/invoke.h"
#include "replay/dispatch/policies/policies.h"
#include "replay/handlers/handlers.h"

namespace replay {
namespace {

using glbindings::FunctionId;

void unknown(Dispatcher& dispatcher, const loaders::Call& call) { dispatcher.skip(call, Skip::kUnknownFunction); }
void unsupported(Dispatcher& dispatcher, const loaders::Call& call) { dispatcher.skip(call, Skip::kUnsupported); }
void ignored(Dispatcher&, const loaders::Call&) {}

// Calls a handler after checking that the parameters that should be numbers are numbers. `Numbers` has a bit for each
// of them.
template <Dispatcher::Row Handler, unsigned Numbers>
void by_hand(Dispatcher& dispatcher, const loaders::Call& call) {
  unsigned kinds = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if ((Numbers >> i & 1) != 0) kinds |= static_cast<unsigned>(call.args[i].kind);
  }
  if ((kinds & loaders::kNonNumericBit) != 0) [[unlikely]]
    return dispatcher.skip(call, Skip::kBadValue);
  Handler(dispatcher, call);
}

constexpr std::size_t index(FunctionId function) { return static_cast<std::size_t>(function); }

constexpr auto make_rows() {
  std::array<Dispatcher::Row, index(FunctionId::kCount)> rows{};
  rows.fill(&unknown);
#define REPLAY_ROW(function, entry, ...) \
  rows[index(FunctionId::function)] = &invoke<decltype(GladGLContext::entry), __VA_ARGS__>;
#define REPLAY_HAND(function, handler, numbers) \
  rows[index(FunctionId::function)] = &by_hand<&handlers::handler, numbers>;
#define REPLAY_IGNORED(function) rows[index(FunctionId::function)] = &ignored;
#define REPLAY_UNSUPPORTED(function) rows[index(FunctionId::function)] = &unsupported;
#include "glbindings/gl_rows.inc"
#undef REPLAY_ROW
#undef REPLAY_HAND
#undef REPLAY_IGNORED
#undef REPLAY_UNSUPPORTED
  return rows;
}

constexpr auto kRows = make_rows();

}  // namespace

const Dispatcher::Row* gl_rows() { return kRows.data(); }

}  // namespace replay
