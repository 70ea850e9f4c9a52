// NumberSpace: the numbers of one kind that a driver gives when it links a program, such as the locations of uniforms.
//
// The recording shows which number stood for which name. The live driver is asked for this name when the number is
// used (dispatch/live_numbers.h). Names are kept instead of live numbers, because a link changes the numbers, and
// because the elements of an array are found by name.
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

// Maps recorded numbers to live numbers. Small and dense numbers index a vector; some drivers also use very large ones.
class NumberMap {
 public:
  static constexpr std::int32_t kAbsent = INT32_MIN;
  static constexpr std::uint32_t kDenseLimit = 1u << 16;
  static constexpr std::size_t kMaxWild = 1u << 16;

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
  static constexpr std::size_t kMaxNames = 1u << 16, kLongestName = 4096;

  // Returns the live number if it was found since the last link, otherwise NumberMap::kAbsent.
  std::int32_t find(std::uint32_t recorded) const { return live_.find(recorded); }
  // If `is_guess`, the recording may still show a different number later.
  void keep(std::uint32_t recorded, std::int32_t live, bool is_guess);

  // To be called when the recording shows that the number stands for the name.
  void tell(std::uint32_t recorded, std::string_view name);
  // Returns a name that the recording showed for the number, after the last link or before it, or null.
  const std::string* told(std::uint32_t recorded) const { return name_of(told_, recorded); }
  const std::string* told_before_link(std::uint32_t recorded) const { return name_of(before_link_, recorded); }
  const Names& told() const { return told_; }
  const Names& told_before_link() const { return before_link_; }

  // The live numbers of the names that the recording showed since the last link, after they were found out.
  std::optional<std::set<std::int32_t>> claimed{};

  // To be called when the recorded program was linked, which gives new numbers. A program may go on with its old
  // numbers when it knows that nothing changes, so the old names are kept until the recording shows something else.
  void linked();
  // To be called when only the live program was linked. The names of the recording stay valid.
  void linked_again();

 private:
  static const std::string* name_of(const Names& names, std::uint32_t recorded);

  NumberMap live_;
  bool has_guesses_ = false;
  Names told_, before_link_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // the numbers of the names in told_
};

}  // namespace replay
