// Draws the letters of a font at a few sizes and writes them as a C++ source: make_font FONT.ttf OUT.cc
//
// It runs while the program is built. So the program needs no font and no library for fonts where it runs.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

#include "replay/viewer/font.h"

namespace {

constexpr float kHeights[] = {12, 16, 28};  // pixels of a line

struct Cells {
  int width = 0, height = 0;
  std::vector<unsigned char> alpha;
};

Cells draw_cells(const stbtt_fontinfo& font, float line_height) {
  int ascent = 0, descent = 0, gap = 0, advance = 0, bearing = 0;
  stbtt_GetFontVMetrics(&font, &ascent, &descent, &gap);
  stbtt_GetCodepointHMetrics(&font, 'M', &advance, &bearing);
  const float scale = stbtt_ScaleForPixelHeight(&font, line_height);
  Cells cells;
  cells.width = static_cast<int>(std::lround(static_cast<float>(advance) * scale));
  cells.height = static_cast<int>(line_height);
  const int baseline = static_cast<int>(std::lround(static_cast<float>(ascent) * scale));
  const auto area = static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height);
  cells.alpha.assign(area * replay::kLetters, 0);
  for (std::size_t i = 0; i < replay::kLetters; ++i) {
    int width = 0, height = 0, left = 0, top = 0;
    unsigned char* bitmap = stbtt_GetCodepointBitmap(&font, scale, scale, static_cast<int>(replay::letter_at(i)),
                                                     &width, &height, &left, &top);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const int to_x = x + left, to_y = y + top + baseline;
        if (to_x < 0 || to_y < 0 || to_x >= cells.width || to_y >= cells.height) continue;
        const auto at = static_cast<std::size_t>(to_y) * static_cast<std::size_t>(cells.width);
        cells.alpha[i * area + at + static_cast<std::size_t>(to_x)] = bitmap[y * width + x];
      }
    }
    stbtt_FreeBitmap(bitmap, nullptr);
  }
  return cells;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  stbtt_fontinfo font;
  if (bytes.empty() || stbtt_InitFont(&font, bytes.data(), 0) == 0) {
    std::fprintf(stderr, "make_font: %s is no font\n", argv[1]);
    return 1;
  }
  std::ofstream out(argv[2]);
  out << "#include \"replay/viewer/font.h\"\n\nnamespace replay {\nnamespace {\n\n";
  std::vector<Cells> sizes;
  for (const float height : kHeights) {
    sizes.push_back(draw_cells(font, height));
    out << "constexpr std::uint8_t kAlpha" << sizes.size() << "[] = {";
    for (std::size_t i = 0; i < sizes.back().alpha.size(); ++i)
      out << (i % 32 == 0 ? "\n" : "") << static_cast<int>(sizes.back().alpha[i]) << ',';
    out << "};\n";
  }
  out << "\nconstexpr Font kFonts[] = {\n";
  for (std::size_t i = 0; i < sizes.size(); ++i)
    out << "    {" << sizes[i].width << ", " << sizes[i].height << ", kAlpha" << i + 1 << "},\n";
  out << "};\n\n}  // namespace\n\nstd::span<const Font> fonts() { return kFonts; }\n\n}  // namespace replay\n";
  return out.good() ? 0 : 1;
}
