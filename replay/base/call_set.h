// CallSet: which calls, or which frames, the user asked for.
//
// The grammar is apitrace's, so that sets can be carried over from its tools:
//
//     set    = item { separator item }        separator: a comma, white space, or both
//     item   = '@' file | range               '@' stands at the start or after a comma and reaches to the next comma;
//                                             the file holds ranges, it cannot name another file
//     range  = freq | base [ '/' ( step | freq ) ]
//     base   = '*' | 'all' | N | N '-' | N '-' M      both ends belong to it; "N-" reaches to the end
//     step   = every step-th number, counted from the start of the range
//     freq   = frame | rendertarget | fbo | render | draw
//
// A set is the union of its ranges. A set of frames is the same without freq, and one of its items may be the word
// "last": the last frame, whose number only the recording knows. Where apitrace is silent or crashes - a
// step of 0, a range that runs backwards, a number beyond 64 bits, an unknown word - a bad set is an error with a
// sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "loaders/base/result.h"

namespace replay {

// Every step-th number of [first, last]. With `traits`, only calls of a function that has one of these
// glbindings::FunctionTrait bits; 0 stands for any call.
struct CallRange {
  std::uint64_t first = 0;
  std::uint64_t last = UINT64_MAX;  // UINT64_MAX: to the end
  std::uint64_t step = 1;
  std::uint16_t traits = 0;
};

// It is made for a loop that goes forward: the loop compares its number with next(), and asks contains() only when that
// number is reached. Ranges are found by binary search, so a list of a hundred thousand numbers costs no more than one
// number.
class CallSet {
 public:
  static constexpr std::uint64_t kEnd = UINT64_MAX;

  // Precondition: first <= last and step > 0.
  void add(CallRange range);
  void add(const CallSet& other);

  // Adds the last number of the recording, which settle_last() gives as soon as it is known. Until then no number
  // stands for it.
  void add_last() { wants_last_ = true; }
  bool wants_last() const { return wants_last_; }
  void settle_last(std::uint64_t last);

  bool empty() const { return !wants_last_ && plain_.empty() && special_.empty(); }

  // Returns the smallest number from `from` on that is in the set or, in a range with traits, may be in it. Returns
  // kEnd when there is none.
  std::uint64_t next(std::uint64_t from) const;

  bool contains(std::uint64_t number, std::uint16_t traits = 0) const;

  // Returns whether the user asked for this number: it is in a range that has an end and that takes calls of every
  // kind.
  bool names(std::uint64_t number) const;

  // Returns the largest number of the set, or nothing when the set has no end, is empty or has an unsettled last one.
  std::optional<std::uint64_t> last() const;

  // Returns the number of a set that holds exactly one, whatever the traits of the calls. An unsettled last one has no
  // number.
  std::optional<std::uint64_t> only() const;

  // Returns whether the set holds exactly one number, which may be an unsettled last one.
  bool is_single() const { return wants_last_ ? plain_.empty() && special_.empty() : only().has_value(); }

 private:
  struct Interval {
    std::uint64_t first;
    std::uint64_t last;
  };

  void add_plain(Interval interval);
  const Interval* plain_at_or_after(std::uint64_t number) const;

  std::vector<Interval> plain_;     // every number of it; sorted, disjoint, not adjacent
  std::vector<CallRange> special_;  // with a step or traits
  bool wants_last_ = false;
};

// LastNumber: says when the last call that is wanted is over. Calls come in the order in which they returned, and two
// threads may return in another order than they entered. So a number above the last one does not mean that the last one
// has come.
class LastNumber {
 public:
  LastNumber() = default;
  explicit LastNumber(std::optional<std::uint64_t> last) : last_(last) {}

  bool is_set() const { return last_.has_value(); }
  bool was_seen() const { return was_seen_; }
  // To be asked with the number of each call in turn. A derived call has the number of the call that it belongs to.
  bool is_behind(std::uint64_t number) {
    if (number == last_) was_seen_ = true;
    return was_seen_ && number != last_;
  }

 private:
  std::optional<std::uint64_t> last_;
  bool was_seen_ = false;
};

loaders::Result<CallSet> parse_call_set(std::string_view text);
loaders::Result<CallSet> parse_frame_set(std::string_view text);

}  // namespace replay
