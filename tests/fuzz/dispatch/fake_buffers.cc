#include <cstring>

#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

void bind(std::uint32_t target, std::uint32_t name) {
  if (refused() || !has_target(target)) return;
  if (state.kind == Kind::kCore && name != 0 && !state.group->gen_buffers.contains(name)) return;
  if (name != 0 && !state.group->buffers.contains(name)) state.group->buffers[name] = std::make_shared<Buffer>();
  const auto buffer = name != 0 ? state.group->buffers[name] : nullptr;
  if (target == GL_ELEMENT_ARRAY_BUFFER) {
    arrays().elements = buffer;
    arrays().element_name = name;
  } else {
    state.bound[target] = {name, buffer};
  }
}

// Storage is not really needed in full: a file may ask for more than there is here.
constexpr std::int64_t kMaxBytes = 1 << 22;

void storage(const std::shared_ptr<Buffer>& buffer, std::int64_t size, const void* data, bool immutable) {
  if (refused() || !buffer || size < 0 || buffer->immutable) return;
  if (data != nullptr) read_bytes(data, size);
  buffer->mapped.reset();
  buffer->immutable = immutable;
  buffer->data = size > kMaxBytes ? nullptr : std::make_shared<Block>(size);  // out of memory
  if (buffer->data && data != nullptr) std::memcpy(buffer->data->memory.get(), data, static_cast<std::size_t>(size));
}

void* map(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t length) {
  if (refused() || !buffer || buffer->mapped || offset < 0 || length <= 0 || length > buffer->size() - offset)
    return nullptr;
  buffer->mapped = std::make_shared<Block>(length);
  return buffer->mapped->memory.get();
}

void sub_data(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t size, const void* data) {
  if (refused() || !buffer || offset < 0 || size < 0 || size > buffer->size() - offset) return;
  read_bytes(data, size);
}

void get_sub_data(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t size, void* data) {
  if (refused() || !buffer || offset < 0 || size < 0 || size > buffer->size() - offset) return;
  read_bytes(data, size);
  if (size > 0) std::memcpy(data, buffer->data->memory.get() + offset, static_cast<std::size_t>(size));
}

void delete_buffers(GLsizei n, const GLuint* names) {
  if (refused() || n < 0) return;
  read_bytes(names, std::int64_t{n} * 4);
  for (GLsizei i = 0; i < n; ++i) {
    for (auto& [target, binding] : state.bound) {
      if (binding.first == names[i]) binding = {};
    }
    for (Array& array : arrays().arrays) {
      if (array.buffer_name == names[i]) array.buffer = nullptr, array.buffer_name = 0;
    }
    if (arrays().element_name == names[i]) arrays().elements = nullptr, arrays().element_name = 0;
    if (const auto buffer = named(names[i])) buffer->mapped.reset();
    state.group->gen_buffers.erase(names[i]);
    state.group->buffers.erase(names[i]);
  }
}

void buffer_parameter(const std::shared_ptr<Buffer>& buffer, std::uint32_t name, std::int64_t& value) {
  if (!refused() && buffer && name == GL_BUFFER_SIZE) value = buffer->size();
}

}  // namespace

void set_buffers(GladGLContext& t) {
  t.BindBuffer = [](GLenum target, GLuint name) { bind(target, name); };
  t.BindBufferBase = [](GLenum target, GLuint index, GLuint name) {
    if (index < 8) bind(target, name);
  };
  t.BindBufferRange = [](GLenum target, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size) {
    if (index < 8 && offset >= 0 && size > 0) bind(target, name);
  };
  t.BindBufferOffsetEXT = [](GLenum target, GLuint index, GLuint name, GLintptr) {
    if (index < 4) bind(target, name);
  };
  t.DeleteBuffers = delete_buffers;
  t.GenBuffers = [](GLsizei n, GLuint* names) {
    if (refused()) return;
    new_names(names, n);
    for (GLsizei i = 0; i < n; ++i) state.group->gen_buffers.insert(names[i]);
  };
  t.CreateBuffers = [](GLsizei n, GLuint* names) {
    if (refused()) return;
    new_names(names, n);
    for (GLsizei i = 0; i < n; ++i)
      state.group->gen_buffers.insert(names[i]), state.group->buffers[names[i]] = std::make_shared<Buffer>();
  };
  t.BufferData = [](GLenum target, GLsizeiptr size, const void* data, GLenum) {
    storage(bound(target), size, data, false);
  };
  t.BufferStorage = [](GLenum target, GLsizeiptr size, const void* data, GLbitfield) {
    storage(bound(target), size, data, true);
  };
  t.NamedBufferData = [](GLuint name, GLsizeiptr size, const void* data, GLenum) {
    storage(named(name), size, data, false);
  };
  t.NamedBufferStorage = [](GLuint name, GLsizeiptr size, const void* data, GLbitfield) {
    storage(named(name), size, data, true);
  };
  t.BufferSubData = [](GLenum target, GLintptr at, GLsizeiptr size, const void* data) {
    sub_data(bound(target), at, size, data);
  };
  t.NamedBufferSubData = [](GLuint name, GLintptr at, GLsizeiptr size, const void* data) {
    sub_data(named(name), at, size, data);
  };
  t.GetBufferSubData = [](GLenum target, GLintptr at, GLsizeiptr size, void* data) {
    get_sub_data(bound(target), at, size, data);
  };
  t.GetNamedBufferSubData = [](GLuint name, GLintptr at, GLsizeiptr size, void* data) {
    get_sub_data(named(name), at, size, data);
  };
  t.MapBuffer = [](GLenum target, GLenum) -> void* {
    const auto b = bound(target);
    return b ? map(b, 0, b->size()) : nullptr;
  };
  t.MapNamedBuffer = [](GLuint name, GLenum) -> void* {
    const auto b = named(name);
    return b ? map(b, 0, b->size()) : nullptr;
  };
  t.MapBufferRange = [](GLenum target, GLintptr at, GLsizeiptr size, GLbitfield) {
    return map(bound(target), at, size);
  };
  t.MapNamedBufferRange = [](GLuint name, GLintptr at, GLsizeiptr size, GLbitfield) {
    return map(named(name), at, size);
  };
  t.UnmapBuffer = [](GLenum target) {
    if (const auto b = bound(target); b && !refused()) b->mapped.reset();
    return GLboolean{1};
  };
  t.UnmapNamedBuffer = [](GLuint name) {
    if (const auto b = named(name); b && !refused()) b->mapped.reset();
    return GLboolean{1};
  };
  t.GetBufferParameteriv = [](GLenum target, GLenum name, GLint* v) {
    std::int64_t value = *v;
    buffer_parameter(bound(target), name, value);
    *v = static_cast<GLint>(value);
  };
  t.GetNamedBufferParameteriv = [](GLuint buffer, GLenum name, GLint* v) {
    std::int64_t value = *v;
    buffer_parameter(named(buffer), name, value);
    *v = static_cast<GLint>(value);
  };
  t.GetBufferPointerv = [](GLenum target, GLenum, void** v) {
    const auto b = bound(target);
    if (!refused() && b) *v = b->mapped ? b->mapped->memory.get() : nullptr;
  };
  t.GetNamedBufferPointerv = [](GLuint name, GLenum, void** v) {
    const auto b = named(name);
    if (!refused() && b) *v = b->mapped ? b->mapped->memory.get() : nullptr;
  };
}

}  // namespace replay::fake
