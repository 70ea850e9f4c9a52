// Entry points that a context has under the name of an extension only: OpenGL ES 1.1 has the framebuffers of
// GL_OES_framebuffer_object, but no glBindFramebuffer.
#pragma once

struct GladGLContext;

namespace replay {

// Fills entries that are null with those that an extension gives another name and nothing else: handlers and readers ask for the
// core name only. glad knows other names where the registry calls them aliases, which it does not do for these, as their specifications
// let driver and program do a little more or less.
void fill_other_names(GladGLContext& table);

}  // namespace replay
