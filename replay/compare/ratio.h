// The statistics of a comparison: from rounds of measurements to a ratio and an interval for it. Pure functions.
//
// A round replays both sides in the order good, bad, bad, good. Its value is the logarithm of bad / good, of the
// geometric means of its replays. What else the machine does meets both sides, and neither gains from being first or
// from a machine that grows slower. The ratio is exp() of the mean of the middle 60 % of these values (a trimmed mean):
// a round in which something disturbed one side does not move it. The interval is the bootstrap's over the rounds, by
// the distribution of Student's t of the trimmed mean (bootstrap-t), which keeps its promise with few and skewed values
// where plain percentiles do not (R. Wilcox, "Introduction to Robust Estimation and Hypothesis Testing", chapter 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace replay {

// Of bad to good. 1.05: the bad side takes 5 % more.
struct RatioInterval {
  double low = 0, ratio = 0, high = 0;
  double width() const { return high - low; }
};

struct MeanInterval {
  double low = 0, mean = 0, high = 0;
};

// From how many rounds on the bootstrap is used. Below, the interval is Student's of the plain mean, which takes it
// that the noise is normal: it serves for counts, which hardly have any.
constexpr std::size_t kRoundsForBootstrap = 8;

// The interval that holds the true ratio with this confidence (0.95, for example). With fewer than two
// rounds it is everything. The same values give the same interval.
RatioInterval interval_of(std::span<const double> log_ratios, double confidence);

// The geometric mean of several ratios. Its interval takes the ratios for independent and their intervals for equally
// sure: the squares of what each reaches to a side, as a logarithm, are added. For ratios of few rounds this is more
// than is needed. Precondition: there is a ratio.
RatioInterval geometric_mean(std::span<const RatioInterval> ratios);

// As interval_of(), for values that are no logarithms.
MeanInterval mean_interval(std::span<const double> values, double confidence);

// A part of a whole, of which `all` samples were taken and `part` belong to the part: Wilson's interval with 95 %,
// which takes the samples for independent. Precondition: `all` is above 0.
MeanInterval share_of(std::uint64_t part, std::uint64_t all);

// The mean of the middle 60 %.
double trimmed_mean(std::vector<double> values);

// The value that Student's t with `freedom` degrees of freedom exceeds with probability `tail`. Precondition: freedom
// is at least 1, tail is above 0 and at most 0.5.
double student_quantile(double tail, unsigned freedom);

}  // namespace replay
