// The state that a program loses when it is linked: the values of its uniforms and the binding points of its blocks.
// It is restored when only the live program is linked again, and not the recorded one.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// What a uniform of a type of GLSL consists of. A shape with one column is a vector or a scalar.
struct UniformShape {
  enum class Base : std::uint8_t { kFloat, kInt, kUint, kDouble };
  GLenum type = 0;
  Base base = Base::kInt;
  int columns = 1, rows = 1;

  int components() const { return columns * rows; }
};
// Booleans, samplers, images and counters are integers.
UniformShape uniform_shape(GLenum type);

class UniformValues {
 public:
  // Saves the values of a linked program by name, because numbers may change with the link.
  UniformValues(const GladGLContext& gl, GLuint program);
  // Restores the values. The program is current meanwhile, and the old program again afterwards.
  void put_back(const GladGLContext& gl, GLuint program) const;

 private:
  struct Uniform {
    std::string name;
    GLenum type = 0;
    double values[16] = {};  // memory for a value of any type
  };
  struct Block {
    GLenum interface = 0;
    std::string name;
    GLint binding = 0;
  };

  void read_uniforms(const GladGLContext& gl, GLuint program);
  void read_uniform_blocks(const GladGLContext& gl, GLuint program);
  void read_storage_blocks(const GladGLContext& gl, GLuint program);

  std::vector<Uniform> uniforms_;
  std::vector<Block> blocks_;
};

}  // namespace replay
