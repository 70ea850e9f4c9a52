#include "replay/bisect/image_difference.h"

#include <algorithm>

namespace replay {
namespace {

// Each level of a mipmap is computed from the level before it, so differences in rounding add up from level to level.
Tolerance of_level(Tolerance tolerance, int level) {
  constexpr int kWhole = 255;
  tolerance.channel = std::min(tolerance.channel * std::clamp(level, 1, 32), kWhole);
  return tolerance;
}

}  // namespace

ImageDifference compare_images(const std::string& name, const AttachmentImage* good, const AttachmentImage* bad,
                               const Tolerance& tolerance) {
  ImageDifference result{.name = name, .good = {}, .bad = {}, .comparison = {}, .differs = false};
  if (good != nullptr) result.good = *good;
  if (bad != nullptr) result.bad = *bad;
  if (good == nullptr || bad == nullptr) {
    // Two drivers may give a window different depth and stencil buffers, or none. With an exact tolerance both sides
    // are the same driver, which gives both windows the same.
    const AttachmentImage& any = good != nullptr ? *good : *bad;
    result.differs = tolerance.mode == Tolerance::Mode::kExact || any.is_color() || !name.starts_with("window");
    return result;
  }
  if (good->form == AttachmentImage::Form::kBytes && tolerance.mode != Tolerance::Mode::kExact) {
    return result;  // the meaning of a buffer's bytes is unknown, so no tolerance applies to them
  }
  result.comparison = compare(to_picture(*good), to_picture(*bad), of_level(tolerance, good->level));
  const bool same_bytes = good->form == bad->form && good->width == bad->width && good->bytes == bad->bytes;
  result.differs = tolerance.mode == Tolerance::Mode::kExact ? !same_bytes : !result.comparison->passes;
  return result;
}

}  // namespace replay
