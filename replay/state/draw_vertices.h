// The vertices that a draw reads: indices, and the numbers of each attribute.
//
// Nothing that a recording says about them is trusted: the driver is asked for the sizes of buffers, and what lies
// outside of one is no number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/state/vertex_attributes.h"

namespace replay::state {

struct DrawVertices {
  static constexpr std::uint32_t kEnd = ~0U;  // in `elements`: a primitive ends here

  std::string mode;              // "GL_TRIANGLES"; empty: the call does not tell
  std::uint32_t index_type = 0;  // 0: without indices
  std::int64_t total = 0;        // elements that the draw has; `elements` may be fewer
  bool is_cut = false;           // they are
  std::int64_t instances = 1;
  std::vector<std::uint32_t> elements;  // places in `vertices`, in the order of the draw
  std::vector<std::int64_t> vertices;   // their numbers, ascending, each once
  std::vector<VertexColumn> columns;    // with a value for each vertex
  std::vector<VertexColumn> instanced;  // with a value for each of the first instances, or groups of them
  std::vector<ConstantAttribute> constants;
  int position = -1;               // the column that most likely has positions
  std::vector<std::string> notes;  // sentences: what is left out, and why
};

struct VertexLimits {
  std::size_t elements = 30000, vertices = 8000, instances = 64;
};

// Nothing for a call that draws no vertices. Precondition: the draw was made or is about to be made, errors are muted,
// no list is compiled, outside of glBegin.
std::optional<DrawVertices> draw_vertices(const Asked& asked, const loaders::Call& call, const VertexLimits& limits);

}  // namespace replay::state
