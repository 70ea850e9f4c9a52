#include "replay/picture/tolerance.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace replay {
namespace {

constexpr double kUsualScore = 0.99;

template <class Number>
std::optional<Number> number(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  // A NaN is in no range.
  if (!(value >= least && value <= most)) return std::nullopt;
  return value;
}

}  // namespace

loaders::Result<Tolerance> parse_tolerance(std::string_view text) {
  if (text == "exact") return Tolerance{};
  const auto colon = text.find(':');
  const std::string_view head = text.substr(0, colon);
  const std::optional<std::string_view> tail =
      colon == std::string_view::npos ? std::nullopt : std::optional(text.substr(colon + 1));
  Tolerance tolerance;
  if (head == "ssim" || head == "perceptual") {
    const auto score = tail ? number(*tail, 0.0, 1.0) : kUsualScore;
    if (!score) return loaders::Error{fmt::format("'{}': a similarity is a number from 0 to 1", text)};
    tolerance.mode = Tolerance::Mode::kSsim;
    tolerance.score = *score;
    return tolerance;
  }
  const auto channel = number(head, 0, 255);
  if (!channel) {
    return loaders::Error{
        fmt::format("'{}' is no tolerance: exact, N[:PERCENT] with N from 0 to 255, or ssim[:SCORE]", text)};
  }
  const auto percent = tail ? number(*tail, 0.0, 100.0) : 0.0;
  if (!percent) return loaders::Error{fmt::format("'{}': the share of pixels is a number from 0 to 100", text)};
  tolerance.mode = Tolerance::Mode::kChannel;
  tolerance.channel = *channel;
  tolerance.percent = *percent;
  return tolerance;
}

std::string to_string(const Tolerance& tolerance) {
  switch (tolerance.mode) {
    case Tolerance::Mode::kExact: return "exact";
    case Tolerance::Mode::kSsim: return fmt::format("ssim:{}", tolerance.score);
    case Tolerance::Mode::kChannel: break;
  }
  return tolerance.percent == 0 ? fmt::format("{}", tolerance.channel)
                                : fmt::format("{}:{}", tolerance.channel, tolerance.percent);
}

}  // namespace replay
