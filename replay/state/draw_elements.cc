#include "replay/state/draw_elements.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "replay/dispatch/pixel_size.h"
#include "replay/readback/buffer_reader.h"

namespace replay::state {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::int64_t kMostCommands = 1024;  // of an indirect draw

// A range whose indices were found.
struct Found {
  std::int64_t first = 0, count = 0, base_vertex = 0, index_offset = 0;
  std::span<const std::byte> client{};  // indices in memory of the client
};

std::uint32_t word_at(const Bytes& bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at + sizeof word <= bytes.size()) std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

Bytes indirect_bytes(const GladGLContext& gl, const DrawCall& draw, std::size_t size) {
  const GLint buffer = integer(gl, GL_DRAW_INDIRECT_BUFFER_BINDING);
  const bool has_offset = draw.indirect->kind == loaders::ValueKind::kPointer || draw.indirect->is_null();
  if (buffer != 0 && has_offset)
    return read_buffer(gl, static_cast<GLuint>(buffer), static_cast<std::int64_t>(draw.indirect->u), size);
  const auto bytes = draw.indirect->bytes();
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return {data, data + std::min(bytes.size(), size)};
}

class Reader {
 public:
  Reader(const GladGLContext& gl, const DrawCall& draw, std::size_t most) : gl_(gl), draw_(draw), most_(most) {}

  DrawElements read() {
    switch (draw_.from) {
      case DrawCall::From::kImmediate: note("Its vertices are calls between glBegin and glEnd."); break;
      case DrawCall::From::kList: note("A display list does not tell its vertices."); break;
      case DrawCall::From::kTransformFeedback:
        note("An object of transform feedback knows how many vertices it draws, and GL does not tell.");
        break;
      case DrawCall::From::kIndirect: read_commands(); break;
      case DrawCall::From::kArguments:
        for (const DrawRange& range : draw_.ranges) add(range);
        break;
    }
    read_elements();
    return std::move(out_);
  }

 private:
  void note(std::string text) { out_.notes.push_back(std::move(text)); }

  void add(const DrawRange& range) {
    if (range.count <= 0 || range.instances <= 0) return;
    Found found{.first = range.first, .count = range.count, .base_vertex = range.base_vertex};
    if (range.indices != nullptr) {
      found.client = range.indices->bytes();
      found.index_offset = range.indices->has_memory() ? 0 : static_cast<std::int64_t>(range.indices->u);
    }
    ranges_.push_back(found);
    out_.instances = std::max(out_.instances, range.instances);
    out_.base_instance = static_cast<std::int64_t>(range.base_instance);
  }

  void read_commands() {
    const bool by_elements = draw_.index_type != 0;
    const std::size_t size = by_elements ? 20 : 16;
    std::int64_t commands = draw_.commands;
    if (draw_.count_offset) {
      const GLint parameters = integer(gl_, GL_PARAMETER_BUFFER_BINDING);
      const Bytes count = read_buffer(gl_, static_cast<GLuint>(parameters), *draw_.count_offset, 4);
      commands = std::min<std::int64_t>(commands, word_at(count, 0));
    }
    if (commands > kMostCommands) note(fmt::format("These are the first {} of {} draws.", kMostCommands, commands));
    commands = std::clamp<std::int64_t>(commands, 0, kMostCommands);
    const auto stride = static_cast<std::size_t>(std::clamp<std::int64_t>(draw_.stride, 0, 1 << 16));
    const std::size_t step = stride == 0 ? size : stride;
    const Bytes bytes = indirect_bytes(gl_, draw_, static_cast<std::size_t>(commands) * step);
    for (std::size_t i = 0; i < static_cast<std::size_t>(commands) && i * step + size <= bytes.size(); ++i) {
      const auto word = [&](std::size_t number) { return word_at(bytes, i * step + 4 * number); };
      Found found{.count = word(0)};
      if (by_elements) {
        found.index_offset = std::int64_t{word(2)} * index_bytes(draw_.index_type);
        found.base_vertex = static_cast<std::int32_t>(word(3));
      } else {
        found.first = word(2);
      }
      if (found.count == 0 || word(1) == 0) continue;
      ranges_.push_back(found);
      out_.instances = std::max<std::int64_t>(out_.instances, word(1));
      out_.base_instance = word(by_elements ? 4 : 3);
    }
    if (commands > 0 && bytes.empty()) note("The buffer with the numbers of the draw cannot be read.");
  }

  std::optional<std::uint32_t> restart_index() const {
    const int bytes = static_cast<int>(index_bytes(draw_.index_type));
    const std::uint32_t most = bytes == 4 ? ~0U : (1U << 8 * bytes) - 1;
    if (gl_.IsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX) != GL_FALSE) return most;
    const bool restarts = gl_.IsEnabled(GL_PRIMITIVE_RESTART) != GL_FALSE;
    had_error(gl_);
    if (!restarts) return std::nullopt;
    return static_cast<std::uint32_t>(integer(gl_, GL_PRIMITIVE_RESTART_INDEX));
  }

  // At most `most` indices of a range.
  Bytes index_bytes_of(const Found& range, std::int64_t most) const {
    const auto wanted = static_cast<std::size_t>(most * index_bytes(draw_.index_type));
    const GLint buffer = integer(gl_, GL_ELEMENT_ARRAY_BUFFER_BINDING);
    if (buffer != 0) return read_buffer(gl_, static_cast<GLuint>(buffer), range.index_offset, wanted);
    const auto* data = reinterpret_cast<const std::uint8_t*>(range.client.data());
    return {data, data + std::min(range.client.size(), wanted)};
  }

  void read_elements() {
    const auto restart = index_bytes(draw_.index_type) > 0 ? restart_index() : std::nullopt;
    for (const Found& range : ranges_) out_.total += range.count;
    auto room = static_cast<std::int64_t>(most_);
    for (const Found& range : ranges_) {
      if (room <= 0) break;
      if (!out_.numbers.empty()) out_.numbers.push_back(DrawElements::kEnd);
      const std::int64_t count = std::min(range.count, room);
      room -= count;
      if (draw_.index_type != 0) add_indexed(range, count, restart);
      for (std::int64_t i = 0; draw_.index_type == 0 && i < count; ++i) out_.numbers.push_back(range.first + i);
    }
  }

  void add_indexed(const Found& range, std::int64_t count, std::optional<std::uint32_t> restart) {
    const auto size = static_cast<std::size_t>(index_bytes(draw_.index_type));
    if (size == 0) return;
    const Bytes bytes = index_bytes_of(range, count);
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
      std::uint32_t index = 0;
      std::memcpy(&index, bytes.data() + at, size);
      out_.numbers.push_back(restart && index == *restart ? DrawElements::kEnd : index + range.base_vertex);
    }
    if (bytes.size() < static_cast<std::size_t>(count) * size)
      note(fmt::format("Only {} of {} indices are there.", bytes.size() / size, range.count));
  }

  const GladGLContext& gl_;
  const DrawCall& draw_;
  std::size_t most_;
  std::vector<Found> ranges_;
  DrawElements out_;
};

}  // namespace

DrawElements draw_elements(const Asked& asked, const DrawCall& draw, std::size_t most) {
  return Reader(asked.gl, draw, most).read();
}

}  // namespace replay::state
