#include "replay/picture/ktx2.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace replay {
namespace {

using Bytes = std::vector<std::uint8_t>;

// How Vulkan and the data format descriptor call a format.
struct FormatFacts {
  std::uint32_t vk_format, component_bytes;
  std::uint8_t qualifiers;  // of each sample: 0x80 float, 0x40 signed
  std::uint32_t lowest, highest;
  std::uint8_t channels;  // 4: red, green, blue, alpha; 1: depth
};

constexpr std::uint32_t kMinusOne = 0xbf800000, kOne = 0x3f800000;  // as floats

constexpr FormatFacts kFormats[] = {
    {37, 1, 0, 0, 255, 4},               // VK_FORMAT_R8G8B8A8_UNORM
    {109, 4, 0xc0, kMinusOne, kOne, 4},  // VK_FORMAT_R32G32B32A32_SFLOAT
    {108, 4, 0x40, 0xffffffff, 1, 4},    // VK_FORMAT_R32G32B32A32_SINT
    {107, 4, 0, 0, 1, 4},                // VK_FORMAT_R32G32B32A32_UINT
    {126, 4, 0xc0, kMinusOne, kOne, 1},  // VK_FORMAT_D32_SFLOAT
};

void put(Bytes& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void pad(Bytes& out, std::size_t to) {
  while (out.size() % to != 0) out.push_back(0);
}

// The data format descriptor: what the bits of a texel mean.
Bytes descriptor(const FormatFacts& facts) {
  Bytes out;
  const std::uint32_t block = 24 + 16U * facts.channels;
  put(out, 4 + block, 4);
  put(out, 0, 4);                                       // Khronos, the basic descriptor
  put(out, 2 | block << 16, 4);                         // its version and size
  put(out, 0x00010101, 4);                              // RGBSDA, BT.709, linear, straight alpha
  put(out, 0, 4);                                       // blocks of one texel
  put(out, facts.component_bytes * facts.channels, 8);  // bytes of the only plane
  for (std::uint32_t i = 0; i < facts.channels; ++i) {
    constexpr std::uint8_t kDepth = 14, kAlpha = 15;
    const auto channel = static_cast<std::uint8_t>(facts.channels == 1 ? kDepth : i == 3 ? kAlpha : i);
    put(out, i * facts.component_bytes * 8, 2);
    out.push_back(static_cast<std::uint8_t>(facts.component_bytes * 8 - 1));
    out.push_back(static_cast<std::uint8_t>(channel | facts.qualifiers));
    put(out, 0, 4);
    put(out, facts.lowest, 4);
    put(out, facts.highest, 4);
  }
  return out;
}

void put_pair(Bytes& out, std::string_view key, std::string_view value) {
  put(out, key.size() + value.size() + 2, 4);
  for (const std::string_view text : {key, value}) {
    out.insert(out.end(), text.begin(), text.end());
    out.push_back(0);
  }
  pad(out, 4);
}

Bytes key_values(const Ktx2& texture) {
  Bytes out;
  // The rows of a cube map's faces begin at the top in GL, too.
  const char* flat = texture.height == 0 ? "r" : texture.faces == 6 ? "rd" : "ru";
  put_pair(out, "KTXorientation", texture.depth > 0 ? "rui" : flat);
  put_pair(out, "KTXwriter", "replay");
  return out;
}

}  // namespace

Bytes encode_ktx2(const Ktx2& texture) {
  const FormatFacts& facts = kFormats[static_cast<std::size_t>(texture.format)];
  const Bytes dfd = descriptor(facts), kvd = key_values(texture);
  const std::size_t alignment = std::max<std::size_t>(4, facts.component_bytes * std::size_t{facts.channels});
  Bytes out{0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, '\r', '\n', 0x1a, '\n'};
  for (const std::uint32_t word :
       {facts.vk_format, facts.component_bytes, static_cast<std::uint32_t>(texture.width),
        static_cast<std::uint32_t>(texture.height), static_cast<std::uint32_t>(texture.depth),
        static_cast<std::uint32_t>(texture.layers), static_cast<std::uint32_t>(texture.faces),
        static_cast<std::uint32_t>(texture.levels.size()), 0U})
    put(out, word, 4);
  const std::size_t dfd_at = out.size() + 32 + 24 * texture.levels.size(), kvd_at = dfd_at + dfd.size();
  for (const std::size_t word : {dfd_at, dfd.size(), kvd_at, kvd.size()}) put(out, word, 4);
  put(out, 0, 8), put(out, 0, 8);  // no data of a supercompression
  // The smallest level lies first.
  std::size_t at = kvd_at + kvd.size();
  std::vector<std::size_t> places(texture.levels.size());
  for (std::size_t i = texture.levels.size(); i-- > 0;) {
    at = (at + alignment - 1) / alignment * alignment;
    places[i] = at;
    at += texture.levels[i].size();
  }
  for (std::size_t i = 0; i < texture.levels.size(); ++i) {
    put(out, places[i], 8);
    put(out, texture.levels[i].size(), 8);
    put(out, texture.levels[i].size(), 8);
  }
  out.insert(out.end(), dfd.begin(), dfd.end());
  out.insert(out.end(), kvd.begin(), kvd.end());
  for (std::size_t i = texture.levels.size(); i-- > 0;) {
    pad(out, alignment);
    out.insert(out.end(), texture.levels[i].begin(), texture.levels[i].end());
  }
  return out;
}

}  // namespace replay
