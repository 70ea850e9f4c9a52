// What a link takes away from a program: the values of its uniforms, and which binding points its blocks have. Where
// the live program is linked and the recorded one was not, they are put back.
#pragma once

#include <glad/gl.h>

#include <string>
#include <vector>

#include "replay/dispatch/dispatcher.h"

namespace replay {

class UniformValues {
 public:
  // Of a program that is linked. Kept by name: numbers may change with the link.
  UniformValues(const GladGLContext& gl, GLuint program);
  // Makes the program current for that, and then what was current before.
  void put_back(const GladGLContext& gl, GLuint program) const;

 private:
  struct Uniform {
    std::string name;
    GLenum type = 0;
    double values[16] = {};  // as memory for any type
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
