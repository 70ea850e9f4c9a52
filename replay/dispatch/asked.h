// What the driver says of its own state. A file decides which calls are made, and GL decides which of them it takes: what a pointer's
// meaning depends on is believed only where GL cannot have refused, and is asked here where it can.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// Whether GL is between glBegin and glEnd, where it refuses nearly every call and every question. Costs a question once a
// recorded glBegin, or a display list that may hold one, was executed, and nothing before.
bool is_inside_begin(Dispatcher& d);

// What the driver says of a number of state. Nothing where it does not tell: inside glBegin, and in contexts that lack the name. The
// error that a recorded call left is still there for the recorded glGetError afterwards, and ours is not.
std::optional<std::int32_t> asked(Dispatcher& d, std::uint32_t name);

// The bare question, for use while errors are muted. Nothing where the driver refuses it.
std::optional<std::int32_t> answer_to(const GladGLContext& gl, std::uint32_t name);

// As answer_to, for names that every driver of the context's version knows; 0 where it does not. It leaves GL's error as it is.
std::int32_t integer(const GladGLContext& gl, std::uint32_t name);

// Forgets errors of questions that a context does not know. True when there were some.
bool had_error(const GladGLContext& gl);

// Whether the driver says exactly this. Entry points of a test that have nobody to ask are believed.
bool says(Dispatcher& d, std::uint32_t name, std::uint32_t value);

// Whether the driver says that the buffer of that live name is bound there.
bool is_bound(Dispatcher& d, BufferTarget target, std::uint32_t live);

// After calls that change state in ways that are not followed one by one (glPopClientAttrib and its like): asks for all bindings,
// the vertex array, the client's texture unit and the pixel-store parameters. Changes nothing where the driver does not tell.
void learn_state(Dispatcher& d);

// After a display list was executed, or compiled to its end: lists can hold glBegin and glUseProgram.
void learn_after_list(Dispatcher& d);

// Asks for all pixel-store parameters that change an image's size in memory, or for one of them.
void learn_pixel_store(Dispatcher& d);
void learn_pixel_store(Dispatcher& d, std::uint32_t parameter);

// These parameters, and where the context keeps each.
struct PixelStoreParameter {
  std::uint32_t name;
  PixelStore RecordedContext::*direction;  // unpack or pack
  std::int32_t PixelStore::*member;
};
std::span<const PixelStoreParameter> pixel_store_parameters();

}  // namespace replay
