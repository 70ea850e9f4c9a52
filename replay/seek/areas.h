// Areas: the parts of surfaces that clears kill, and what is left of a surface after several of them.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace replay {

// From the lower left corner, in pixels. `right` and `top` are not included.
struct ClearBox {
  int left = 0, bottom = 0, right = 0, top = 0;

  bool is_empty() const { return left >= right || bottom >= top; }
  ClearBox common_with(const ClearBox& other) const {
    return {std::max(left, other.left), std::max(bottom, other.bottom), std::min(right, other.right),
            std::min(top, other.top)};
  }
  // The smallest box that holds both.
  ClearBox hull_with(const ClearBox& other) const {
    if (is_empty() || other.is_empty()) return is_empty() ? other : *this;
    return {std::min(left, other.left), std::min(bottom, other.bottom), std::max(right, other.right),
            std::max(top, other.top)};
  }
  auto operator<=>(const ClearBox&) const = default;
};

// A box within a surface that is not larger than `size`.
struct Area {
  ClearBox box{};
  int width = 0, height = 0;

  // What lies of `box` in a surface of this size. All of it is an empty area, which stands for everywhere.
  static Area of(const ClearBox& box, int width, int height) {
    const Area all{.box = {0, 0, width, height}, .width = width, .height = height};
    const Area part{.box = box.common_with(all.box), .width = width, .height = height};
    return part == all ? Area{} : part;
  }
  bool is_empty() const { return box.is_empty(); }
  ClearBox all() const { return {0, 0, width, height}; }
  auto operator<=>(const Area&) const = default;
};

// Areas, each with a number.
class Areas {
 public:
  static constexpr std::uint16_t kEverywhere = 0;
  static constexpr std::size_t kMax = 4096;

  Areas() : areas_(1) {}
  // Takes areas that were numbered elsewhere, the first of which is that of kEverywhere. The result is for at() only.
  explicit Areas(std::vector<Area> areas) : areas_(std::move(areas)) {}
  // No value for an empty area, and beyond the limit.
  std::optional<std::uint16_t> number_of(const Area& area);
  const Area& at(std::uint16_t number) const { return areas_[number]; }
  std::size_t size() const { return areas_.size(); }

 private:
  std::map<Area, std::uint16_t> numbers_;
  std::vector<Area> areas_;
};

// A part of a surface, as boxes that do not overlap.
class Region {
 public:
  // Clears in many small boxes hardly ever add up to everything.
  static constexpr std::size_t kMaxBoxes = 32;

  explicit Region(const ClearBox& all) : boxes_{all} {}

  void subtract(const ClearBox& box);
  bool overlaps(const ClearBox& box) const;
  bool is_empty() const { return boxes_.empty(); }
  bool is_too_complex() const { return boxes_.size() > kMaxBoxes; }
  bool operator==(const Region&) const = default;

 private:
  std::vector<ClearBox> boxes_;
};

}  // namespace replay
