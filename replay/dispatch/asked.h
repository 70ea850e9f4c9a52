// Queries of the driver's state. A file decides which calls are made, and GL decides which of them it accepts. State
// that decides the meaning of a pointer is tracked only when GL cannot have refused the call; otherwise the driver is
// asked here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// Returns whether GL is between glBegin and glEnd, where it refuses nearly every call and every query. It costs a
// query after a recorded glBegin, or a display list that may contain one, was executed. Before that it costs nothing.
bool is_inside_begin(Dispatcher& d);

// Returns the driver's value of an integer state. Returns nothing inside glBegin and in contexts that lack the name.
// An error that a recorded call left is kept for the recorded glGetError; an error of the query itself is removed.
std::optional<std::int32_t> asked(Dispatcher& d, std::uint32_t name);

// Makes the query only; it is for use while errors are muted. Returns nothing when the driver refuses the query.
std::optional<std::int32_t> answer_to(const GladGLContext& gl, std::uint32_t name);

// Like answer_to(), for names that every driver of the context's version has. Returns 0 when the driver lacks the
// name. GL's error is not removed.
std::int32_t integer(const GladGLContext& gl, std::uint32_t name);

// Removes the errors of queries that the context refused. Returns whether there were any.
bool had_error(const GladGLContext& gl);

// The next two make queries only, as answer_to() does, and a name that the context lacks is none that is on or has a
// value. The error of that is removed.
bool is_on(const GladGLContext& gl, std::uint32_t capability);
bool is_among(const GladGLContext& gl, std::uint32_t name, std::initializer_list<std::uint32_t> values);

// Returns whether the driver has exactly this value. Tests whose fake GL has no queries get true.
bool driver_has(Dispatcher& d, std::uint32_t name, std::uint32_t value);

// Returns whether the driver says that the buffer with this live name is bound to `target`.
bool is_bound(Dispatcher& d, BufferTarget target, std::uint32_t live);

// To be called after calls whose changes are not tracked in detail (such as glPopClientAttrib). Asks for all
// bindings, the vertex array, the client's texture unit and the pixel-store parameters. State that the driver does
// not report stays as it is.
void learn_state(Dispatcher& d);

// To be called after a display list was executed or compiled to its end, because lists can contain glBegin and
// glUseProgram.
void learn_after_list(Dispatcher& d);

// Asks for all pixel-store parameters that change an image's size in memory, or for one of them.
void learn_pixel_store(Dispatcher& d);
void learn_pixel_store(Dispatcher& d, std::uint32_t parameter);

// The pixel-store parameters, and the members of the context that store them.
struct PixelStoreParameter {
  std::uint32_t name;
  PixelStore RecordedContext::*direction;  // unpack or pack
  std::int32_t PixelStore::*member;
};
std::span<const PixelStoreParameter> pixel_store_parameters();

}  // namespace replay
