// Structural similarity, after Wang et al. 2004: luminance, contrast and structure in a Gaussian window around each
// pixel.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "replay/picture/comparison.h"

namespace replay {
namespace {

constexpr int kRadius = 5;
constexpr double kSigma = 1.5;
constexpr double kC1 = (0.01 * 255) * (0.01 * 255), kC2 = (0.03 * 255) * (0.03 * 255);

using Plane = std::vector<double>;

std::array<double, 2 * kRadius + 1> gaussian() {
  std::array<double, 2 * kRadius + 1> weights{};
  for (int i = -kRadius; i <= kRadius; ++i) weights[i + kRadius] = std::exp(-i * i / (2 * kSigma * kSigma));
  return weights;
}

// Blurs along one direction: `count` samples, `stride` apart.
void blur_line(const double* in, double* out, int count, int stride) {
  static const auto kWeights = gaussian();
  for (int at = 0; at < count; ++at) {
    double sum = 0, weight = 0;
    for (int k = std::max(-kRadius, -at); k <= std::min(kRadius, count - 1 - at); ++k) {
      sum += kWeights[k + kRadius] * in[(at + k) * stride];
      weight += kWeights[k + kRadius];
    }
    out[at * stride] = sum / weight;
  }
}

Plane blurred(const Plane& plane, int width, int height) {
  Plane rows(plane.size()), out(plane.size());
  for (int y = 0; y < height; ++y) {
    const auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
    blur_line(plane.data() + start, rows.data() + start, width, 1);
  }
  for (int x = 0; x < width; ++x) blur_line(rows.data() + x, out.data() + x, height, width);
  return out;
}

Plane channel_of(const Picture& picture, int channel) {
  Plane plane;
  plane.reserve(picture.rgba.size() / 4);
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* row = picture.row(y);
    for (int x = 0; x < picture.width; ++x) plane.push_back(row[4 * x + channel]);
  }
  return plane;
}

Plane product(const Plane& a, const Plane& b) {
  Plane out(a.size());
  std::transform(a.begin(), a.end(), b.begin(), out.begin(), [](double x, double y) { return x * y; });
  return out;
}

double channel_ssim(const Plane& a, const Plane& b, int width, int height) {
  const Plane mean_a = blurred(a, width, height), mean_b = blurred(b, width, height);
  const Plane aa = blurred(product(a, a), width, height), bb = blurred(product(b, b), width, height);
  const Plane ab = blurred(product(a, b), width, height);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double ma = mean_a[i], mb = mean_b[i];
    const double luminance = (2 * ma * mb + kC1) / (ma * ma + mb * mb + kC1);
    const double structure = (2 * (ab[i] - ma * mb) + kC2) / ((aa[i] - ma * ma) + (bb[i] - mb * mb) + kC2);
    sum += luminance * structure;
  }
  return sum / static_cast<double>(a.size());
}

}  // namespace

double mean_ssim(const Picture& first, const Picture& second) {
  double worst = 1;
  for (int channel = 0; channel < 3; ++channel) {
    worst = std::min(worst,
                     channel_ssim(channel_of(first, channel), channel_of(second, channel), first.width, first.height));
  }
  return worst;
}

}  // namespace replay
