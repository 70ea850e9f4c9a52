// VertexLines: the vertices of draws as lines of the page of `inspect`.
//
//   ["vertices", {...}]     of the call before it: what state::DrawVertices has. A column has "values": [form,
//   components,
//                           block, offset, length]; the bytes are packed component by component as of pixels.
//                           "elements": null for one vertex after the other
//   ["positions", {...}]    of the call before it: "mode", "from" (a sentence) and "notes"; "values" as of a column
//   with
//                           x, y, z, w of clip space; "by_vertex": they are those of the vertices, not of a list of
//                           their own
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/inspect/page_file.h"
#include "replay/state/draw_vertices.h"

namespace replay {

// Where the vertices of a draw come out.
struct OutPositions {
  std::string mode{};         // "GL_TRIANGLES" ...
  std::string from{};         // a sentence: what made them; empty: there are none
  bool by_vertex = false;     // one for each vertex of the draw, which has the primitives
  std::vector<float> clip{};  // x, y, z, w of each
  std::vector<std::string> notes{};
};

class VertexLines {
 public:
  explicit VertexLines(PageFile& page) : page_(page) {}

  // How much of the next draw the page has room for: nothing when it is full.
  state::VertexLimits limits() const;

  // The bytes go to the page at once; the lines have to come after that of the call.
  nlohmann::json line_of(const state::DrawVertices& draw);
  nlohmann::json line_of(const OutPositions& out);

 private:
  template <class T>
  nlohmann::json packed(char form, const std::vector<double>& values, int components);
  nlohmann::json packed_bytes(char form, const std::vector<std::uint8_t>& bytes, std::size_t element, int components);
  nlohmann::json values_of(const state::VertexColumn& column);
  nlohmann::json columns_of(const std::vector<state::VertexColumn>& columns);

  PageFile& page_;
  std::map<std::string, PackedBytes> known_;  // by hash: many draws have the same vertices
  std::size_t packed_ = 0;                    // bytes of all
};

}  // namespace replay
