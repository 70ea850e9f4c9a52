// What the blocks of the programs in use hold: uniforms in blocks with their values, storage blocks, atomic counters.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "replay/dispatch/live_numbers.h"
#include "replay/dispatch/pack_state.h"
#include "replay/dispatch/uniform_values.h"
#include "replay/readback/buffer_reader.h"
#include "replay/state/parts.h"

namespace replay::state {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMostMembers = 1024, kMostElements = 256;  // of a block, of an array; the rest is left out
constexpr std::size_t kMostBytes = std::size_t{1} << 18;         // of a uniform block that are read
constexpr std::size_t kFirstBytes = 64;                          // of a storage block that are shown

// The part of a buffer that is bound to a point of an indexed target.
struct BoundRange {
  GLuint buffer = 0;  // live
  std::int64_t offset = 0, size = 0;
};

BoundRange range_at(const GladGLContext& gl, GLenum binding, GLenum start, GLenum size, GLuint point) {
  BoundRange range;
  if (gl.GetIntegeri_v == nullptr) return range;
  GLint buffer = 0;
  GLint64 values[2] = {};
  gl.GetIntegeri_v(binding, point, &buffer);
  if (gl.GetInteger64i_v != nullptr) {
    gl.GetInteger64i_v(start, point, &values[0]);
    gl.GetInteger64i_v(size, point, &values[1]);
  }
  if (had_error(gl)) return range;
  range = {.buffer = static_cast<GLuint>(buffer), .offset = values[0], .size = values[1]};
  // glBindBufferBase binds all of the buffer, whatever size it has later.
  const std::int64_t there = std::max<std::int64_t>(buffer_size(gl, range.buffer) - range.offset, 0);
  range.size = range.size > 0 ? std::min(range.size, there) : there;
  return range;
}

json describe(const Asked& asked, GLint point, const BoundRange& range) {
  return {{"binding", point},
          {"buffer", recorded_name(asked.context.map(Kind::kBuffer), range.buffer)},
          {"offset", range.offset},
          {"size", range.size}};
}

// What GL says of uniforms, in the order of `indices`.
struct Layout {
  std::vector<GLint> type, size, offset, array_stride, matrix_stride, is_row_major;

