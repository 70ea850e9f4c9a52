// What a call that ends a frame shows.
#pragma once

#include "replay/dispatch/dispatcher.h"

namespace replay {

// The drawable that this swap presents; the current one for calls that do not name it; null when there is none.
Drawable* swapped_drawable(Dispatcher& dispatcher, const loaders::Call& call);

}  // namespace replay
