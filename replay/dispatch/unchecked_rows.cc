// The rows as the dispatcher issues them. A program that is linked with checked_rows.cc takes its rows from there
// instead.
#include "replay/dispatch/dispatcher.h"

namespace replay {

const Dispatcher::Row* issued_rows() { return gl_rows(); }

}  // namespace replay
