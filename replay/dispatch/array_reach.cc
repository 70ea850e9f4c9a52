#include "replay/dispatch/array_reach.h"

#include <glad/gl.h>

#include <algorithm>

#include "replay/dispatch/array_layouts.h"

namespace replay {

std::int64_t last_index(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  GLint bound_before = 0;
  gl.GetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound_before);
  std::int64_t last = kNoIndex - 1;
  for_each_array(d, [&](const ArrayLayout& layout) {
    GLint size = 0;
    if (layout.buffer != 0) {
      gl.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(layout.buffer));
      gl.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    }
    const std::int64_t space = size - element_bytes(layout);
    if (layout.offset < 0 || layout.offset > space) last = -1;
    else if (layout.stride > 0) last = std::min(last, (space - layout.offset) / layout.stride);
  });
  gl.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(bound_before));
  return last;
}

}  // namespace replay
