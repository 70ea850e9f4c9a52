// Context: the state of one WebGL context, as far as it decides what later events mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loaders/wtf/webgl/objects.h"

namespace loaders::wtf::webgl {

// What a page asks of a context; the values are WebGL's defaults. What it got is not recorded.
struct ContextAttributes {
  bool alpha = true, depth = true, stencil = false, antialias = true, preserve = false;
};

struct Unpack {
  std::uint32_t alignment = 4;
  bool flip = false;         // rows from the last to the first
  bool premultiply = false;  // colours by their alpha
};

// Object names are handles, 0 for null.
struct Context {
  struct Unit {
    std::uint32_t texture_2d = 0, cube = 0;
  };

  // More than any driver has.
  static constexpr std::uint32_t kMostUnits = 256;

  explicit Context(std::uint16_t number, const ContextAttributes& asked = {})
      : handle(number), attributes(asked), units(1) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  std::uint16_t handle;
  ContextAttributes attributes;
  std::uint32_t width = 0, height = 0;
  bool is_lost = false;
  bool is_drawn = false;  // into the drawing buffer, since that was shown

  std::uint32_t program = 0;
  std::uint32_t framebuffer = 0;
  std::uint32_t renderbuffer = 0;
  std::uint32_t vertex_array = 0;
  Buffer* array_buffer = nullptr;
  VertexArray default_arrays;
  VertexArray* arrays = &default_arrays;  // of vertex_array

  std::uint32_t unit = 0;
  std::vector<Unit> units;
  Unpack unpack;
};

}  // namespace loaders::wtf::webgl
