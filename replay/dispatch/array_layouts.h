// Where the elements of the enabled arrays of the current vertex array object are, according to the driver.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <functional>

#include "replay/dispatch/dispatcher.h"

namespace replay {

struct ArrayLayout {
  GLenum capability = 0;  // of an array of the fixed functions: GL_VERTEX_ARRAY ...; 0: a generic attribute
  GLuint index = 0;       // the generic attribute, or the unit of GL_TEXTURE_COORD_ARRAY
  GLint buffer = 0;       // live name
  GLint components = 4, type = GL_FLOAT, stride = 0;  // components may be GL_BGRA; the stride is never left out
  std::int64_t offset = 0;
};

// Bytes of an element. An unknown type counts as the widest one.
std::int64_t element_bytes(const ArrayLayout& layout);

// It costs hundreds of queries. Precondition: the context has the functions of OpenGL 1 and is not inside glBegin.
void for_each_array(Dispatcher& d, const std::function<void(const ArrayLayout&)>& take);
// The generic attributes only. Precondition: the context has generic attributes.
void for_each_attribute(const GladGLContext& gl, const std::function<void(const ArrayLayout&)>& take);

}  // namespace replay
