// Effects: what each GL function reads and sets, as the table in effects.cc says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "glbindings/function_id.h"
#include "loaders/stream/call.h"

namespace replay {

// What a call does. Most calls do kSet: they set a place of a holder. The others have a function of their own in
// Slicer.
enum class Action : std::uint8_t {
  kOpaque,   // nothing is known of it: it may read and change all state that draws read
  kKept,     // it is always needed
  kNothing,  // it changes nothing that pictures depend on
  kSet,      // sets a place, or a part of it
  kAdd,      // changes a place in a way that depends on what was there
  kDraw,     // draws or clears; the analysis of drawing says whether it is needed
  kBitmap,   // the same, and moves the raster position
  kBegin,
  kEnd,
  kVertex,
  kSelect,  // says which unit, matrix or face later calls are about
  kLoadMatrix,
  kChangeMatrix,
  kPushMatrix,
  kPopMatrix,
  kPushAttrib,
  kPopAttrib,
  kPushClientAttrib,
  kPopClientAttrib,
  kLockArrays,
  kUnlockArrays,
  kCreate,  // gives names to new objects
  kDelete,
  kBindBuffer,
  kBindBufferTo,  // (target, index, buffer, ...)
  kBindTexture,
  kBindUnits,  // (first, count, names), or (unit, name)
  kBindFramebuffer,
  kStoreBuffer,  // gives a buffer its storage
  kWriteBuffer,  // writes a range of a buffer
  kMapBuffer,
  kUnmapBuffer,
  kFlushBuffer,
  kWriteMemory,  // memcpy
  kSetUniform,
  kAskLocation,  // its result is the location of a uniform
  kAttach,       // a shader to a program
  kDetach,       // the same, away from it
  kLink,
  kNewList,
  kEndList,
  kCallList,
  kQuery,      // begins or ends a query
  kReadBack,   // reads pixels into client memory, or into a buffer that is bound for it
  kAskWindow,  // reads what is known of something of the window system
  kMakeImage,  // an EGLImage of a texture or a renderbuffer
  kTakeImage,  // (target, image, ...): the holder gets the pixels of an EGLImage
};

// What has the place.
enum class Holder : std::uint8_t {
  kContext,
  kPixelStore,
  kVertexArray,      // the one that is bound
  kTexture,          // the one that is bound to the target of argument 0
  kRenderbuffer,     // the one that is bound
  kFramebuffer,      // the one that is bound to the target of argument 0
  kDrawFramebuffer,  // the one that is bound for drawing
  kReadFramebuffer,
  kArbProgram,  // the one that is bound to the target of argument 0
  kRaster,      // the raster position of the context
  kNamed,       // the object that the first parameter with an object's name has
};

// A number that another call has chosen, and that belongs to the place's key.
enum class Selector : std::uint8_t { kNone, kTextureUnit, kClientUnit, kMatrixMode, kStencilFace, kCount };

// What the selectors have selected, as values of GL.
using Selected = std::array<std::uint64_t, static_cast<std::size_t>(Selector::kCount)>;

enum Reads : std::uint8_t {
  kReadsPixels = 1,     // how pixels lie in client memory, and how they are transferred
  kReadsModelview = 2,  // the modelview matrix
  kReadsState = 4,      // all that draws read
  kReadsArrayBuffer = 8,
  kReadsHolder = 16,  // all places of the holder
  kReadsQueries = 32,
  // The binding for drawing. Mesa gives a texture another storage when its mipmaps are made, and a framebuffer object
  // that is bound then, and stays bound, keeps the old one. So no other one may be bound than when the program ran.
  kReadsBoundFramebuffer = 64,
};

// The bits of glPushClientAttrib, in the same word as those of glPushAttrib.
inline constexpr std::uint32_t kClientPixels = std::uint32_t{1} << 30, kClientArrays = std::uint32_t{1} << 31;
inline constexpr std::uint32_t kClientAttribs = kClientPixels | kClientArrays;

struct Effect {
  Action action = Action::kOpaque;
  Holder holder = Holder::kContext;
  std::uint64_t place = 0;  // place_key() of the place's name
  Selector by = Selector::kNone;
  std::uint8_t reads = 0;
  std::string_view at = {};    // digits: the arguments that the place's key consists of
  std::string_view part = {};  // digits: the arguments that say which part is set. Empty: the whole place
  std::uint32_t attrib = 0;    // the bits of glPushAttrib and glPushClientAttrib that save the place
};

// By FunctionId.
const Effect& effect_of(glbindings::FunctionId function);

// The key of the place that the call sets, among the places of its holder.
std::uint64_t key_of(const loaders::Call& call, const Effect& effect, const Selected& selected);
// A key of the place and of the arguments that the digits of `at` say, with what a selector has selected.
std::uint64_t key_of(const loaders::Call& call, std::uint64_t place, std::string_view at, std::uint64_t selected = 0);

// The bits of glPushAttrib that save whether the capability is enabled.
std::uint32_t attribs_of_capability(std::uint32_t capability);

}  // namespace replay
