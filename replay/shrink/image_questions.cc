#include "replay/shrink/image_questions.h"

#include <algorithm>
#include <cstdlib>

#include "replay/bisect/image_difference.h"

namespace replay {

bool Differences::operator()(const std::vector<AttachmentImage>& good, const std::vector<AttachmentImage>& bad) const {
  return std::ranges::any_of(good, [&](const AttachmentImage& image) {
    const auto other = std::ranges::find(bad, image.name, &AttachmentImage::name);
    if (other == bad.end() || image.bytes == other->bytes) return false;
    if ((only_visible || only_color) && !image.is_color()) return false;
    if (only_visible && !image.name.starts_with("window")) return false;
    const ImageDifference difference = compare_images(image.name, &image, &*other, tolerance);
    // Alpha of a window differs in the bytes, and does not count in the comparison.
    return difference.differs && (!only_visible || !difference.comparison || difference.comparison->differing > 0);
  });
}

SameWrongPixels::SameWrongPixels(const AttachmentImage& wrong, Reference reference, Tolerance tolerance)
    : wrong_(to_picture(wrong)),
      reference_(std::move(reference)),
      tolerance_(tolerance) {
  const Judgement judgement = reference_.judge(wrong_, tolerance_);
  const std::size_t pixels = wrong_.rgba.size() / 4;
  // Without a picture to compare with, all pixels count.
  const bool can_compare =
      judgement.expected && judgement.expected->width == wrong_.width && judgement.expected->height == wrong_.height;
  matters_.assign(pixels, true);
  if (!can_compare) return;
  for (int y = 0; y < wrong_.height; ++y) {
    for (int x = 0; x < wrong_.width; ++x) {
      const std::uint8_t *ours = wrong_.row(y) + 4 * x, *expected = judgement.expected->row(y) + 4 * x;
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(wrong_.width) + static_cast<std::size_t>(x);
      matters_[at] =
          !std::equal(ours, ours + 3, expected, [&](int a, int b) { return std::abs(a - b) <= tolerance_.channel; });
    }
  }
}

bool SameWrongPixels::operator()(const std::vector<AttachmentImage>& images) const {
  if (images.empty()) return false;
  const Picture picture = to_picture(images.front());
  if (picture.width != wrong_.width || picture.height != wrong_.height) return false;
  if (reference_.judge(picture, tolerance_).good) return false;
  for (int y = 0; y < wrong_.height; ++y) {
    for (int x = 0; x < wrong_.width; ++x) {
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(wrong_.width) + static_cast<std::size_t>(x);
      const std::uint8_t *ours = picture.row(y) + 4 * x, *before = wrong_.row(y) + 4 * x;
      if (matters_[at] && !std::equal(ours, ours + 3, before)) return false;
    }
  }
  return true;
}

}  // namespace replay
