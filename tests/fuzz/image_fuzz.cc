// Image files of web pages, and the URLs that have one inside.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "loaders/wtf/webgl/images.h"

namespace {

void decode(std::span<const std::byte> file) {
  loaders::Arena arena;
  const auto image = loaders::wtf::webgl::decode_image(file, loaders::Limits(), arena);
  if (!image) {
    if (image.error().problem.empty()) std::abort();
    return;
  }
  if (image->rgba.size() != std::size_t{4} * image->width * image->height) std::abort();
  std::uint64_t sum = 0;
  for (const std::byte byte : image->rgba) sum += std::to_integer<std::uint64_t>(byte);
  if (sum > 255 * image->rgba.size()) std::abort();  // this cannot happen, but makes the program read every byte
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  decode(std::as_bytes(std::span(data, size)));
  const auto bytes = loaders::wtf::webgl::decode_data_url({reinterpret_cast<const char*>(data), size});
  if (bytes) decode(*bytes);
  return 0;
}
