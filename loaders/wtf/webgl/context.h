// Context: the state of one WebGL context, as far as later events depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loaders/wtf/webgl/objects.h"

namespace loaders::wtf::webgl {

// What a page asked of a context; the values are WebGL's defaults. What the page got is not recorded.
struct ContextAttributes {
  bool alpha = true, depth = true, stencil = false, antialias = true, preserve = false;
};

struct Unpack {
  std::uint32_t alignment = 4;
  bool flip = false;         // rows from the last to the first
  bool premultiply = false;  // colours by their alpha
};

struct Context {
  struct Unit {
    Texture *texture_2d = nullptr, *cube = nullptr;
  };

  // More than any driver has.
  static constexpr std::uint32_t kMaxUnits = 256;

  Context(std::uint16_t number, std::uint16_t serial_number, const ContextAttributes& asked)
      : handle(number),
        serial(serial_number),
        attributes(asked),
        units(1) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  std::uint16_t handle;
  std::uint16_t serial;  // objects belong to a serial, so a context that was lost and restored has none
  ContextAttributes attributes;
  std::uint32_t width = 0, height = 0;
  bool is_lost = false;
  bool is_drawn = false;  // there were draws into the drawing buffer since it was shown

  Program* program = nullptr;
  std::uint32_t framebuffer = 0;  // handles, 0 for null: nothing more is known about these objects
  std::uint32_t renderbuffer = 0;
  Buffer* array_buffer = nullptr;
  VertexArray default_arrays;
  VertexArray* arrays = &default_arrays;  // those of the bound vertex array object

  std::uint32_t unit = 0;
  std::vector<Unit> units;
  Unpack unpack;
};

}  // namespace loaders::wtf::webgl
