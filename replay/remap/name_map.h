// NameMap: recorded object names -> names that the driver gave in this run.
//
// Recorded names are nearly always small and dense, because drivers count up from 1, so they index a vector. Other
// names, which a program chose itself or a damaged file has, go to a hash table. So no name in a file can make the
// vector large.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace replay {

class NameMap {
 public:
  static constexpr std::uint32_t kDenseLimit = 1u << 18;

  // Returns the live name, or 0 for the recorded name 0 and for names that are not in the map.
  std::uint32_t find(std::uint32_t recorded) const {
    if (recorded < dense_.size()) [[likely]]
      return dense_[recorded];
    return recorded < kDenseLimit ? 0 : find_wild(recorded);
  }

  void set(std::uint32_t recorded, std::uint32_t live) {
    if (recorded == 0) return;
    if (!erased_.empty()) [[unlikely]]
      forget_erased(recorded, live);
    if (live != 0) ++alive_;
    if (recorded >= kDenseLimit) {
      wild_[recorded] = live;
      return;
    }
    // The size stays below the limit, because find() treats every name below dense_.size() as a dense one.
    if (recorded >= dense_.size()) dense_.resize(std::min<std::size_t>(std::size_t{recorded} * 2 + 16, kDenseLimit));
    dense_[recorded] = live;
  }

  void erase(std::uint32_t recorded) {
    const std::uint32_t live = find(recorded);
    if (live == 0) return;
    if (in_lists_.contains(recorded)) erased_[recorded] = live;
    --alive_;
    if (recorded < dense_.size()) dense_[recorded] = 0;
    else wild_.erase(recorded);
  }

  // A display list has got the live name, and keeps it when the object is deleted and made again. So that the list goes
  // on to name the same object as in the recording, the new object has to take the old live name.
  void note_in_list(std::uint32_t recorded) { in_lists_.insert(recorded); }
  // Returns the live name that lists have for an object that was erased, or 0.
  std::uint32_t find_erased(std::uint32_t recorded) const {
    const auto found = erased_.find(recorded);
    return found == erased_.end() ? 0 : found->second;
  }

  // How many live objects were set and not erased. Objects whose name another object took count as well.
  std::uint64_t alive() const { return alive_; }

  // Calls `take(recorded, live)` for every name, ascending by recorded name.
  template <class Take>
  void for_each(Take take) const {
    for (std::uint32_t recorded = 0; recorded < dense_.size(); ++recorded) {
      if (dense_[recorded] != 0) take(recorded, dense_[recorded]);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wild(wild_.begin(), wild_.end());
    std::sort(wild.begin(), wild.end());
    for (const auto& [recorded, live] : wild) take(recorded, live);
  }

 private:
  // The driver may give the live name to another object.
  void forget_erased(std::uint32_t recorded, std::uint32_t live) {
    std::erase_if(erased_, [&](const auto& each) { return each.first == recorded || each.second == live; });
  }

  std::uint32_t find_wild(std::uint32_t recorded) const {
    const auto found = wild_.find(recorded);
    return found == wild_.end() ? 0 : found->second;
  }

  std::uint64_t alive_ = 0;
  std::vector<std::uint32_t> dense_;  // 0 when the name is not in the map; GL never returns the name 0
  std::unordered_map<std::uint32_t, std::uint32_t> wild_;
  std::unordered_set<std::uint32_t> in_lists_;
  std::unordered_map<std::uint32_t, std::uint32_t> erased_;  // of those in in_lists_
};

}  // namespace replay
