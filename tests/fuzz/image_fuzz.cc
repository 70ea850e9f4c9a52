// Image files of web pages, and the URLs that have one inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/wtf/webgl/images.h"

namespace {

void decode(std::span<const std::byte> file) {
  loaders::Arena arena;
  loaders::wtf::webgl::Image image;
  std::string problem;
  if (!loaders::wtf::webgl::decode_image(file, loaders::Limits(), arena, image, problem)) {
    if (problem.empty()) std::abort();
    return;
  }
  if (image.rgba.size() != std::size_t{4} * image.width * image.height) std::abort();
  std::uint64_t sum = 0;
  for (const std::byte byte : image.rgba) sum += std::to_integer<std::uint64_t>(byte);
  if (sum > 255 * image.rgba.size()) std::abort();  // never: so that every byte is read
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  decode(std::as_bytes(std::span(data, size)));
  std::vector<std::byte> bytes;
  std::string problem;
  if (loaders::wtf::webgl::decode_data_url({reinterpret_cast<const char*>(data), size}, bytes, problem)) decode(bytes);
  return 0;
}
