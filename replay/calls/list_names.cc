#include "replay/calls/list_names.h"

#include <glad/gl.h>

#include <cstring>

namespace replay {

std::uint32_t list_offset(const void* lists, std::uint32_t type, std::size_t index) {
  const auto* bytes = static_cast<const std::uint8_t*>(lists);
  const auto at = [lists, index]<class T>(T) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(lists) + index * sizeof(T), sizeof(T));
    return value;
  };
  switch (type) {
    case GL_BYTE: return static_cast<std::uint32_t>(at(std::int8_t{}));
    case GL_UNSIGNED_BYTE: return at(std::uint8_t{});
    case GL_SHORT: return static_cast<std::uint32_t>(at(std::int16_t{}));
    case GL_UNSIGNED_SHORT: return at(std::uint16_t{});
    case GL_INT: return static_cast<std::uint32_t>(at(std::int32_t{}));
    case GL_UNSIGNED_INT: return at(std::uint32_t{});
    case GL_FLOAT: {
      const float value = at(float{});
      return value >= -2147483648.0f && value < 4294967296.0f
                 ? static_cast<std::uint32_t>(static_cast<std::int64_t>(value))
                 : 0;
    }
    case GL_2_BYTES: return bytes[2 * index] * 256u + bytes[2 * index + 1];
    case GL_3_BYTES: return (bytes[3 * index] * 256u + bytes[3 * index + 1]) * 256u + bytes[3 * index + 2];
    case GL_4_BYTES:
      return ((bytes[4 * index] * 256u + bytes[4 * index + 1]) * 256u + bytes[4 * index + 2]) * 256u +
             bytes[4 * index + 3];
    default: return 0;
  }
}

std::uint32_t list_type_bytes(std::uint32_t type) {
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_2_BYTES: return 2;
    case GL_3_BYTES: return 3;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_4_BYTES: return 4;
    default: return 0;
  }
}

}  // namespace replay
