// Finds an EGL display that belongs to no window system.
#pragma once

#include "loaders/base/result.h"
#include "replay/platform/egl_library.h"

namespace replay {

// Returns a display that is initialized: that of the first device (EGL_EXT_platform_device) that can be, otherwise
// Mesa's display without surfaces on a screen, otherwise the default one.
loaders::Result<EGLDisplay> open_egl_display(const EglLibrary& egl);

// Whether the extension is in the list of the display.
bool has_egl_extension(const EglLibrary& egl, EGLDisplay display, const char* name);

}  // namespace replay
