// Sizes of drawables that formats and loaders add to the window system's calls.
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {

// The size of the drawable that is current on the thread, or (-1, -1) when the program had none.
void wip15_drawable_size(Dispatcher& d, const Call& call) {
  Drawable* drawable = d.window_system.current_drawable();
  if (drawable != nullptr && i32(call, 0) > 0 && i32(call, 1) > 0)
    d.window_system.set_size(*drawable, i32(call, 0), i32(call, 1));
}

void replay_drawable_size(Dispatcher& d, const Call& call) {
  Drawable* drawable =
      call.args[0].u != 0 ? d.window_system.drawable(call.args[0].u) : d.window_system.current_drawable();
  if (drawable == nullptr) return d.skip(call, Skip::kBadValue);
  if (i32(call, 1) > 0 && i32(call, 2) > 0) d.window_system.set_size(*drawable, i32(call, 1), i32(call, 2));
}

void replay_frame_end(Dispatcher& d, const Call&) {
  if (Drawable* drawable = d.window_system.current_drawable()) d.window_system.swap(*drawable);
}

}  // namespace replay::handlers