  Layout(const GladGLContext& gl, GLuint program, const std::vector<GLuint>& indices) {
    const auto ask = [&](std::vector<GLint>& to, GLenum what) {
      to.resize(indices.size());
      gl.GetActiveUniformsiv(program, static_cast<GLsizei>(indices.size()), indices.data(), what, to.data());
    };
    ask(type, GL_UNIFORM_TYPE);
    ask(size, GL_UNIFORM_SIZE);
    ask(offset, GL_UNIFORM_OFFSET);
    ask(array_stride, GL_UNIFORM_ARRAY_STRIDE);
    ask(matrix_stride, GL_UNIFORM_MATRIX_STRIDE);
    ask(is_row_major, GL_UNIFORM_IS_ROW_MAJOR);
  }
};

// Null where the buffer has no such bytes.
template <class T>
json number_at(const Bytes& bytes, std::int64_t at) {
  T value;
  if (at < 0 || static_cast<std::uint64_t>(at) + sizeof value > bytes.size()) return {};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

json number_at(const Bytes& bytes, std::int64_t at, UniformShape::Base base) {
  switch (base) {
    case UniformShape::Base::kFloat: return number_at<float>(bytes, at);
    case UniformShape::Base::kInt: return number_at<std::int32_t>(bytes, at);
    case UniformShape::Base::kUint: return number_at<std::uint32_t>(bytes, at);
    case UniformShape::Base::kDouble: return number_at<double>(bytes, at);
  }
  return {};
}

// A vector or matrix, column after column as glGetUniform gives it, whatever the order of the block is.
json element_at(const Bytes& bytes, std::int64_t at, const UniformShape& shape, std::int64_t stride, bool row_major) {
  const std::int64_t scalar = shape.base == UniformShape::Base::kDouble ? 8 : 4;
  if (shape.components() == 1) return number_at(bytes, at, shape.base);
  json out = json::array();
  for (int column = 0; column < shape.columns; ++column) {
    for (int row = 0; row < shape.rows; ++row) {
      const int major = row_major ? row : column, minor = row_major ? column : row;
      const std::int64_t vector = shape.columns > 1 ? major * stride : 0;
      out.push_back(number_at(bytes, at + vector + scalar * (shape.columns > 1 ? minor : row), shape.base));
    }
  }
  return out;
}

json member_value(const Bytes& bytes, const Layout& layout, std::size_t i) {
  const UniformShape shape = uniform_shape(static_cast<GLenum>(layout.type[i]));
  const auto element = [&](std::int64_t number) {
    return element_at(bytes, layout.offset[i] + number * layout.array_stride[i], shape, layout.matrix_stride[i],
                      layout.is_row_major[i] != 0);
  };
  if (layout.size[i] <= 1) return element(0);
  json out = json::array();
  for (std::size_t number = 0; number < std::min(static_cast<std::size_t>(layout.size[i]), kMostElements); ++number)
    out.push_back(element(static_cast<std::int64_t>(number)));
  return out;
}

GLint parameter(const GladGLContext& gl, GLuint program, GLenum name) {
  GLint value = 0;
  gl.GetProgramiv(program, name, &value);
  return had_error(gl) ? 0 : std::max(value, 0);
}

std::string uniform_name(const GladGLContext& gl, GLuint program, GLuint index, GLint longest) {
  std::string name(static_cast<std::size_t>(std::clamp(longest, 1, 1 << 16)) + 16, '\0');
  GLint size = 0;
  GLenum type = 0;
  gl.GetActiveUniform(program, index, static_cast<GLsizei>(name.size()), nullptr, &size, &type, name.data());
  name.resize(std::min(name.find('\0'), name.size()));
  return name;
}

json members_of(const GladGLContext& gl, GLuint program, GLuint block, const Bytes& bytes) {
  GLint count = 0;
  gl.GetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &count);
  if (had_error(gl) || count <= 0) return json::object();
  std::vector<GLint> found(static_cast<std::size_t>(count));
  gl.GetActiveUniformBlockiv(program, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, found.data());
  std::vector<GLuint> indices(found.begin(), found.end());
  indices.resize(std::min(indices.size(), kMostMembers));
  const Layout layout(gl, program, indices);
  if (had_error(gl)) return json::object();
  const GLint longest = parameter(gl, program, GL_ACTIVE_UNIFORM_MAX_LENGTH);
  json out = json::object();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    json& member = out[uniform_name(gl, program, indices[i], longest)];
    member = {{"type", enum_text(static_cast<std::uint32_t>(layout.type[i]))}, {"offset", layout.offset[i]}};
    if (!bytes.empty()) member["value"] = member_value(bytes, layout, i);
  }
  return out;
}

void add_uniform_blocks(const Asked& asked, GLuint program, json& out) {
  const GladGLContext& gl = asked.gl;
  if (gl.GetActiveUniformBlockiv == nullptr || gl.GetActiveUniformsiv == nullptr) return;
  const GLint count = parameter(gl, program, GL_ACTIVE_UNIFORM_BLOCKS);
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    GLint length = 0, point = 0, size = 0;
    gl.GetActiveUniformBlockiv(program, i, GL_UNIFORM_BLOCK_NAME_LENGTH, &length);
    gl.GetActiveUniformBlockiv(program, i, GL_UNIFORM_BLOCK_BINDING, &point);
    gl.GetActiveUniformBlockiv(program, i, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
    std::string name(static_cast<std::size_t>(std::clamp(length, 1, 1 << 16)), '\0');
    gl.GetActiveUniformBlockName(program, i, static_cast<GLsizei>(name.size()), nullptr, name.data());
    if (had_error(gl)) continue;
    const BoundRange range = range_at(gl, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE,
                                      static_cast<GLuint>(point));
    const auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(range.size, 0, std::max(size, 0)));
    const Bytes bytes = read_buffer(gl, range.buffer, range.offset, std::min(wanted, kMostBytes));
    json& block = out["uniform_blocks"][name.c_str()];
    block = describe(asked, point, range);
    block["data_size"] = size;
    block["members"] = members_of(gl, program, i, bytes);
  }
}

