// VertexFormat: how an attribute of a vertex lies in a buffer, and the numbers that it stands for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace replay {

struct VertexFormat {
  int components = 4;           // 1 to 4, or GL_BGRA
  std::uint32_t type = 0x1406;  // GL_FLOAT ...
  bool normalized = false;      // integers become 0 to 1, or -1 to 1
  bool integer = false;         // of glVertexAttribIPointer: integers stay what they are
  bool is_double = false;       // of glVertexAttribLPointer

  int count() const { return components >= 1 && components <= 4 ? components : 4; }
  // Bytes of an element; 0 for a type that no driver has.
  std::size_t bytes() const;
  // Whether the numbers of the attribute are whole: the shader gets integers, or integers that are no fractions.
  bool is_whole() const;
};

// The numbers of an element, in the order x, y, z, w. Precondition: `bytes` has format.bytes() bytes.
std::array<double, 4> decode_vertex(const VertexFormat& format, const std::uint8_t* bytes);

// For people: "3 x GL_FLOAT", "4 x GL_UNSIGNED_BYTE, normalized".
std::string text_of(const VertexFormat& format);

}  // namespace replay
