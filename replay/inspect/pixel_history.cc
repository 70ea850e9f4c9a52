#include "replay/inspect/pixel_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "loaders/stream/dump.h"
#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

// A float has the digits that tell it from all others, and not those of the double that is nearest to it.
nlohmann::json number_of(float value) {
  return std::isfinite(value) ? nlohmann::json::parse(fmt::format("{}", value)) : nlohmann::json(value);
}
template <class T>
nlohmann::json number_of(T value) {
  return value;
}

template <class T>
nlohmann::json values_in(const std::vector<std::uint8_t>& bytes) {
  nlohmann::json values = nlohmann::json::array();
  for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    T value{};
    std::memcpy(&value, &bytes[i], sizeof(T));
    values.push_back(number_of(value));
  }
  return values;
}

std::string first_line(const loaders::Call& call, const loaders::FunctionTable& functions) {
  std::string text;
  loaders::append_call(text, call, functions);
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

nlohmann::json pixel_value(const AttachmentImage& image, bool is_window, int x, int y) {
  using Form = AttachmentImage::Form;
  std::vector<std::uint8_t> bytes = bytes_of(image, {x, y, 1, 1});
  switch (image.form) {
    case Form::kRgbaF32: return values_in<float>(bytes);
    case Form::kRgbaI32: return values_in<std::int32_t>(bytes);
    case Form::kRgbaU32: return values_in<std::uint32_t>(bytes);
    case Form::kDepthF32: return values_in<float>(bytes);
    case Form::kRgba8:
      if (is_window) bytes.resize(3);
      break;
    default: break;
  }
  return values_in<std::uint8_t>(bytes);
}

void PixelHistory::take(const loaders::FunctionTable& functions, const WatchedCall& seen) {
  for (const ImageChange& change : seen.changes) {
    const AttachmentImage& now = change.image.now;
    if (x_ >= now.width || y_ >= now.height) {
      too_small_[change.image.label] = {now.width, now.height};
      continue;
    }
    PixelImage& known = images_[change.image.label];
    known.width = now.width;
    known.height = now.height;
    known.is_window = change.image.is_window;
    if (change.by_call) ++known.writes;
    nlohmann::json after = pixel_value(now, known.is_window, x_, y_);
    nlohmann::json before;
    if (change.before != nullptr) before = pixel_value(*change.before, known.is_window, x_, y_);
    if (before == after) continue;
    PixelChange row{.call = {}, .text = "", .image = change.image.label, .before = before, .after = after};
    if (seen.call != nullptr && (change.before != nullptr || change.by_call)) {
      row.call = seen.call->number;
      row.text = first_line(*seen.call, functions);
      row.by_call = change.by_call;
    }
    changes_.push_back(std::move(row));
  }
}

std::string PixelHistory::missing() const {
  if (too_small_.empty() && images_.empty()) return "the frame draws into nothing that can be read";
  const auto small = image_.empty() ? too_small_.begin() : too_small_.find(image_);
  if (small != too_small_.end()) {
    const auto& [name, size] = *small;
    return fmt::format("{},{} lies outside of {}, which is {}x{}", x_, y_, name, size.first, size.second);
  }
  std::string names;
  for (const auto& [name, image] : images_) names += (names.empty() ? "" : ", ") + name;
  return fmt::format("the frame draws into no image '{}'; the pixel is in: {}", image_, names.empty() ? "none" : names);
}

void PixelHistory::choose() {
  const std::string problem = missing();  // which names all images
  const bool any_window = std::any_of(images_.begin(), images_.end(), [](const auto& entry) {
    return entry.second.is_window && entry.second.writes > 0;
  });
  std::erase_if(images_, [&](const auto& entry) {
    if (!image_.empty()) return entry.first != image_;
    return any_window && !entry.second.is_window;
  });
  if (images_.empty()) throw CannotJudge(problem);
  std::erase_if(changes_, [&](const PixelChange& change) { return !images_.contains(change.image); });
}

}  // namespace replay
