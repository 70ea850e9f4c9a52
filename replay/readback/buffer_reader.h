// Reading buffers back. Asks the current context with errors muted, and leaves no binding changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct GladGLContext;

namespace replay {

// The size of a buffer by its live name, in bytes; 0 when it has none.
std::int64_t buffer_size(const GladGLContext& gl, std::uint32_t live);

// The bytes from `offset` on: at most `size`, and fewer where the buffer ends. Empty when the driver does not give
// them: the program has mapped the buffer, or it is OpenGL ES 2.
std::vector<std::uint8_t> read_buffer(const GladGLContext& gl, std::uint32_t live, std::int64_t offset,
                                      std::size_t size);

}  // namespace replay
