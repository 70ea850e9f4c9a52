// The vertices of a draw as text: CSV for tables, OBJ for programs that show meshes.
#pragma once

#include <string>
#include <vector>

#include "replay/state/draw_vertices.h"

namespace replay::state {

// A line for each element of the draw: its place, the number of its vertex, and the components of all attributes.
std::string csv_text(const DrawVertices& draw);

// The column of positions as vertices, and the primitives: points, lines, faces. Empty without positions.
std::string obj_text(const DrawVertices& draw);

// The primitives of a draw as lists of places: 1 for a point, 2 for a line, 3 for a triangle, 4 for a quad.
std::vector<std::vector<std::uint32_t>> primitives_of(const DrawVertices& draw);

}  // namespace replay::state
