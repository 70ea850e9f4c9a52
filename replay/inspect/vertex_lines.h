// VertexLines: the vertices of draws as lines of the page of `inspect`.
//
//   ["vertices", {...}]     of the call before it: what state::DrawVertices has. A column has "values": [form,
//   components,
//                           block, offset, length]; the bytes are packed component by component as of pixels.
//                           "elements": null for one vertex after the other
//   ["positions", {...}]    of the call before it: "mode", "from" (a sentence) and "notes"; "values" as of a column
//   with
//                           x, y, z, w of clip space; "by_vertex": they are those of the vertices, not of a list of
//                           their own; "places": which of the values come one after the other, each as its
//                           distance from the next that was not there yet (0: that one); null: all of them
//
// The page has so many bytes for vertices, and each draw that is still to come has the same part of what is left. A
// draw with more of them gets fewer digits in the positions that come out, and when that is not enough it is cut.
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
  // `draws` is how many draws the frame has.
  VertexLines(PageFile& page, std::uint64_t draws) : page_(page), draws_(draws) {}

  // How much of the next draw the page has room for: nothing when it is full.
  state::VertexLimits limits();

  // The bytes go to the page at once; the lines have to come after that of the call.
  nlohmann::json line_of(const state::DrawVertices& draw);
  nlohmann::json line_of(const OutPositions& out);

  // ["left_out", of how many draws vertices are left out, of how many those that come out are rounded]
  nlohmann::json left_out() const { return {"left_out", cut_, rounded_}; }

 private:
  template <class T>
  nlohmann::json packed(char form, const std::vector<double>& values, int components);
  nlohmann::json packed_bytes(char form, const std::vector<std::uint8_t>& bytes, std::size_t element, int components);
  nlohmann::json values_of(const state::VertexColumn& column);
  nlohmann::json columns_of(const std::vector<state::VertexColumn>& columns);

  PageFile& page_;
  std::uint64_t draws_;                                    // that are still to come
  std::size_t share_ = 0;                                  // bytes of the draw
  std::size_t positions_ = 64, position_bytes_ = 12 * 64;  // that come out: how many, and their packed bytes
  std::map<std::string, PackedBytes> known_;               // by hash: many draws have the same vertices
  std::size_t packed_ = 0;                                 // bytes of all
  std::uint64_t cut_ = 0, rounded_ = 0;                    // draws
};

}  // namespace replay
