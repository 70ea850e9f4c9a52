#include "replay/seek/areas.h"

#include <algorithm>

namespace replay {

std::optional<std::uint16_t> Areas::number_of(const Area& area) {
  if (area.is_empty() || area.all().is_empty()) return std::nullopt;
  const auto known = numbers_.find(area);
  if (known != numbers_.end()) return known->second;
  if (areas_.size() == kMax) return std::nullopt;
  areas_.push_back(area);
  return numbers_.emplace(area, static_cast<std::uint16_t>(areas_.size() - 1)).first->second;
}

bool Region::overlaps(const ClearBox& box) const {
  return std::ranges::any_of(boxes_, [&](const ClearBox& each) { return !each.common_with(box).is_empty(); });
}

void Region::subtract(const ClearBox& box) {
  std::vector<ClearBox> left;
  for (const ClearBox& old : boxes_) {
    const ClearBox cut = old.common_with(box);
    if (cut.is_empty()) {
      left.push_back(old);
      continue;
    }
    for (const ClearBox& part :
         {ClearBox{old.left, old.bottom, old.right, cut.bottom}, ClearBox{old.left, cut.top, old.right, old.top},
          ClearBox{old.left, cut.bottom, cut.left, cut.top}, ClearBox{cut.right, cut.bottom, old.right, cut.top}}) {
      if (!part.is_empty()) left.push_back(part);
    }
  }
  std::ranges::sort(left);
  boxes_ = std::move(left);
}

}  // namespace replay
