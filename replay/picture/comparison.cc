#include "replay/picture/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace replay {
namespace {

int pixel_difference(const std::uint8_t* a, const std::uint8_t* b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

void count_pixels(const Picture& first, const Picture& second, int allowed, Comparison& result) {
  for (int y = 0; y < first.height; ++y) {
    const std::uint8_t *a = first.row(y), *b = second.row(y);
    for (int x = 0; x < first.width; ++x, a += 4, b += 4) {
      const int difference = pixel_difference(a, b);
      if (difference == 0) continue;
      ++result.differing;
      if (difference > allowed) ++result.exceeding;
      if (difference > result.largest) {
        result.largest = difference;
        result.x = x;
        result.y = y;
      }
    }
  }
}

bool allowed(const Comparison& result, const Tolerance& tolerance) {
  switch (tolerance.mode) {
    case Tolerance::Mode::kExact: return result.differing == 0;
    case Tolerance::Mode::kSsim: return *result.ssim >= tolerance.score;
    case Tolerance::Mode::kChannel: break;
  }
  return 100.0 * static_cast<double>(result.exceeding) <= tolerance.percent * static_cast<double>(result.pixels);
}

void put(std::uint8_t* pixel, int red, int green, int blue) {
  pixel[0] = static_cast<std::uint8_t>(red);
  pixel[1] = static_cast<std::uint8_t>(green);
  pixel[2] = static_cast<std::uint8_t>(blue);
  pixel[3] = 255;
}

void put_difference(std::uint8_t* pixel, const std::uint8_t* a, int difference) {
  constexpr int kReddest = 64;
  if (difference == 0) {
    const int grey = 160 + (a[0] * 30 + a[1] * 59 + a[2] * 11) * 80 / 25500;
    put(pixel, grey, grey, grey);
  } else {
    put(pixel, 255, 220 - 220 * std::min(difference, kReddest) / kReddest, 0);
  }
}

}  // namespace

Comparison compare(const Picture& first, const Picture& second, const Tolerance& tolerance) {
  Comparison result{.width = first.width,
                    .height = first.height,
                    .other_width = second.width,
                    .other_height = second.height,
                    .pixels = static_cast<std::uint64_t>(first.width) * static_cast<std::uint64_t>(first.height)};
  if (!result.same_size()) return result;
  count_pixels(first, second, tolerance.mode == Tolerance::Mode::kChannel ? tolerance.channel : 0, result);
  if (tolerance.mode == Tolerance::Mode::kSsim) {
    result.ssim = result.differing == 0 ? 1.0 : mean_ssim(first, second);
  }
  result.passes = allowed(result, tolerance);
  return result;
}

std::string to_string(const Comparison& result) {
  if (!result.same_size()) {
    return fmt::format("{}x{} against {}x{} pixels", result.width, result.height, result.other_width,
                       result.other_height);
  }
  if (result.differing == 0) return "no pixel differs";
  std::string text =
      fmt::format("{} of {} pixels ({:.2f} %) {}, by up to {} at ({}, {})", result.differing, result.pixels,
                  100.0 * static_cast<double>(result.differing) / static_cast<double>(result.pixels),
                  result.differing == 1 ? "differs" : "differ", result.largest, result.x, result.y);
  if (result.exceeding != result.differing) text += fmt::format("; {} beyond the tolerance", result.exceeding);
  if (result.ssim) text += fmt::format("; similarity {:.4f}", *result.ssim);
  return text;
}

nlohmann::json to_json(const Comparison& result) {
  nlohmann::json out = {{"passes", result.passes}, {"width", result.width}, {"height", result.height}};
  if (!result.same_size()) {
    out["other_width"] = result.other_width;
    out["other_height"] = result.other_height;
    return out;
  }
  out["pixels"] = result.pixels;
  out["differing_pixels"] = result.differing;
  out["exceeding_pixels"] = result.exceeding;
  out["largest_difference"] = result.largest;
  if (result.differing > 0) out["largest_at"] = {result.x, result.y};
  if (result.ssim) out["ssim"] = *result.ssim;
  return out;
}

Picture difference_picture(const Picture& first, const Picture& second) {
  Picture out{std::max(first.width, second.width), std::max(first.height, second.height), false, {}};
  out.rgba.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
  const int width = std::min(first.width, second.width), height = std::min(first.height, second.height);
  std::uint8_t* pixel = out.rgba.data();
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x, pixel += 4) {
      if (x < width && y < height) {
        const std::uint8_t *a = first.row(y) + 4 * x, *b = second.row(y) + 4 * x;
        put_difference(pixel, a, pixel_difference(a, b));
      } else {
        put(pixel, 255, 0, 255);
      }
    }
  }
  return out;
}

}  // namespace replay
