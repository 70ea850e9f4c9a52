// A swap makes a window's back buffer undefined, but a canvas with preserveDrawingBuffer keeps its contents.
#pragma once

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

// Precondition: the drawable has a window without samples.
void swap_and_keep(Dispatcher& dispatcher, Drawable& drawable);

}  // namespace replay::handlers
