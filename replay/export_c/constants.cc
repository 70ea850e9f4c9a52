#include "replay/export_c/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "glbindings/gl_names.h"
#include "replay/export_c/c_text.h"

namespace replay {
namespace {

using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Type;

// Longer memory goes into a file.
constexpr std::size_t kMaxConstantElements = 64, kMaxConstantBytes = 256;

// From about GL 2.1 on. OpenGL ES has names of its own among them, which the headers of desktop GL lack.
constexpr std::uint64_t kNewEnums = 0x8BA0;

float float_at(std::span<const std::byte> bytes, std::size_t i) {
  float value;
  std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
  return value;
}

bool looks_like_floats(std::span<const std::byte> bytes) {
  if (bytes.size() < 8 || bytes.size() % 4 != 0) return false;
  bool has_any = false;
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    const float value = float_at(bytes, i);
    const float size = std::fabs(value);
    if (value == 0 && !std::signbit(value)) continue;
    if (!(size > 1e-5f && size < 1e6f)) return false;
    has_any = true;
  }
  return has_any;
}

// NaN has many values, and a text says only one.
bool has_nan(const ParamInfo& param, std::span<const std::byte> bytes) {
  if (param.type == Type::kF32) {
    for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
      if (std::isnan(float_at(bytes, i))) return true;
    }
  }
  return param.type == Type::kF64 &&
         std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0xff}; });
}

// Headers have the names of extensions when they are of the same age, and those of OpenGL ES never.
bool has_vendor(std::string_view name) {
  const std::string_view end = name.substr(std::min(name.rfind('_'), name.size() - 1));
  constexpr std::string_view kVendors[] = {
      "_ARB",  "_EXT",  "_KHR",  "_OES",  "_NV",  "_NVX",  "_AMD",  "_ATI",   "_APPLE", "_ANGLE",   "_IMG", "_INTEL",
      "_MESA", "_QCOM", "_SGIS", "_SGIX", "_SGI", "_IBM",  "_HP",   "_SUN",   "_SUNX",  "_WIN",     "_ARM", "_VIV",
      "_FJ",   "_DMP",  "_PGI",  "_REND", "_S3",  "_INGR", "_3DFX", "_MESAX", "_OML",   "_GREMEDY", "_OVR"};
  return std::find(std::begin(kVendors), std::end(kVendors), end) != std::end(kVendors);
}

}  // namespace

std::string Constants::number(const ParamInfo& param, std::uint64_t bits) {
  std::string text = c_number(param, bits);
  note_enums(param, text, bits);
  return text;
}

void Constants::note_enums(const ParamInfo& param, const std::string& text, std::uint64_t value) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(" | ", begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    begin = end + 3;
    const bool is_known = param.type == Type::kBitfield || value < kNewEnums;
    if (!name.starts_with("GL_") || (is_known && !has_vendor(name))) continue;
    if (param.type != Type::kBitfield) used_.enums[name] = value & 0xffffffff;
    for (std::uint64_t bit = 1; param.type == Type::kBitfield && bit <= 0x80000000; bit <<= 1) {
      if (glbindings::bitmask_names(param.group, bit) == name) used_.enums[name] = bit;
    }
  }
}

std::string Constants::memory(std::span<const std::byte> bytes) {
  return memory(
      ParamInfo{.type = looks_like_floats(bytes) ? Type::kF32 : Type::kU8, .indirection = 1, .is_const = true}, bytes);
}

std::string Constants::memory(const ParamInfo& param, std::span<const std::byte> bytes) {
  if (bytes.empty()) return "NULL";
  if (param.type == Type::kVoid) return memory(bytes);
  const std::size_t count = bytes.size() / c_type_size(param.type);
  if (count > kMaxConstantElements || bytes.size() > kMaxConstantBytes || has_nan(param, bytes))
    return fmt::format("blob({}, {})", folder_.blob(bytes), bytes.size());
  const bool is_char = param.type == Type::kChar;
  const std::string elements = c_elements(param, bytes, 4);
  if (param.type == Type::kEnum) {
    for (std::size_t n = 0; n < count; ++n) {
      std::uint32_t value;
      std::memcpy(&value, bytes.data() + n * sizeof value, sizeof value);
      number(param, value);
    }
  }
  const bool is_long = elements.find('\n') != elements.npos;
  return fmt::format("(const {}[]){{{}{}}}", is_char ? "GLubyte" : c_type(param.type), is_long ? "\n    " : "",
                     elements);
}

}  // namespace replay
