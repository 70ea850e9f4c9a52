#include "replay/state/vertex_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

namespace replay::state {
namespace {

using Primitive = std::vector<std::uint32_t>;
using Primitives = std::vector<Primitive>;
using Run = std::span<const std::uint32_t>;

// Every `step` elements from the first on `size` of them.
void add_each(Primitives& out, Run run, std::size_t size, std::size_t step, std::size_t skip = 0) {
  for (std::size_t i = 0; i + size + skip <= run.size(); i += step)
    out.emplace_back(run.begin() + static_cast<std::ptrdiff_t>(i + skip),
                     run.begin() + static_cast<std::ptrdiff_t>(i + skip + size));
}

void add_triangle_strip(Primitives& out, Run run) {
  for (std::size_t i = 0; i + 3 <= run.size(); ++i) {
    if (i % 2 == 0) out.push_back({run[i], run[i + 1], run[i + 2]});
    else out.push_back({run[i + 1], run[i], run[i + 2]});
  }
}

void add_with_neighbours(Primitives& out, Run run, bool is_strip) {
  const std::size_t step = is_strip ? 2 : 6;
  for (std::size_t i = 0; i + 6 <= run.size(); i += step) out.push_back({run[i], run[i + 2], run[i + 4]});
}

void add_run(Primitives& out, std::string_view mode, Run run) {
  if (mode == "GL_LINES") add_each(out, run, 2, 2);
  else if (mode == "GL_LINE_STRIP" || mode == "GL_LINE_LOOP") add_each(out, run, 2, 1);
  else if (mode == "GL_TRIANGLES") add_each(out, run, 3, 3);
  else if (mode == "GL_QUADS") add_each(out, run, 4, 4);
  else if (mode == "GL_TRIANGLE_STRIP") add_triangle_strip(out, run);
  else if (mode == "GL_LINES_ADJACENCY") add_each(out, run, 2, 4, 1);
  else if (mode == "GL_LINE_STRIP_ADJACENCY")
    add_each(out, run.size() > 2 ? run.subspan(1, run.size() - 2) : Run(), 2, 1);
  else if (mode == "GL_TRIANGLES_ADJACENCY" || mode == "GL_TRIANGLE_STRIP_ADJACENCY")
    add_with_neighbours(out, run, mode != "GL_TRIANGLES_ADJACENCY");
  else if (mode == "GL_TRIANGLE_FAN" || mode == "GL_POLYGON")
    for (std::size_t i = 1; i + 2 <= run.size(); ++i) out.push_back({run[0], run[i], run[i + 1]});
  else if (mode == "GL_QUAD_STRIP")
    for (std::size_t i = 0; i + 4 <= run.size(); i += 2) out.push_back({run[i], run[i + 1], run[i + 3], run[i + 2]});
  else add_each(out, run, 1, 1);  // points and patches
  if (mode == "GL_LINE_LOOP" && run.size() > 2) out.push_back({run.back(), run.front()});
}

// Text is cheap to write and dear to read: as many digits as a float has.
void append_number(std::string& out, double value) { fmt::format_to(std::back_inserter(out), "{:.9g}", value); }

// A name in a head of CSV: what is a letter, a digit or one of a few others.
std::string plain(std::string_view name) {
  std::string out(name);
  for (char& letter : out) {
    const bool is_plain = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                          (letter >= 'A' && letter <= 'Z') || letter == '_' || letter == '[' || letter == ']';
    if (!is_plain) letter = '_';
  }
  return out;
}

const VertexColumn* column_named(const DrawVertices& draw, std::initializer_list<std::string_view> words, int least) {
  for (const VertexColumn& column : draw.columns) {
    std::string name = column.name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool fits = std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != name.npos; });
    if (fits && column.format.count() >= least) return &column;
  }
  return nullptr;
}

void append_values(std::string& out, std::string_view head, const VertexColumn& column, std::size_t vertex, int count) {
  out += head;
  const auto components = static_cast<std::size_t>(column.format.count());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const double value = i < components ? column.values[vertex * components + i] : 0;
    out += ' ';
    append_number(out, std::isfinite(value) ? value : 0);  // OBJ has no word for what is no number
  }
  out += '\n';
}

}  // namespace

std::vector<std::vector<std::uint32_t>> primitives_of(const DrawVertices& draw) {
  Primitives out;
  for (auto from = draw.elements.begin(); from != draw.elements.end();) {
    const auto to = std::find(from, draw.elements.end(), DrawVertices::kEnd);
    add_run(out, draw.mode, Run(from, to));
    from = to == draw.elements.end() ? to : to + 1;
  }
  return out;
}

std::string csv_text(const DrawVertices& draw) {
  constexpr const char* kComponents[] = {"x", "y", "z", "w"};
  std::string out = "element,vertex";
  for (const VertexColumn& column : draw.columns) {
    for (int i = 0; i < column.format.count(); ++i) out += fmt::format(",{}.{}", plain(column.name), kComponents[i]);
  }
  out += '\n';
  std::size_t element = 0;
  for (const std::uint32_t place : draw.elements) {
    if (place == DrawVertices::kEnd) continue;
    fmt::format_to(std::back_inserter(out), "{},{}", element++, draw.vertices[place]);
    for (const VertexColumn& column : draw.columns) {
      const auto components = static_cast<std::size_t>(column.format.count());
      for (std::size_t i = 0; i < components; ++i) {
        const double value = column.values[place * components + i];
        out += ',';
        if (!std::isnan(value)) append_number(out, value);
      }
    }
    out += '\n';
  }
  return out;
}

std::string obj_text(const DrawVertices& draw) {
  if (draw.position < 0 || draw.vertices.empty()) return {};
  const VertexColumn& positions = draw.columns[static_cast<std::size_t>(draw.position)];
  const VertexColumn* normals = column_named(draw, {"normal"}, 3);
  const VertexColumn* coordinates = column_named(draw, {"tex", "uv"}, 2);
  std::string out = "# vertices as they go in, written by replay\n";
  for (std::size_t i = 0; i < draw.vertices.size(); ++i) append_values(out, "v", positions, i, 3);
  for (std::size_t i = 0; coordinates != nullptr && i < draw.vertices.size(); ++i)
    append_values(out, "vt", *coordinates, i, 2);
  for (std::size_t i = 0; normals != nullptr && i < draw.vertices.size(); ++i) append_values(out, "vn", *normals, i, 3);
  for (const Primitive& primitive : primitives_of(draw)) {
    out += primitive.size() == 1 ? "p" : primitive.size() == 2 ? "l" : "f";
    for (const std::uint32_t place : primitive) {
      const std::uint32_t number = place + 1;
      fmt::format_to(std::back_inserter(out), " {}", number);
      if (primitive.size() < 3 || (coordinates == nullptr && normals == nullptr)) continue;
      out += '/';
      if (coordinates != nullptr) fmt::format_to(std::back_inserter(out), "{}", number);
      if (normals != nullptr) fmt::format_to(std::back_inserter(out), "/{}", number);
    }
    out += '\n';
  }
  return out;
}

}  // namespace replay::state