GLint resource_parameter(const GladGLContext& gl, GLuint program, GLenum interface, GLuint index, GLenum name) {
  GLint value = 0;
  gl.GetProgramResourceiv(program, interface, index, 1, &name, 1, nullptr, &value);
  return had_error(gl) ? 0 : value;
}

void add_storage_blocks(const Asked& asked, GLuint program, json& out) {
  const GladGLContext& gl = asked.gl;
  if (gl.GetProgramInterfaceiv == nullptr || gl.GetProgramResourceiv == nullptr) return;
  GLint count = 0;
  gl.GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
  if (had_error(gl)) return;
  for (GLuint i = 0; i < static_cast<GLuint>(std::max(count, 0)); ++i) {
    const GLint point = resource_parameter(gl, program, GL_SHADER_STORAGE_BLOCK, i, GL_BUFFER_BINDING);
    const BoundRange range = range_at(gl, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
                                      GL_SHADER_STORAGE_BUFFER_SIZE, static_cast<GLuint>(point));
    json& block = out["storage_blocks"][resource_name(gl, program, GL_SHADER_STORAGE_BLOCK, i)];
    block = describe(asked, point, range);
    block["data_size"] = resource_parameter(gl, program, GL_SHADER_STORAGE_BLOCK, i, GL_BUFFER_DATA_SIZE);
    std::string text;
    const auto size = static_cast<std::size_t>(std::clamp<std::int64_t>(range.size, 0, kFirstBytes));
    for (const std::uint8_t byte : read_buffer(gl, range.buffer, range.offset, size))
      text += fmt::format("{}{:02x}", text.empty() ? "" : " ", byte);
    block["first_bytes"] = text;
  }
}

void add_atomic_counters(const Asked& asked, GLuint program, json& out) {
  const GladGLContext& gl = asked.gl;
  if (gl.GetActiveAtomicCounterBufferiv == nullptr || gl.GetActiveUniformsiv == nullptr) return;
  if (parameter(gl, program, GL_ACTIVE_ATOMIC_COUNTER_BUFFERS) == 0) return;
  const GLint longest = parameter(gl, program, GL_ACTIVE_UNIFORM_MAX_LENGTH);
  const GLint count = parameter(gl, program, GL_ACTIVE_UNIFORMS);
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    GLint buffer = -1, point = 0;
    gl.GetActiveUniformsiv(program, 1, &i, GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX, &buffer);
    if (had_error(gl) || buffer < 0) continue;
    gl.GetActiveAtomicCounterBufferiv(program, static_cast<GLuint>(buffer), GL_ATOMIC_COUNTER_BUFFER_BINDING, &point);
    const BoundRange range = range_at(gl, GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
                                      GL_ATOMIC_COUNTER_BUFFER_SIZE, static_cast<GLuint>(point));
    const Layout layout(gl, program, {i});
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(range.size, 0));
    const Bytes bytes = read_buffer(gl, range.buffer, range.offset, std::min(size, kMostBytes));
    json& counter = out["atomic_counters"][uniform_name(gl, program, i, longest)];
    counter = describe(asked, point, range);
    counter["offset"] = range.offset + layout.offset[0];
    if (!bytes.empty()) counter["value"] = member_value(bytes, layout, 0);
  }
}

}  // namespace

std::vector<std::uint32_t> programs_in_use(const RecordedContext& context) {
  if (context.program != 0) return {context.program};
  std::vector<std::uint32_t> programs;
  const auto stages = context.stage_programs.find(context.pipeline);
  if (context.pipeline == 0 || stages == context.stage_programs.end()) return programs;
  for (const auto& [stage, program] : stages->second) {
    if (program != 0 && std::ranges::find(programs, program) == programs.end()) programs.push_back(program);
  }
  return programs;
}

json blocks(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  for (const std::uint32_t program : programs_in_use(asked.context)) {
    const std::uint32_t live = live_of(asked.context, Kind::kProgram, program);
    if (live == 0 || gl.GetProgramiv == nullptr || gl.IsProgram(live) == GL_FALSE) continue;
    had_error(gl);
    if (parameter(gl, live, GL_LINK_STATUS) == 0) continue;
    add_uniform_blocks(asked, live, out);
    add_storage_blocks(asked, live, out);
    add_atomic_counters(asked, live, out);
    had_error(gl);
  }
  return out;
}

}  // namespace replay::state
