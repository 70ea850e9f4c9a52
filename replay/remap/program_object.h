// ProgramObject: what a recorded program's locations and indices are called in this run.
//
// Locations, block indices and subroutine indices are numbers that a driver makes up at link time. The recording says which
// number stood for which name; asking the live program for that name gives the number of this run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace replay {

// recorded number -> live number, for numbers that are small and dense; wild ones map to themselves.
class NumberMap {
 public:
  static constexpr std::int32_t kAbsent = INT32_MIN;
  static constexpr std::uint32_t kLimit = 1u << 16;

  std::int32_t find(std::uint32_t recorded) const {
    return recorded < numbers_.size() ? numbers_[recorded] : kAbsent;
  }
  void set(std::uint32_t recorded, std::int32_t live) {
    if (recorded >= kLimit) return;
    if (recorded >= numbers_.size()) numbers_.resize(std::size_t{recorded} + 1, kAbsent);
    numbers_[recorded] = live;
  }
  void clear() { numbers_.clear(); }
  std::size_t size() const { return numbers_.size(); }

 private:
  std::vector<std::int32_t> numbers_;
};

struct ProgramObject {
  std::uint32_t live = 0;
  NumberMap uniforms{};
  NumberMap uniform_blocks{};
  NumberMap storage_blocks{};
  // By shader stage: both are per stage in GL.
  std::map<std::uint32_t, NumberMap> subroutines{};
  std::map<std::uint32_t, NumberMap> subroutine_uniforms{};
  // A bit for each attribute location that it reads; asked for when it is needed.
  std::optional<std::uint64_t> attributes{};

  // The live location for a recorded one. -1 is nobody's location and stays so. Elements of an array follow each other, so a
  // location that the recording never named counts from the nearest named one below it; with none below, the number itself
  // is the best guess (explicit layout(location = N) keeps it on every driver).
  std::int32_t uniform_location(std::int32_t recorded) const {
    if (recorded < 0) return recorded;
    const std::int32_t live_location = uniforms.find(static_cast<std::uint32_t>(recorded));
    return live_location != NumberMap::kAbsent ? live_location : nearest_uniform(recorded);
  }

  // A link invalidates every number.
  void forget_numbers() {
    uniforms.clear();
    uniform_blocks.clear();
    storage_blocks.clear();
    subroutines.clear();
    subroutine_uniforms.clear();
    attributes.reset();
  }

 private:
  std::int32_t nearest_uniform(std::int32_t recorded) const {
    for (auto below = std::int64_t{recorded} - 1; below >= 0; --below) {
      if (below >= static_cast<std::int64_t>(uniforms.size())) below = static_cast<std::int64_t>(uniforms.size()) - 1;
      if (below < 0) break;
      const std::int32_t live_location = uniforms.find(static_cast<std::uint32_t>(below));
      if (live_location == NumberMap::kAbsent) continue;
      // An inactive uniform has no elements here either.
      return live_location < 0 ? -1 : live_location + static_cast<std::int32_t>(recorded - below);
    }
    return recorded;
  }
};

}  // namespace replay
