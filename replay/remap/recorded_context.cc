#include "replay/remap/recorded_context.h"

#include <glad/gl.h>

#include <iterator>

namespace replay {

BufferTarget buffer_target(std::uint32_t gl_enum) {
  switch (gl_enum) {
    case GL_ARRAY_BUFFER: return BufferTarget::kArray;
    case GL_ELEMENT_ARRAY_BUFFER: return BufferTarget::kElementArray;
    case GL_PIXEL_PACK_BUFFER: return BufferTarget::kPixelPack;
    case GL_PIXEL_UNPACK_BUFFER: return BufferTarget::kPixelUnpack;
    case GL_DRAW_INDIRECT_BUFFER: return BufferTarget::kDrawIndirect;
    case GL_DISPATCH_INDIRECT_BUFFER: return BufferTarget::kDispatchIndirect;
    case GL_PARAMETER_BUFFER: return BufferTarget::kParameter;
    case GL_QUERY_BUFFER: return BufferTarget::kQuery;
    case GL_COPY_READ_BUFFER: return BufferTarget::kCopyRead;
    case GL_COPY_WRITE_BUFFER: return BufferTarget::kCopyWrite;
    case GL_UNIFORM_BUFFER: return BufferTarget::kUniform;
    case GL_SHADER_STORAGE_BUFFER: return BufferTarget::kShaderStorage;
    case GL_ATOMIC_COUNTER_BUFFER: return BufferTarget::kAtomicCounter;
    case GL_TRANSFORM_FEEDBACK_BUFFER: return BufferTarget::kTransformFeedback;
    case GL_TEXTURE_BUFFER: return BufferTarget::kTexture;
    case GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD: return BufferTarget::kExternalVirtualMemory;
    default: return BufferTarget::kCount;
  }
}

std::uint32_t binding_query(BufferTarget target) {
  constexpr std::uint32_t kQueries[] = {
      GL_ARRAY_BUFFER_BINDING,          GL_ELEMENT_ARRAY_BUFFER_BINDING,
      GL_PIXEL_PACK_BUFFER_BINDING,     GL_PIXEL_UNPACK_BUFFER_BINDING,
      GL_DRAW_INDIRECT_BUFFER_BINDING,  GL_DISPATCH_INDIRECT_BUFFER_BINDING,
      GL_PARAMETER_BUFFER_BINDING,      GL_QUERY_BUFFER_BINDING,
      GL_COPY_READ_BUFFER_BINDING,      GL_COPY_WRITE_BUFFER_BINDING,
      GL_UNIFORM_BUFFER_BINDING,        GL_SHADER_STORAGE_BUFFER_BINDING,
      GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
      GL_TEXTURE_BUFFER_BINDING,        GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD,
  };
  static_assert(std::size(kQueries) == static_cast<std::size_t>(BufferTarget::kCount));
  return kQueries[static_cast<std::size_t>(target)];
}

void RecordedContext::bind(BufferTarget target, std::uint32_t recorded) {
  if (target == BufferTarget::kCount) return;
  bound_buffers[static_cast<std::size_t>(target)] = recorded;
  if (target == BufferTarget::kElementArray) arrays->element_buffer = recorded;
}

void RecordedContext::bind_vertex_array(std::uint32_t recorded, std::uint32_t live_array) {
  vertex_array = recorded;
  arrays = &vertex_arrays[live_array];
  bound_buffers[static_cast<std::size_t>(BufferTarget::kElementArray)] = arrays->element_buffer;
}

void RecordedContext::find_uniform_program() {
  uniform_program = nullptr;
  if (program != 0) {
    uniform_program = group->find_program(program);
  } else if (pipeline != 0) {
    const auto active = active_programs.find(pipeline);
    if (active != active_programs.end()) uniform_program = group->find_program(active->second);
  }
}

}  // namespace replay
