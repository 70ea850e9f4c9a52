#include "replay/compare/ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

namespace replay {
namespace {

constexpr double kTrimmed = 0.2;  // of the values on each side
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How many values are left out on each side.
std::size_t cut_of(std::size_t values) { return static_cast<std::size_t>(kTrimmed * static_cast<double>(values)); }

struct TrimmedEstimate {
  double mean = 0, error = 0;  // the standard error of the mean
};

// Yuen's estimate. `values` are ascending.
TrimmedEstimate estimate(std::span<const double> values) {
  const std::size_t n = values.size(), cut = cut_of(n);
  const double kept = static_cast<double>(n - 2 * cut), all = static_cast<double>(n);
  double sum = 0;
  for (const double value : values.subspan(cut, n - 2 * cut)) sum += value;
  const double center = (sum + static_cast<double>(cut) * (values[cut] + values[n - cut - 1])) / all;
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double off = values[std::clamp(i, cut, n - cut - 1)] - center;
    squares += off * off;
  }
  return {.mean = sum / kept, .error = std::sqrt(squares / (kept * (kept - 1)))};
}

MeanInterval student_interval(std::span<const double> values, double confidence) {
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (n * (n - 1)));
  const double reach = error * student_quantile((1 - confidence) / 2, static_cast<unsigned>(values.size() - 1));
  return {.low = mean - reach, .mean = mean, .high = mean + reach};
}

// Draws as many of the `sorted` values as there are, with putting back, into `drawn`, which is ascending as well.
void draw_again(std::span<const double> sorted, std::mt19937_64& random, std::vector<unsigned>& often,
                std::vector<double>& drawn) {
  std::fill(often.begin(), often.end(), 0u);
  for (std::size_t i = 0; i < sorted.size(); i += 2) {
    // Two places from one number: the upper bits of a product choose evenly enough.
    const std::uint64_t number = random();
    ++often[(number >> 32) * sorted.size() >> 32];
    if (i + 1 < sorted.size()) ++often[(number & 0xffffffff) * sorted.size() >> 32];
  }
  drawn.clear();
  for (std::size_t i = 0; i < sorted.size(); ++i) drawn.insert(drawn.end(), often[i], sorted[i]);
}

// The t of the trimmed mean that has a probability of `tail` below it, and the one that has it above it.
std::pair<double, double> bootstrapped_quantiles(std::span<const double> sorted, double mean, double tail) {
  // Ten of the drawn values lie beyond each quantile, and more where that is cheap.
  const auto draws = static_cast<std::size_t>(std::clamp(10 / tail, 4000.0, 40000.0));
  std::mt19937_64 random(sorted.size());
  std::vector<unsigned> often(sorted.size());
  std::vector<double> drawn, all(draws);
  for (double& t : all) {
    draw_again(sorted, random, often, drawn);
    const TrimmedEstimate again = estimate(drawn);
    const double off = again.mean - mean;
    t = again.error > 0 ? off / again.error : off == 0 ? 0 : std::copysign(kInfinity, off);
  }
  const auto beyond = static_cast<std::ptrdiff_t>(tail * static_cast<double>(draws));
  std::nth_element(all.begin(), all.begin() + beyond, all.end());
  const double low = all[static_cast<std::size_t>(beyond)];
  std::nth_element(all.begin(), all.end() - 1 - beyond, all.end());
  return {low, *(all.end() - 1 - beyond)};
}

// The probability that Student's t lies between -t and t, for a whole number of degrees of freedom (Abramowitz and
// Stegun, 26.7.3 and 26.7.4).
double student_within(double t, unsigned freedom) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
  const double cosine = std::cos(angle), sine = std::sin(angle);
  double term = freedom % 2 == 0 ? 1 : cosine, sum = freedom == 1 ? 0 : term;
  for (unsigned i = freedom % 2 == 0 ? 2 : 3; i + 1 < freedom; i += 2) {
    term *= cosine * cosine * static_cast<double>(i - 1) / static_cast<double>(i);
    sum += term;
  }
  return freedom % 2 == 0 ? sine * sum : 2 / std::numbers::pi * (angle + sine * sum);
}

}  // namespace

double trimmed_mean(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : estimate(values).mean;
}

double student_quantile(double tail, unsigned freedom) {
  double low = 0, high = 1;
  while (student_within(high, freedom) < 1 - 2 * tail && high < 1e12) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
    const double middle = (low + high) / 2;
    (student_within(middle, freedom) < 1 - 2 * tail ? low : high) = middle;
  }
  return high;
}

MeanInterval mean_interval(std::span<const double> given, double confidence) {
  const std::size_t n = given.size();
  if (n < 2) return {.low = -kInfinity, .mean = n == 0 ? 0 : given[0], .high = kInfinity};
  if (n < kRoundsForBootstrap) return student_interval(given, confidence);
  std::vector<double> values(given.begin(), given.end());
  std::sort(values.begin(), values.end());
  const auto [mean, error] = estimate(values);
  if (error == 0) return {.low = mean, .mean = mean, .high = mean};
  const double tail = (1 - confidence) / 2;
  const auto [low, high] = bootstrapped_quantiles(values, mean, tail);
  // Few values repeat themselves when they are drawn again, and the bootstrap then takes them for surer than they are.
  const double least = student_quantile(tail, static_cast<unsigned>(n - 2 * cut_of(n) - 1));
  return {.low = mean - error * std::max(high, least), .mean = mean, .high = mean - error * std::min(low, -least)};
}

RatioInterval interval_of(std::span<const double> log_ratios, double confidence) {
  const MeanInterval interval = mean_interval(log_ratios, confidence);
  return {.low = std::exp(interval.low), .ratio = std::exp(interval.mean), .high = std::exp(interval.high)};
}

MeanInterval share_of(std::uint64_t part, std::uint64_t all) {
  constexpr double kSquare = 1.96 * 1.96;  // of the normal quantile of 95 %
  const double n = static_cast<double>(all), share = static_cast<double>(part) / n;
  const double middle = (share + kSquare / (2 * n)) / (1 + kSquare / n);
  const double reach = std::sqrt(kSquare * (share * (1 - share) / n + kSquare / (4 * n * n))) / (1 + kSquare / n);
  // With a part of nothing, or of all, an end of the interval is the share itself, and rounding could put it on the
  // other side.
  return {.low = std::clamp(middle - reach, 0.0, share), .mean = share, .high = std::clamp(middle + reach, share, 1.0)};
}

RatioInterval geometric_mean(std::span<const RatioInterval> ratios) {
  const double count = static_cast<double>(ratios.size());
  double mean = 0, below = 0, above = 0;
  for (const RatioInterval& ratio : ratios) {
    const double center = std::log(ratio.ratio);
    mean += center / count;
    below += std::pow(center - std::log(ratio.low), 2);
    above += std::pow(std::log(ratio.high) - center, 2);
  }
  return {.low = std::exp(mean - std::sqrt(below) / count),
          .ratio = std::exp(mean),
          .high = std::exp(mean + std::sqrt(above) / count)};
}

}  // namespace replay
