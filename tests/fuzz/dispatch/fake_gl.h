// FakeGl: a GL that draws nothing and touches exactly the memory that a real one would, Mesa 22.3 where they differ. What it
// keeps (bindings, pixel-store parameters, buffers, arrays, lists) it keeps as GL does: refused calls change nothing, and inside
// glBegin nearly all calls are refused, queries too.
//
// It is a statement of its own about what GL reads: nothing of replay/ is used here.
#pragma once

#include <glad/gl.h>

namespace replay::fake {

// Which GL it claims to be: entry points that the kind lacks are null, what it does not allow is refused.
enum class Kind { kCompatibility, kCore, kEs2, kEs1 };

// Everything is forgotten: a new context, with a table for it.
GladGLContext make(Kind kind);
void forget();

}  // namespace replay::fake
