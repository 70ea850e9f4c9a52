#include "tests/image_files.h"

#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

namespace tests {
namespace {

int width_of(const std::vector<std::uint8_t>& pixels) { return static_cast<int>(pixels.size() / 4); }

}  // namespace

std::string png_file(const std::vector<std::uint8_t>& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width_of(pixels));
  image.height = 1;
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr);
  file.resize(size);
  return file;
}

std::string webp_file(const std::vector<std::uint8_t>& pixels) {
  std::uint8_t* out = nullptr;
  const std::size_t size = WebPEncodeLosslessRGBA(pixels.data(), width_of(pixels), 1, 4 * width_of(pixels), &out);
  std::string file(reinterpret_cast<const char*>(out), size);
  WebPFree(out);
  return file;
}

std::string grey_jpeg_file() {
  tjhandle encoder = tjInitCompress();
  const std::vector<std::uint8_t> grey(16 * 8 * 3, 128);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  tjCompress2(encoder, grey.data(), 16, 0, 8, TJPF_RGB, &out, &size, TJSAMP_444, 95, 0);
  std::string file(reinterpret_cast<const char*>(out), size);
  tjFree(out);
  tjDestroy(encoder);
  return file;
}

}  // namespace tests
