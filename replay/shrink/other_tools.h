// What other replayers need so that they show a fault as well. Those of apitrace give a window its size at the end of a
// frame, and show garbage where nothing was drawn; in a window of ours such pixels are 0 from the beginning.
#pragma once

#include "replay/shrink/dependencies.h"
#include "replay/shrink/search.h"

namespace replay {

// Takes back the end of the frame before the first draw and the clear before it, where the recording has them and the
// fault still shows.
void keep_for_other_tools(const StoredRecording& recording, const Dependencies& dependencies, ShrinkSearch& search);

}  // namespace replay
