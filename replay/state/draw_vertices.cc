#include "replay/state/draw_vertices.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "replay/calls/draw_call.h"
#include "replay/readback/buffer_reader.h"
#include "replay/state/draw_elements.h"

namespace replay::state {
namespace {

constexpr std::int64_t kMostSpan = std::int64_t{16} << 20;  // bytes of a buffer that are read at once

// These numbers are so small that many other enums have them, too.
std::string mode_text(std::uint32_t mode) {
  constexpr const char* kModes[] = {"GL_POINTS",
                                    "GL_LINES",
                                    "GL_LINE_LOOP",
                                    "GL_LINE_STRIP",
                                    "GL_TRIANGLES",
                                    "GL_TRIANGLE_STRIP",
                                    "GL_TRIANGLE_FAN",
                                    "GL_QUADS",
                                    "GL_QUAD_STRIP",
                                    "GL_POLYGON",
                                    "GL_LINES_ADJACENCY",
                                    "GL_LINE_STRIP_ADJACENCY",
                                    "GL_TRIANGLES_ADJACENCY",
                                    "GL_TRIANGLE_STRIP_ADJACENCY",
                                    "GL_PATCHES"};
  return mode < std::size(kModes) ? kModes[mode] : fmt::format("mode {}", mode);
}

// Gives places to the vertices, and cuts where there are too many of them.
void number_vertices(DrawElements& read, const VertexLimits& limits, DrawVertices& out) {
  std::map<std::int64_t, std::uint32_t> places;
  std::size_t kept = 0;
  for (const std::int64_t number : read.numbers) {
    if (number != DrawElements::kEnd) {
      if (places.size() >= limits.vertices && !places.contains(number)) break;
      places.try_emplace(number, 0);
    }
    ++kept;
  }
  // A whole number of primitives, whatever they are.
  if (kept < read.numbers.size()) read.numbers.resize(kept / 12 * 12);
  for (auto& [number, place] : places) {
    place = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.push_back(number);
  }
  std::int64_t shown = 0;
  for (const std::int64_t number : read.numbers) {
    out.elements.push_back(number == DrawElements::kEnd ? DrawVertices::kEnd : places[number]);
    shown += number != DrawElements::kEnd ? 1 : 0;
  }
  out.is_cut = kept > read.numbers.size() || read.total > static_cast<std::int64_t>(limits.elements);
  if (out.is_cut) out.notes.push_back(fmt::format("These are the first {} of {} elements.", shown, read.total));
}

// Reads the values of elements, which ascend. What is close together is read at once. Returns how many lie outside of
// the buffer.
std::size_t read_values(const GladGLContext& gl, const std::vector<std::int64_t>& elements, VertexColumn& column) {
  const auto size = static_cast<std::int64_t>(column.format.bytes());
  const auto place = [&](std::size_t i) { return column.offset + elements[i] * column.stride; };
  std::size_t missing = 0, from = 0;
  while (from < elements.size()) {
    const std::int64_t begin = place(from);
    std::size_t to = from + 1;
    while (to < elements.size() && place(to) - begin + size <= kMostSpan) ++to;
    const std::int64_t span = place(to - 1) - begin + size;
    // A vertex before the start of the buffer takes no other with it.
    if (begin < 0) to = from + 1;
    const auto bytes =
        read_buffer(gl, column.live_buffer, begin, static_cast<std::size_t>(std::max<std::int64_t>(span, 0)));
    for (; from < to; ++from) {
      const auto at = static_cast<std::size_t>(place(from) - begin);
      const bool is_there = at + static_cast<std::size_t>(size) <= bytes.size();
      const auto values = is_there ? decode_vertex(column.format, bytes.data() + at) : std::array<double, 4>{};
      for (int i = 0; i < column.format.count(); ++i)
        column.values.push_back(is_there ? values[static_cast<std::size_t>(i)]
                                         : std::numeric_limits<double>::quiet_NaN());
      missing += is_there ? 0 : 1;
    }
  }
  return missing;
}

std::vector<std::int64_t> elements_of_instances(const DrawElements& read, std::uint32_t divisor, std::size_t most) {
  std::vector<std::int64_t> elements;
  const std::int64_t last = (read.instances - 1) / divisor;
  for (std::int64_t i = 0; i <= last && elements.size() < most; ++i) elements.push_back(read.base_instance + i);
  return elements;
}

}  // namespace

std::optional<DrawVertices> draw_vertices(const Asked& asked, const loaders::Call& call, const VertexLimits& limits) {
  const auto draw = draw_call_of(call);
  if (!draw) return std::nullopt;
  DrawVertices out;
  DrawElements read = draw_elements(asked, *draw, limits.elements / 12 * 12);
  out.notes = read.notes;
  if (draw->from == DrawCall::From::kImmediate || draw->from == DrawCall::From::kList) return out;
  out.mode = mode_text(draw->mode);
  out.index_type = draw->index_type;
  out.total = read.total;
  out.instances = read.instances;
  number_vertices(read, limits, out);
  VertexAttributes attributes = vertex_attributes(asked);
  out.constants = std::move(attributes.constants);
  for (VertexColumn& column : attributes.columns) {
    if (column.format.bytes() == 0) {
      out.notes.push_back(fmt::format("The type of {} is not known.", column.name));
      continue;
    }
    const std::vector<std::int64_t> elements =
        column.divisor == 0 ? out.vertices : elements_of_instances(read, column.divisor, limits.instances);
    if (const std::size_t missing = read_values(asked.gl, elements, column); missing > 0) {
      out.notes.push_back(
          fmt::format("{}: {} of {} elements lie outside of its buffer.", column.name, missing, elements.size()));
    }
    (column.divisor == 0 ? out.columns : out.instanced).push_back(std::move(column));
  }
  out.position = position_of(out.columns);
  return out;
}

}  // namespace replay::state
