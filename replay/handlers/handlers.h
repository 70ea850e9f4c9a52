// Hand-written rows of the dispatch table, for functions that cannot be described parameter by parameter. There is
// one file for each family. glbindings/rules_hand.py lists the functions; the generated rows declare the handlers.
#pragma once

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

#define REPLAY_ROW(...)
#define REPLAY_IGNORED(...)
#define REPLAY_UNSUPPORTED(...)
#define REPLAY_HAND(function, handler, numbers) void handler(Dispatcher&, const loaders::Call&);
#include "glbindings/gl_rows.inc"
#undef REPLAY_ROW
#undef REPLAY_IGNORED
#undef REPLAY_UNSUPPORTED
#undef REPLAY_HAND

}  // namespace replay::handlers
