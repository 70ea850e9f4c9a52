#include "replay/readback/vertex_format.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "glbindings/gl_names.h"

namespace replay {
namespace {

template <class T>
double number_at(const std::uint8_t* bytes, int i) {
  T value;
  std::memcpy(&value, bytes + static_cast<std::size_t>(i) * sizeof value, sizeof value);
  return static_cast<double>(value);
}

// A float of `mantissa` bits below five bits of exponent, with a sign above them or without.
double small_float(std::uint32_t bits, int mantissa, bool has_sign) {
  const std::uint32_t fraction = bits & ((1U << mantissa) - 1), exponent = bits >> mantissa & 31;
  const double sign = has_sign && (bits >> (mantissa + 5) & 1) != 0 ? -1 : 1;
  const double step = std::ldexp(1.0, -mantissa);
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction * step, -14);
  return sign * std::ldexp(1 + fraction * step, static_cast<int>(exponent) - 15);
}

// The two's complement of the lowest `width` bits.
double signed_bits(std::uint32_t bits, int width) {
  const std::int64_t value = bits & ((1U << width) - 1);
  return static_cast<double>(value >= (std::int64_t{1} << (width - 1)) ? value - (std::int64_t{1} << width) : value);
}

// The rule of GL 4.2 and ES 3: the lowest number and the one above it are both -1.
double normalized(double value, int bits, bool is_signed) {
  const double most = std::ldexp(1.0, is_signed ? bits - 1 : bits) - 1;
  return std::max(value / most, -1.0);
}

struct IntegerType {
  int bits;
  bool is_signed;
};

IntegerType integer_type(std::uint32_t type) {
  switch (type) {
    case GL_BYTE: return {8, true};
    case GL_UNSIGNED_BYTE: return {8, false};
    case GL_SHORT: return {16, true};
    case GL_UNSIGNED_SHORT: return {16, false};
    case GL_INT: return {32, true};
    case GL_UNSIGNED_INT: return {32, false};
    default: return {0, false};
  }
}

double component_at(const VertexFormat& format, const std::uint8_t* bytes, int i) {
  switch (format.type) {
    case GL_BYTE: return number_at<std::int8_t>(bytes, i);
    case GL_UNSIGNED_BYTE: return number_at<std::uint8_t>(bytes, i);
    case GL_SHORT: return number_at<std::int16_t>(bytes, i);
    case GL_UNSIGNED_SHORT: return number_at<std::uint16_t>(bytes, i);
    case GL_INT: return number_at<std::int32_t>(bytes, i);
    case GL_UNSIGNED_INT: return number_at<std::uint32_t>(bytes, i);
    case GL_FIXED: return number_at<std::int32_t>(bytes, i) / 65536;
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
      return small_float(static_cast<std::uint32_t>(number_at<std::uint16_t>(bytes, i)), 10, true);
    case GL_FLOAT: return number_at<float>(bytes, i);
    case GL_DOUBLE: return number_at<double>(bytes, i);
    default: return 0;
  }
}

std::array<double, 4> decode_packed(const VertexFormat& format, std::uint32_t word) {
  if (format.type == GL_UNSIGNED_INT_10F_11F_11F_REV)
    return {small_float(word & 0x7ff, 6, false), small_float(word >> 11 & 0x7ff, 6, false),
            small_float(word >> 22, 5, false), 1};
  const bool is_signed = format.type == GL_INT_2_10_10_10_REV;
  std::array<double, 4> out{};
  for (int i = 0; i < 4; ++i) {
    const int width = i == 3 ? 2 : 10;
    const std::uint32_t field = word >> (10 * i);
    const double value = is_signed ? signed_bits(field, width) : field & ((1U << width) - 1);
    out[static_cast<std::size_t>(i)] = format.normalized ? normalized(value, width, is_signed) : value;
  }
  return out;
}

bool is_packed(std::uint32_t type) {
  return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV ||
         type == GL_UNSIGNED_INT_10F_11F_11F_REV;
}

}  // namespace

std::size_t VertexFormat::bytes() const {
  if (is_packed(type)) return 4;
  const auto number = static_cast<std::size_t>(count());
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return number;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES: return 2 * number;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FIXED:
    case GL_FLOAT: return 4 * number;
    case GL_DOUBLE: return 8 * number;
    default: return 0;
  }
}

bool VertexFormat::is_whole() const {
  const bool has_integers =
      integer_type(type).bits != 0 || type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
  return has_integers && (integer || !normalized);
}

std::array<double, 4> decode_vertex(const VertexFormat& format, const std::uint8_t* bytes) {
  std::array<double, 4> out{0, 0, 0, 1};
  if (is_packed(format.type)) {
    std::uint32_t word;
    std::memcpy(&word, bytes, sizeof word);
    out = decode_packed(format, word);
  } else {
    const auto [bits, is_signed] = integer_type(format.type);
    for (int i = 0; i < format.count(); ++i) {
      const double value = component_at(format, bytes, i);
      out[static_cast<std::size_t>(i)] =
          format.normalized && !format.integer && bits != 0 ? normalized(value, bits, is_signed) : value;
    }
  }
  if (format.components == GL_BGRA) std::swap(out[0], out[2]);
  return out;
}

std::string text_of(const VertexFormat& format) {
  const std::string type = glbindings::enum_name(0, format.type);
  const std::string count = format.components == GL_BGRA ? "GL_BGRA" : fmt::format("{}", format.count());
  const char* meaning = format.is_double    ? ", double"
                        : format.integer    ? ", integer"
                        : format.normalized ? ", normalized"
                                            : "";
  return fmt::format("{} x {}{}", count, type, meaning);
}

}  // namespace replay
