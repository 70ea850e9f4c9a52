// Functions that have two names. OpenGL ES 1.1 has the framebuffers of GL_OES_framebuffer_object, but no glBindFramebuffer, which is what
// handlers and readers ask for. And a driver of ES 3 has no glBlitFramebufferANGLE, but can do what a recording of ES 2 asks of it.
#pragma once

struct GladGLContext;

namespace replay {

// Fills entries that are null with those that have another name and do nothing else. glad knows other names where the registry calls
// them aliases, which it does not do for these: their specifications let driver and program do a little more or less.
void fill_other_names(GladGLContext& table);

}  // namespace replay
