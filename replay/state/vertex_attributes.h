// The attributes of vertices that the arrays of the current vertex array object have, and where.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/readback/vertex_format.h"
#include "replay/state/parts.h"

namespace replay::state {

struct VertexColumn {
  std::string name;     // of the attribute in the program; "gl_Vertex" ... of the fixed functions; "attribute 3"
  bool is_read = true;  // by the program
  VertexFormat format{};
  std::uint32_t buffer = 0;  // recorded name; 0: memory of the client, which the replayer keeps in a buffer
  std::uint32_t live_buffer = 0;
  std::int64_t offset = 0, stride = 0;
  std::uint32_t divisor = 0;     // instances for each element; 0: an element for each vertex
  std::vector<double> values{};  // format.count() for each element, when they were read; NaN outside of the buffer
};

// The value of an attribute that the program reads and no array has.
struct ConstantAttribute {
  std::string name;
  std::vector<double> values;
};

struct VertexAttributes {
  std::vector<VertexColumn> columns;
  std::vector<ConstantAttribute> constants;
};

// Without values. Precondition: errors are muted, no list is compiled, outside of glBegin.
VertexAttributes vertex_attributes(const Asked& asked);

// The column that most likely has positions; -1 when there is none.
int position_of(const std::vector<VertexColumn>& columns);

}  // namespace replay::state
