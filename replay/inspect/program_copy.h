// A copy of a program that captures gl_Position by transform feedback.
#pragma once

#include <glad/gl.h>

#include <string>
#include <vector>

namespace replay {

struct ProgramCopy {
  GLuint live = 0;      // 0: there is none
  std::string why_not;  // a sentence
};

// Links a program of the shaders that are attached to `program`, with its locations of attributes. Uniforms and
// bindings are those of a new program. Precondition: errors are muted.
ProgramCopy copy_program(const GladGLContext& gl, GLuint program);

// The stages of the shaders that are attached to a program: GL_VERTEX_SHADER ...
std::vector<GLenum> stages_of(const GladGLContext& gl, GLuint program);

}  // namespace replay
