// Seek rules: what each GL function means to seeking. May it be left out, and what does it do to pixels that others
// drew?
//
// To show frame N, calls of earlier frames need not be made when nothing that they do reaches the picture. rules.cc is
// the one list of those that may be left out, with the reason for each; whatever is not in it is made. The rest of the
// list says which calls kill or use what was drawn before, because that decides whether it reaches the picture.
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

  // These may be left out when what they draw into is dead.
  kDraw,
  kRectangle,  // a primitive in one call
  kBegin,
  kEnd,
  kVertex,        // inside of glBegin and glEnd
  kVertexAttrib,  // inside of glBegin and glEnd its attribute 0 is a vertex, all others are kAttribute
  kDrawPixels,    // (width, height, format, ...)
  kBitmap,        // if the raster position is set again before anything else reads it
  kBlit,          // glBlitFramebuffer: reads what the framebuffer bound for reading has, too
  kBlitNamed,     // (read framebuffer, draw framebuffer, ...)
  kClear,         // glClear
  kClearBuffer,   // glClearBuffer*: (buffer, drawbuffer, ...)

  kCallList,  // for which what outlasts the drawing is made: list_effects.h

  kAttribute,  // sets a current value, and may stand inside of glBegin and glEnd: made always
  kListState,  // made always, and also when a display list that holds it is left out
  kViewport,   // the same; and says which part of a surface polygons reach

  // These read what was drawn.
  kRead,           // reads the framebuffer that is bound for reading
  kReadPixels,     // the same, into client memory unless a pixel pack buffer is bound
  kCopyPixels,     // the same, and draws it: (x, y, width, height, type)
  kCopyImage,      // as kRead, and gives a texture storage
  kReadTextures,   // in another way than by drawing with them
  kCopyToTexture,  // glCopyTexSubImage2D: reads as kRead does, and draws what it read into the texture that is bound
  kCopyBetween,    // glCopyImageSubData: the same, from one texture that it names to another
  kMakeMipmaps,    // (target): reads the first level of a texture and makes the others; left out when these are dead
  kMakeMipmapsOf,  // (texture): the same
  kUnclear,        // draws or changes pixels in a way that is not followed, and may read everything

  // These change how the others are to be understood.
  kNewList,
  kEndList,
  kDeleteLists,
  kBindFramebuffer,
  kDeleteFramebuffers,
  kFramebuffer,       // changes the framebuffer that is bound to the first argument
  kNamedFramebuffer,  // changes the framebuffer that the first argument names
  kStorage,           // textures or renderbuffers get another size, or are deleted
  kBindTexture,       // binds a texture, or says to which unit
  kUseProgram,        // (program): makes it current, in a display list too
  kProgram,           // says which units programs sample
  kCreateObjects,     // glCreateTextures and its kind: their names are objects from here on
  kMakesTexture,      // (texture, target, ...): may make one of that target
  kTextureParameter,  // may choose which levels a mipmap has
  kEndsTargets,       // textures can share storage from here on: all draws into framebuffer objects are made
  kBeginFeedback,     // transform feedback: draws until its end write buffers
  kBindFeedback,
  kEndFeedback,
  kReadBuffer,
  kRenderMode,
  kBindBuffer,
  kBindBufferTo,  // glBindBufferBase and its kind: (target, ...)
  kBindImage,     // from here on shaders can write to a texture
  kShaderWrites,  // the same, and nothing tells to which memory
  kShaderReads,   // from here on they can read textures that are not bound
  kBeginQuery,
  kEndQuery,
  kBeginConditional,
  kEndConditional,
  kUsesQueries,  // results of queries become data
  kEndsSeeking,  // after it one cannot tell what a draw reaches
  kNewContext,   // its result is a context
  kChooseApi,    // says which API contexts have that are made from here on
  kNewCanvas,    // its first argument is one
  kBindCanvas,
  kContextState,  // scissor, masks and the like: clear_state.h
};

using SeekRoles = std::array<SeekRole, static_cast<std::size_t>(glbindings::FunctionId::kCount)>;

// By FunctionId.
const SeekRoles& seek_roles();
inline SeekRole seek_role(glbindings::FunctionId function) { return seek_roles()[static_cast<std::size_t>(function)]; }

}  // namespace replay
