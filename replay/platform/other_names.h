// Functions that have two names. Handlers and readers ask for glBindFramebuffer; OpenGL ES 1.1 has only
// glBindFramebufferOES, of GL_OES_framebuffer_object. A recording of ES 2 asks for glBlitFramebufferANGLE; a driver of
// ES 3 has only glBlitFramebuffer.
#pragma once

struct GladGLContext;

namespace replay {

// Fills each entry that is null with the function that does the same under another name. glad does this by itself where
// the registry calls two names aliases. The registry does not for the names here: their specifications differ in small
// permissions.
void fill_other_names(GladGLContext& table);

}  // namespace replay
