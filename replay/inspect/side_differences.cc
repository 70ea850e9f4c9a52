#include "replay/inspect/side_differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "replay/inspect/side_images.h"
#include "replay/picture/similarity.h"

namespace replay {
namespace {

using Form = AttachmentImage::Form;

template <class T>
T value_at(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

double to_byte_steps(double value) { return std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0) * 255; }

// By how much a pixel differs, in steps of 8 bits: channels beyond 0 ... 1 are clamped, as to_picture() does.
double difference_of(Form form, const std::uint8_t* a, const std::uint8_t* b, std::size_t channels) {
  double largest = 0;
  for (std::size_t i = 0; i < channels; ++i) {
    double step = 0;
    switch (form) {
      case Form::kRgbaF32:
      case Form::kDepthF32:
        step = to_byte_steps(static_cast<double>(value_at<float>(a + 4 * i))) -
               to_byte_steps(static_cast<double>(value_at<float>(b + 4 * i)));
        break;
      case Form::kRgbaI32:
        step = std::clamp(value_at<std::int32_t>(a + 4 * i), 0, 255) -
               std::clamp(value_at<std::int32_t>(b + 4 * i), 0, 255);
        break;
      case Form::kRgbaU32:
        step = static_cast<double>(std::min(value_at<std::uint32_t>(a + 4 * i), 255u)) -
               static_cast<double>(std::min(value_at<std::uint32_t>(b + 4 * i), 255u));
        break;
      default: step = a[i] - b[i];
    }
    largest = std::max(largest, std::abs(step));
  }
  return largest;
}

// An image of both sides.
struct Pair {
  std::vector<std::uint8_t> differs;  // of each pixel, the top row first: 0 or 1
  std::uint64_t count = 0;
  std::array<Picture, 2> seen{};           // good, bad; only where it is compared by similarity
  std::optional<Similarity> similarity{};  // as well
  bool is_known = false, has_both = false;
};

// Puts what people see of a box of an image into a picture of all of it. Both have the top row first.
void put_looks(const AttachmentImage& image, const PixelBox& box, Picture& picture) {
  const std::size_t size = pixel_bytes(image), width = static_cast<std::size_t>(image.width);
  const auto part = static_cast<std::size_t>(box.width);
  AttachmentImage cut{.name = image.name, .width = box.width, .height = box.height, .form = image.form, .bytes = {}};
  cut.bytes.resize(part * static_cast<std::size_t>(box.height) * size);
  const auto first = [&](int y) {
    return static_cast<std::size_t>(box.y + y) * width + static_cast<std::size_t>(box.x);
  };
  for (int y = 0; y < box.height; ++y)
    std::memcpy(&cut.bytes[static_cast<std::size_t>(y) * part * size], &image.bytes[first(y) * size], part * size);
  const Picture seen = to_picture(cut);
  for (int y = 0; y < box.height; ++y)
    std::memcpy(&picture.rgba[first(y) * 4], &seen.rgba[static_cast<std::size_t>(y) * part * 4], part * 4);
}

struct Found {
  std::uint64_t fresh = 0;
  int x = -1, y = -1;
};

class Comparer {
 public:
  Comparer(const std::filesystem::path& good, const std::filesystem::path& bad, const Tolerance& tolerance,
           PageFile& page)
      : good_(good, 0),
        bad_(bad, kBlocksOfBadSide),
        tolerance_(tolerance),
        page_(page) {}

  SideDifferences run() {
    look();
    for (;;) {
      const bool has_good = good_.next_call(), has_bad = bad_.next_call();
      if (!has_good && !has_bad) return result_;
      if (has_good != has_bad || good_.call() != bad_.call()) {
        result_.cut_at = has_good ? good_.call() : bad_.call();
        return result_;
      }
      ++result_.compared;
      nlohmann::json rows = look();
      if (rows.empty()) continue;
      ++result_.differing;
      page_.add_line({"differs", good_.call(), std::move(rows)});
    }
  }

 private:
  // Compares what the last call has changed. Returns what differs.
  nlohmann::json look() {
    std::map<std::string, std::vector<PixelBox>> boxes;
    std::set<std::string> drawn;
    for (const SideImages* side : {&good_, &bad_}) {
      for (const SideChange& change : side->changes()) {
        auto& known = boxes[change.label];
        known.insert(known.end(), change.boxes.begin(), change.boxes.end());
        if (change.by_call) drawn.insert(change.label);
      }
    }
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& [label, changed] : boxes) {
      Pair& pair = pairs_[label];
      const AttachmentImage *good = good_.image(label), *bad = bad_.image(label);
      const Found found = update(pair, good, bad, changed);
      if (!drawn.contains(label) || (pair.has_both && pair.count == 0)) continue;
      const bool is_too_much = !pair.has_both || exceeds(pair);
      const nlohmann::json count = pair.has_both ? nlohmann::json(pair.count) : nlohmann::json();
      rows.push_back({label, count, pair.differs.size(), found.fresh, found.x, found.y, is_too_much});
      if (!is_too_much) continue;
      if (!result_.first) result_.first = good_.call();
      if ((good != nullptr ? good : bad)->is_color() && !result_.first_color) result_.first_color = good_.call();
    }
    return rows;
  }

