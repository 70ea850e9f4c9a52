// ShareGroups: which contexts of a recording share their objects, as far as calls tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "replay/calls/context_attributes.h"

namespace replay {

class ShareGroups {
 public:
  static constexpr std::uint32_t kAny = 0;  // it is not known with whom a context shares
  // A damaged file could make any number of contexts. With more than these, nothing is known of those that follow.
  static constexpr std::size_t kMaxContexts = std::size_t{1} << 16;

  // Takes a context when it is made, and returns its group. A handle that comes again is another context.
  std::uint32_t add(const MadeContext& made) {
    const bool is_full = groups_.size() >= kMaxContexts || contexts_in_.size() >= kMaxContexts;
    const std::uint32_t group = is_full ? kAny : group_of_new(made);
    if (is_full) groups_.erase(made.handle);
    else groups_[made.handle] = group;
    ++contexts_in_[group];
    return group;
  }
  // kAny also for a context that no call has made.
  std::uint32_t of(std::uint64_t context) const {
    const auto known = groups_.find(context);
    return known != groups_.end() ? known->second : kAny;
  }
  // How many contexts calls have made in this group.
  std::size_t contexts_in(std::uint32_t group) const { return contexts_in_[group]; }

 private:
  std::uint32_t group_of_new(const MadeContext& made) {
    if (!made.partner) return kAny;
    if (*made.partner != 0) return of(*made.partner);
    contexts_in_.push_back(0);
    return static_cast<std::uint32_t>(contexts_in_.size() - 1);
  }

  std::unordered_map<std::uint64_t, std::uint32_t> groups_;  // by context
  std::vector<std::size_t> contexts_in_ = {0};               // by group
};

}  // namespace replay
