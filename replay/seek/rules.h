// What each GL function means to seeking: may it be left out, and what does it do to what others drew.
//
// To show frame N, calls of earlier frames need not be made when nothing that they do reaches the picture. rules.cc is
// the one list of those that may be left out, with the reason for each; whatever is not in it is made. The rest of the
// list says which calls wipe out or read what was drawn before, because that decides whether it reaches the picture.
// See drawing_history.h for how it is used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "glbindings/function_id.h"

namespace replay {

enum class SeekRole : std::uint8_t {
  kNone,   // has nothing to do with what is in a framebuffer: always made
  kApart,  // the same, and nothing to do with vertex arrays either
  kArray,  // declares a vertex array: left out when it is declared anew before anything that is made can use it

  // May be left out, when what they draw into is dead.
  kDraw,
  kRectangle,  // a primitive in one call
  kBegin,
  kEnd,
  kVertex,        // inside of glBegin and glEnd
  kVertexAttrib,  // inside of glBegin and glEnd its attribute 0 is a vertex, all others are kAttribute
  kDrawPixels,    // (width, height, format, ...)
  kBlit,          // glBlitFramebuffer: reads what the framebuffer bound for reading has, too
  kBlitNamed,     // (read framebuffer, draw framebuffer, ...)
  kClear,         // glClear
  kClearBuffer,   // glClearBuffer*: (buffer, drawbuffer, ...)

  kCallList,  // for which what outlasts the drawing is made: list_effects.h

  // Made always, for a reason beside the framebuffer; and then it draws too.
  kKeptDraw,

  kAttribute,  // sets a current value, and may stand inside of glBegin and glEnd: made always
  kListState,  // made always, and in place of a display list that has it and is left out

  // Read what was drawn.
  kRead,          // of the framebuffer bound for reading
  kReadPixels,    // the same, into client memory unless a pixel pack buffer is bound
  kCopyPixels,    // the same, and draws it: (x, y, width, height, type)
  kCopyImage,     // as kRead, and gives a texture storage
  kReadTextures,  // in another way than by drawing with them
  kUnclear,       // draws, or changes pixels, in a way that nobody has looked into: may read everything

  // Change how the others are to be understood.
  kNewList,
  kEndList,
  kDeleteLists,
  kBindFramebuffer,
  kDeleteFramebuffers,
  kFramebuffer,       // what the one that is bound to the first argument consists of
  kNamedFramebuffer,  // what the one of that name consists of
  kStorage,           // of textures and renderbuffers: another size, or gone
  kBindTexture,       // or say to which unit
  kCreateObjects,     // glCreateTextures and its kin: names that are objects from here on
  kMakesTexture,      // (texture, target, ...): may make one of that target
  kEndsTargets,       // textures can share what they hold: what goes to framebuffer objects is drawn from here on
  kBeginFeedback,     // of transforms: draws between them write buffers
  kBindFeedback,
  kEndFeedback,
  kReadBuffer,
  kRenderMode,
  kBindBuffer,
  kBindBufferTo,  // glBindBufferBase and its kin: (target, ...)
  kShaderWrites,  // from here on shaders can write memory that is no framebuffer
  kShaderReads,   // from here on they can read textures that are not bound
  kBeginQuery,
  kEndQuery,
  kBeginConditional,
  kEndConditional,
  kUsesQueries,  // results of queries become data
  kEndsSeeking,  // after it nobody can tell what a draw reaches
  kNewContext,   // its result is a context
  kChooseApi,    // of contexts that are made from here on
  kNewCanvas,    // as is its first argument
  kBindCanvas,
  kContextState,  // scissor, masks and the like: clear_state.h
};

using SeekRoles = std::array<SeekRole, static_cast<std::size_t>(glbindings::FunctionId::kCount)>;

// By FunctionId.
const SeekRoles& seek_roles();

}  // namespace replay
