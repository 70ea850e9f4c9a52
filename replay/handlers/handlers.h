// Hand-written rows of the dispatch table: functions whose behaviour does not follow from their parameters one by one.
// One file per family; which function comes here is said in glbindings/rules.py, whose generated rows declare the handlers.
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
