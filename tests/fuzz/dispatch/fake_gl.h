// FakeGl: a GL that draws nothing and touches exactly the memory that a real one would, Mesa 22.3 where they differ.
// What it keeps (bindings, pixel-store parameters, buffers, arrays, lists) it keeps as GL does: refused calls change
// nothing, and inside glBegin nearly all calls are refused, queries too.
//
// It is a statement of its own about what GL reads: nothing of replay/ is used here.
#pragma once

#include <glad/gl.h>

namespace replay::fake {

// Which GL it claims to be: entry points that the kind lacks are null, what it does not allow is refused.
enum class Kind { kCompatibility, kCore, kEs2, kEs1 };

// The entry points of that kind.
const GladGLContext& table(Kind kind);
// One of them by its name; null: the kind has none.
void* entry(Kind kind, const char* name);

// Contexts, and which of them the calls go to; 0 for none. A context that is deleted takes its share group with it if
// it is the last.
int create_context(Kind kind, int share);
void delete_context(int context);
void make_current(int context);
int current_context();

// The kind of the contexts that the window system makes from now on (fake_video.cc), in the place of what it is asked
// for.
void make_contexts_of(Kind kind);

// Everything is forgotten.
void forget();

}  // namespace replay::fake
