#include "tests/fuzz/dispatch/fake_pixels.h"

#include <glad/gl.h>

#include <map>

namespace replay::fake {
namespace {

// Table 8.3 and the formats of compatibility profiles and extensions: elements of a group.
const std::map<std::uint32_t, int> kElements = {{GL_RED, 1},
                                                {GL_GREEN, 1},
                                                {GL_BLUE, 1},
                                                {GL_ALPHA, 1},
                                                {GL_LUMINANCE, 1},
                                                {GL_LUMINANCE_ALPHA, 2},
                                                {GL_RG, 2},
                                                {GL_RGB, 3},
                                                {GL_BGR, 3},
                                                {GL_RGBA, 4},
                                                {GL_BGRA, 4},
                                                {GL_ABGR_EXT, 4},
                                                {GL_COLOR_INDEX, 1},
                                                {GL_STENCIL_INDEX, 1},
                                                {GL_DEPTH_COMPONENT, 1},
                                                {GL_DEPTH_STENCIL, 2},
                                                {GL_RED_INTEGER, 1},
                                                {GL_GREEN_INTEGER, 1},
                                                {GL_BLUE_INTEGER, 1},
                                                {GL_RG_INTEGER, 2},
                                                {GL_RGB_INTEGER, 3},
                                                {GL_BGR_INTEGER, 3},
                                                {GL_RGBA_INTEGER, 4},
                                                {GL_BGRA_INTEGER, 4}};

// Table 8.2: bytes of an element.
const std::map<std::uint32_t, int> kElementBytes = {{GL_UNSIGNED_BYTE, 1}, {GL_BYTE, 1},         {GL_UNSIGNED_SHORT, 2},
                                                    {GL_SHORT, 2},         {GL_UNSIGNED_INT, 4}, {GL_INT, 4},
                                                    {GL_HALF_FLOAT, 2},    {GL_FLOAT, 4}};

// Table 8.5: bytes of a whole group, and how many elements it packs.
struct Packed {
  int bytes, elements;
};
const std::map<std::uint32_t, Packed> kPacked = {{GL_UNSIGNED_BYTE_3_3_2, {1, 3}},
                                                 {GL_UNSIGNED_BYTE_2_3_3_REV, {1, 3}},
                                                 {GL_UNSIGNED_SHORT_5_6_5, {2, 3}},
                                                 {GL_UNSIGNED_SHORT_5_6_5_REV, {2, 3}},
                                                 {GL_UNSIGNED_SHORT_4_4_4_4, {2, 4}},
                                                 {GL_UNSIGNED_SHORT_4_4_4_4_REV, {2, 4}},
                                                 {GL_UNSIGNED_SHORT_5_5_5_1, {2, 4}},
                                                 {GL_UNSIGNED_SHORT_1_5_5_5_REV, {2, 4}},
                                                 {GL_UNSIGNED_INT_8_8_8_8, {4, 4}},
                                                 {GL_UNSIGNED_INT_8_8_8_8_REV, {4, 4}},
                                                 {GL_UNSIGNED_INT_10_10_10_2, {4, 4}},
                                                 {GL_UNSIGNED_INT_2_10_10_10_REV, {4, 4}},
                                                 {GL_UNSIGNED_INT_10F_11F_11F_REV, {4, 3}},
                                                 {GL_UNSIGNED_INT_5_9_9_9_REV, {4, 3}},
                                                 {GL_UNSIGNED_INT_24_8, {4, 2}},
                                                 {GL_FLOAT_32_UNSIGNED_INT_24_8_REV, {8, 2}}};

}  // namespace

bool is_pixel_format(std::uint32_t format, std::uint32_t type) {
  const auto elements = kElements.find(format);
  if (elements == kElements.end()) return false;
  if (type == GL_BITMAP) return format == GL_COLOR_INDEX || format == GL_STENCIL_INDEX;
  const auto packed = kPacked.find(type);
  if (packed != kPacked.end()) return packed->second.elements == elements->second;
  return kElementBytes.contains(type) && format != GL_DEPTH_STENCIL;
}

std::int64_t group_bits(std::uint32_t format, std::uint32_t type) {
  if (type == GL_BITMAP) return 1;
  const auto packed = kPacked.find(type);
  if (packed != kPacked.end()) return packed->second.bytes * 8;
  return std::int64_t{kElements.at(format)} * kElementBytes.at(type) * 8;
}

}  // namespace replay::fake