  Found update(Pair& pair, const AttachmentImage* good, const AttachmentImage* bad,
               const std::vector<PixelBox>& changed) const {
    pair.has_both = good != nullptr && bad != nullptr && good->form == bad->form && good->width == bad->width &&
                    good->height == bad->height;
    if (!pair.has_both) {
      pair.is_known = false;
      return {};
    }
    const std::size_t pixels = static_cast<std::size_t>(good->width) * static_cast<std::size_t>(good->height);
    if (!pair.is_known || pair.differs.size() != pixels) {
      pair = {.differs = std::vector<std::uint8_t>(pixels), .is_known = true, .has_both = true};
      const PixelBox all{0, 0, good->width, good->height};
      compare_looks(pair, *good, *bad, all);
      return look_at(pair, *good, *bad, all);
    }
    Found all;
    for (const PixelBox& box : changed) {
      compare_looks(pair, *good, *bad, box);
      const Found found = look_at(pair, *good, *bad, box);
      if (all.fresh == 0 && found.fresh > 0) all = {.fresh = 0, .x = found.x, .y = found.y};
      all.fresh += found.fresh;
    }
    return all;
  }

  // Looks at what has changed only: a whole picture of 1920x1080 takes most of a second.
  void compare_looks(Pair& pair, const AttachmentImage& good, const AttachmentImage& bad, const PixelBox& box) const {
    if (tolerance_.mode != Tolerance::Mode::kSsim) return;
    if (!pair.similarity) {
      pair.similarity.emplace(good.width, good.height);
      pair.seen.fill(Picture{good.width, good.height, false, std::vector<std::uint8_t>(pair.differs.size() * 4)});
    }
    put_looks(good, box, pair.seen[0]);
    put_looks(bad, box, pair.seen[1]);
    pair.similarity->update(pair.seen[0], pair.seen[1], box.x, box.y, box.width, box.height);
  }

  Found look_at(Pair& pair, const AttachmentImage& good, const AttachmentImage& bad, const PixelBox& box) const {
    const std::size_t size = pixel_bytes(good), width = static_cast<std::size_t>(good.width);
    const bool is_exact = tolerance_.mode != Tolerance::Mode::kChannel;
    // A window shows no alpha, and drivers differ in whether it has one.
    const bool has_alpha = !good.name.starts_with("window") && good.is_color();
    const std::size_t channels = good.is_color() ? (has_alpha ? 4 : 3) : 1, channel = good.is_color() ? size / 4 : size;
    Found found;
    for (int y = box.y; y < box.y + box.height; ++y) {
      for (int x = box.x; x < box.x + box.width; ++x) {
        const std::size_t at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
        const std::uint8_t *a = &good.bytes[at * size], *b = &bad.bytes[at * size];
        const bool differs = std::memcmp(a, b, channels * channel) != 0 &&
                             (is_exact || difference_of(good.form, a, b, channels) > tolerance_.channel);
        std::uint8_t& known = pair.differs[at];
        if (differs && known == 0 && found.fresh++ == 0) {
          found.x = x;
          found.y = y;
        }
        pair.count += static_cast<std::uint64_t>(differs);
        pair.count -= known;
        known = static_cast<std::uint8_t>(differs);
      }
    }
    return found;
  }

  bool exceeds(const Pair& pair) const {
    switch (tolerance_.mode) {
      case Tolerance::Mode::kExact: return true;
      case Tolerance::Mode::kChannel:
        return static_cast<double>(pair.count) * 100 > tolerance_.percent * static_cast<double>(pair.differs.size());
      case Tolerance::Mode::kSsim: return pair.similarity->mean() < tolerance_.score;
    }
    return true;
  }

  SideImages good_, bad_;
  const Tolerance& tolerance_;
  PageFile& page_;
  std::map<std::string, Pair> pairs_;  // by label
  SideDifferences result_;
};

}  // namespace

SideDifferences compare_sides(const std::filesystem::path& good, const std::filesystem::path& bad,
                              const Tolerance& tolerance, PageFile& page) {
  return Comparer(good, bad, tolerance, page).run();
}

}  // namespace replay
