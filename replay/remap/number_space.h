// NumberSpace: the numbers of one kind that a driver gives when it links a program, such as the locations of uniforms.
//
// The recording tells which number stood for which name; the live driver is asked for that name when the number is used
// (dispatch/live_numbers.h). Names and not live numbers are what is kept of the recording, because a link changes the
// numbers and because the elements of an array are found by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace replay {

// recorded number -> live number. Small and dense numbers index a vector; some drivers give wild ones.
class NumberMap {
 public:
  static constexpr std::int32_t kAbsent = INT32_MIN;
  static constexpr std::uint32_t kDenseLimit = 1u << 16;
  static constexpr std::size_t kMostWild = 1u << 16;

  std::int32_t find(std::uint32_t recorded) const {
    if (recorded < numbers_.size()) [[likely]]
      return numbers_[recorded];
    return recorded < kDenseLimit ? kAbsent : find_wild(recorded);
  }
  void set(std::uint32_t recorded, std::int32_t live);
  void erase(std::uint32_t recorded);
  void clear();
  std::size_t size() const { return numbers_.size() + wild_.size(); }

 private:
  std::int32_t find_wild(std::uint32_t recorded) const;

  std::vector<std::int32_t> numbers_;
  std::unordered_map<std::uint32_t, std::int32_t> wild_;
};

class NumberSpace {
 public:
  using Names = std::map<std::uint32_t, std::string>;
  static constexpr std::size_t kMostNames = 1u << 16, kLongestName = 4096;

  // The live number, if it was found out since the last link; NumberMap::kAbsent otherwise.
  std::int32_t find(std::uint32_t recorded) const { return live_.find(recorded); }
  // `is_guess`: what is told later may say otherwise.
  void keep(std::uint32_t recorded, std::int32_t live, bool is_guess);

  // The recording says that the number stands for the name.
  void tell(std::uint32_t recorded, std::string_view name);
  // A name of a number that was told since the last link, or before it: null when there is none.
  const std::string* told(std::uint32_t recorded) const { return name_of(told_, recorded); }
  const std::string* told_before_link(std::uint32_t recorded) const { return name_of(before_link_, recorded); }
  const Names& told() const { return told_; }
  const Names& told_before_link() const { return before_link_; }

  // The live numbers of the names that were told since the last link, once somebody has found them out.
  std::optional<std::set<std::int32_t>> claimed{};

  // The recorded program was linked, which gives new numbers. A program that has asked before may go on with what it
  // was told when it knows that nothing changes, so names of before are kept until the recording says otherwise.
  void linked();
  // The live program alone was linked: what the recording told is as true as before.
  void linked_again();

 private:
  static const std::string* name_of(const Names& names, std::uint32_t recorded);

  NumberMap live_;
  bool has_guesses_ = false;
  Names told_, before_link_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of told_
};

}  // namespace replay
