#include "replay/readback/buffer_reader.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstring>

#include "replay/dispatch/asked.h"

namespace replay {
namespace {

// GL_ARRAY_BUFFER belongs to no vertex array object, and every context that has buffers has it.
class AskedBuffer {
 public:
  AskedBuffer(const GladGLContext& gl, GLuint live) : gl_(gl) {
    had_error(gl);
    gl.GetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound_);
    gl.BindBuffer(GL_ARRAY_BUFFER, live);
  }
  ~AskedBuffer() {
    gl_.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(bound_));
    had_error(gl_);
  }
  AskedBuffer(const AskedBuffer&) = delete;
  AskedBuffer& operator=(const AskedBuffer&) = delete;

  std::int64_t size() const {
    if (gl_.GetBufferParameteri64v != nullptr) {
      GLint64 size = 0;
      gl_.GetBufferParameteri64v(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
      if (!had_error(gl_)) return size;
    }
    GLint size = 0;
    gl_.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    return had_error(gl_) ? 0 : size;
  }

 private:
  const GladGLContext& gl_;
  GLint bound_ = 0;
};

// OpenGL ES 3 gives the bytes of a buffer only where they are mapped.
bool copy_mapped(const GladGLContext& gl, std::int64_t offset, std::vector<std::uint8_t>& bytes) {
  if (gl.MapBufferRange == nullptr || gl.UnmapBuffer == nullptr) return false;
  const void* mapped = gl.MapBufferRange(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset),
                                         static_cast<GLsizeiptr>(bytes.size()), GL_MAP_READ_BIT);
  if (had_error(gl) || mapped == nullptr) return false;
  std::memcpy(bytes.data(), mapped, bytes.size());
  return gl.UnmapBuffer(GL_ARRAY_BUFFER) != GL_FALSE;
}

}  // namespace

std::int64_t buffer_size(const GladGLContext& gl, std::uint32_t live) {
  if (live == 0 || gl.BindBuffer == nullptr) return 0;
  return AskedBuffer(gl, live).size();
}

std::vector<std::uint8_t> read_buffer(const GladGLContext& gl, std::uint32_t live, std::int64_t offset,
                                      std::size_t size) {
  if (live == 0 || offset < 0 || gl.BindBuffer == nullptr) return {};
  const AskedBuffer buffer(gl, live);
  const std::int64_t there = buffer.size() - offset;
  if (there <= 0) return {};
  std::vector<std::uint8_t> bytes(
      static_cast<std::size_t>(std::min<std::uint64_t>(size, static_cast<std::uint64_t>(there))));
  if (bytes.empty()) return {};
  if (gl.GetBufferSubData != nullptr) {
    gl.GetBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()),
                        bytes.data());
    return had_error(gl) ? std::vector<std::uint8_t>{} : bytes;
  }
  return copy_mapped(gl, offset, bytes) ? bytes : std::vector<std::uint8_t>{};
}

}  // namespace replay
