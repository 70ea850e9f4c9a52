// What the fake keeps: bindings, buffers, arrays, pixel-store parameters, lists; of the context that is current, whose
// share group may have others.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/fuzz/dispatch/fake_gl.h"
#include "tests/fuzz/dispatch/fake_pixels.h"

namespace replay::fake {

// Memory of exactly that size, so that the sanitizer sees the byte before and the byte behind.
struct Block {
  explicit Block(std::int64_t bytes) : size(bytes), memory(new char[static_cast<std::size_t>(bytes)]) {}
  std::int64_t size;
  std::unique_ptr<char[]> memory;
};

struct Buffer {
  std::shared_ptr<Block> data;
  std::shared_ptr<Block> mapped;  // a copy of the mapped range; it goes with the unmap, and with the buffer
  bool immutable = false;
  std::int64_t size() const { return data ? data->size : 0; }
};

struct Array {
  bool enabled = false;
  std::shared_ptr<Buffer> buffer;
  std::uint32_t buffer_name = 0;
  std::uintptr_t pointer = 0;  // an offset, or an address where there is no buffer
  std::int64_t stride = 0;     // 0: elements follow each other
  int components = 4;
  std::uint32_t type = GL_FLOAT;

  std::int64_t element() const {
    switch (type) {
      case GL_BYTE:
      case GL_UNSIGNED_BYTE: return components;
      case GL_SHORT:
      case GL_UNSIGNED_SHORT:
      case GL_HALF_FLOAT: return components * 2;
      case GL_DOUBLE: return components * 8;
      default: return components * 4;
    }
  }
};

constexpr int kAttributes = 16, kUnits = 8, kFixed = 7, kArrays = kAttributes + kFixed + kUnits;

struct VertexArray {
  Array arrays[kArrays];
  std::shared_ptr<Buffer> elements;
  std::uint32_t element_name = 0;
};

using Binding = std::pair<std::uint32_t, std::shared_ptr<Buffer>>;

struct Saved {
  std::uint32_t mask = 0;
  Store unpack, pack;
  Binding unpack_buffer, pack_buffer;
  std::uint32_t vertex_array = 0, array_name = 0;
  std::shared_ptr<Buffer> array;
  VertexArray arrays;
  int unit = 0;
};

// What contexts share. It goes with the last of them, and the mappings of its buffers with it.
struct Group {
  std::map<std::uint32_t, std::shared_ptr<Buffer>> buffers;
  std::set<std::uint32_t> gen_buffers;
  std::map<std::uint32_t, std::vector<std::uint32_t>> lists;
  ~Group() {
    for (auto& [name, buffer] : buffers) buffer->mapped.reset();
  }
};

struct State {
  Kind kind = Kind::kCompatibility;
  std::shared_ptr<Group> group = std::make_shared<Group>();
  std::uint32_t program = 0, pipeline = 0, draw_framebuffer = 0, read_framebuffer = 0;
  bool in_begin = false;
  std::uint32_t list = 0, render_mode = GL_RENDER;
  Store unpack, pack;
  std::map<std::uint32_t, Binding> bound;  // by target
  std::map<std::uint32_t, VertexArray> vertex_arrays{{0, {}}};
  std::set<std::uint32_t> gen_arrays;
  std::uint32_t vertex_array = 0;
  int unit = 0;
  std::vector<Saved> saved;
  float* feedback = nullptr;
  std::int64_t feedback_size = 0;
  std::uint32_t* selection = nullptr;
  std::int64_t selection_size = 0;
};
inline State state;

inline bool is_es() { return state.kind == Kind::kEs1 || state.kind == Kind::kEs2; }
inline bool refused() { return state.in_begin; }
inline VertexArray& arrays() { return state.vertex_arrays[state.vertex_array]; }

// Targets that buffers are bound to, but GL_ELEMENT_ARRAY_BUFFER, and what asks for their bindings.
struct Target {
  std::uint32_t name, query;
  bool in_es;
};
inline constexpr Target kTargets[] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING, true},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, false},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING, false},
    {GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING, false},
    {GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING, false},
    {GL_QUERY_BUFFER, GL_QUERY_BUFFER_BINDING, false},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING, false},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, false},
    {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING, false},
    {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING, false},
    {GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING, false},
    {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, false},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER_BINDING, false},
    {GL_PARAMETER_BUFFER, GL_PARAMETER_BUFFER_BINDING, false},
};

bool has_target(std::uint32_t target);

// Buffers by what they are bound to, and by name; none: nullptr.
std::shared_ptr<Buffer> bound(std::uint32_t target);
std::shared_ptr<Buffer> named(std::uint32_t name);

// The array of a capability such as GL_VERTEX_ARRAY, at the client's active unit; -1: there is none.
int fixed_index(std::uint32_t capability);

}  // namespace replay::fake
