#include "replay/inspect/side_images.h"

#include <libdeflate.h>

#include <cstring>
#include <memory>

#include "replay/base/cannot_judge.h"
#include "replay/inspect/pixel_pieces.h"

namespace replay {
namespace {

using nlohmann::json;
using Form = AttachmentImage::Form;

constexpr int kMostSide = 1 << 16;
constexpr std::size_t kMostImageBytes = std::size_t{1} << 31;

void check(bool makes_sense) {
  if (!makes_sense) throw CannotJudge("what a side has stored makes no sense");
}

std::int64_t number(const json& list, std::size_t at) {
  check(list.is_array() && at < list.size() && list[at].is_number_integer());
  return list[at].get<std::int64_t>();
}

PixelBox box_of(const json& list, const AttachmentImage& image) {
  const PixelBox box{static_cast<int>(number(list, 0)), static_cast<int>(number(list, 1)),
                     static_cast<int>(number(list, 2)), static_cast<int>(number(list, 3))};
  check(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0 && box.width <= image.width - box.x &&
        box.height <= image.height - box.y);
  return box;
}

// At most `longest` bytes.
std::vector<std::uint8_t> unpacked(const std::vector<std::uint8_t>& stream, std::size_t longest) {
  static const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflate(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::vector<std::uint8_t> bytes(longest);
  std::size_t size = 0;
  check(libdeflate_zlib_decompress(inflate.get(), stream.data(), stream.size(), bytes.data(), longest, &size) ==
        LIBDEFLATE_SUCCESS);
  bytes.resize(size);
  return bytes;
}

}  // namespace

SideImages::SideImages(const std::filesystem::path& folder, std::size_t first_block)
    : stored_(folder),
      first_block_(first_block),
      lines_(stored_.lines_path(), std::ios::binary) {
  read_to_next_call();
}

const AttachmentImage* SideImages::image(const std::string& label) const {
  for (const auto& [number, image] : images_) {
    if (image.label == label && !image.now.bytes.empty()) return &image.now;
  }
  return nullptr;
}

bool SideImages::next_call() {
  if (!next_) return false;
  call_ = *next_;
  read_to_next_call();
  return true;
}

void SideImages::read_to_next_call() {
  changes_.clear();
  next_.reset();
  std::string line;
  while (std::getline(lines_, line)) {
    if (lines_.eof()) return;  // it was cut
    if (line.starts_with("[\"image\",")) add_image(json::parse(line, nullptr, false));
    if (line.starts_with("[\"change\",")) add_change(json::parse(line, nullptr, false));
    if (!line.starts_with("[\"call\",")) continue;
    next_ = static_cast<std::uint64_t>(number(json::parse(line, nullptr, false), 1));
    return;
  }
}

// ["image", number, label, width, height, form]
void SideImages::add_image(const json& line) {
  const std::int64_t width = number(line, 3), height = number(line, 4), form = number(line, 5);
  check(line[2].is_string() && width > 0 && width <= kMostSide && height > 0 && height <= kMostSide && form >= 0 &&
        form <= static_cast<int>(Form::kStencil8));
  SideImage& image = images_[static_cast<std::size_t>(number(line, 1))];
  image.label = line[2].get<std::string>();
  image.now = {.name = image.label,
               .width = static_cast<int>(width),
               .height = static_cast<int>(height),
               .form = static_cast<Form>(form),
               .bytes = {}};
}

// ["change", image, by_call, pieces]
void SideImages::add_change(const json& line) {
  check(line.is_array() && line.size() == 4 && line[2].is_boolean() && line[3].is_array());
  const auto found = images_.find(static_cast<std::size_t>(number(line, 1)));
  check(found != images_.end());
  AttachmentImage& image = found->second.now;
  const std::size_t size =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * pixel_bytes(image);
  check(size <= kMostImageBytes);
  image.bytes.resize(size);
  SideChange change{.label = found->second.label, .by_call = line[2].get<bool>(), .boxes = {}};
  for (const json& piece : line[3]) change.boxes.push_back(add_piece(image, piece));
  changes_.push_back(std::move(change));
}

PixelBox SideImages::add_piece(AttachmentImage& image, const json& piece) {
  const PixelBox box = box_of(piece, image);
  const auto width = static_cast<std::size_t>(box.width), height = static_cast<std::size_t>(box.height);
  const PixelLayout layout = layout_of(image.form);
  check(number(piece, 4) >= static_cast<std::int64_t>(first_block_) && number(piece, 5) >= 0 && number(piece, 6) >= 0);
  const std::vector<std::uint8_t> bytes =
      unpacked(stored_.bytes(static_cast<std::size_t>(number(piece, 4)) - first_block_,
                             static_cast<std::uint64_t>(number(piece, 5)), static_cast<std::size_t>(number(piece, 6))),
               longest_piece(width * height, layout));
  const std::size_t row = static_cast<std::size_t>(image.width) * layout.pixel, part = width * layout.pixel;
  std::uint8_t* first =
      image.bytes.data() + static_cast<std::size_t>(box.y) * row + static_cast<std::size_t>(box.x) * layout.pixel;
  std::vector<std::uint8_t> pixels(part * height);
  for (std::size_t y = 0; y < height; ++y) std::memcpy(&pixels[y * part], first + y * row, part);
  check(decode_pixels(bytes, width, layout, pixels));
  for (std::size_t y = 0; y < height; ++y) std::memcpy(first + y * row, &pixels[y * part], part);
  return box;
}

}  // namespace replay
