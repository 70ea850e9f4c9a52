#include "replay/observe/png_encoder.h"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <csetjmp>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace replay {
namespace {

// What libpng's callbacks share with the function that called it.
struct Output {
  std::vector<std::uint8_t> bytes;
  std::string problem;
};

// libpng is C and leaves by longjmp: an exception must not cross it.
void append(png_structp png, png_bytep data, std::size_t size) {
  auto& output = *static_cast<Output*>(png_get_io_ptr(png));
  bool fits = true;
  try {
    output.bytes.insert(output.bytes.end(), data, data + size);
  } catch (const std::bad_alloc&) {
    fits = false;
  }
  if (!fits) png_error(png, "out of memory");
}

void flush(png_structp) {}

[[noreturn]] void fail(png_structp png, png_const_charp problem) {
  static_cast<Output*>(png_get_error_ptr(png))->problem = problem;
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

void set_up(png_structp png, png_infop info, const Picture& picture) {
  png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_compression_level(png, 1);
  png_set_compression_strategy(png, Z_RLE);
  png_set_compression_buffer_size(png, std::size_t{64} << 10);
}

// Holds nothing with a destructor, because a longjmp may end it. False: `output.problem` says why.
bool write_picture(png_structp png, png_infop info, const Picture& picture) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  set_up(png, info, picture);
  png_write_info(png, info);
  png_set_filler(png, 0, PNG_FILLER_AFTER);  // the fourth byte of each pixel is passed over
  for (int y = 0; y < picture.height; ++y) png_write_row(png, picture.row(y));
  png_write_end(png, info);
  return true;
}

}  // namespace

std::vector<std::uint8_t> encode_png(const Picture& picture) {
  if (!picture.valid())
    throw std::runtime_error(fmt::format("no picture has {} x {} pixels", picture.width, picture.height));
  Output output;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &output, fail, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  bool good = false;
  if (info) {
    png_set_write_fn(png, &output, append, flush);
    good = write_picture(png, info, picture);
  }
  png_destroy_write_struct(&png, &info);
  if (!good) throw std::runtime_error(output.problem.empty() ? "out of memory" : output.problem);
  return std::move(output.bytes);
}

}  // namespace replay
