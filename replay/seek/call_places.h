// CallPlaces: where calls come in a recording.
//
// A call comes when it has ended, with the number of its beginning. Calls of other threads may come between the two,
// and so may calls that a recorder writes for memory that the program has written. So numbers need not rise. Places do:
//
//   numbers                10      12      11      13
//   places as numbers.n    10.0    12.0    12.1    13.0
//
// Everything that says "up to this call" or "the calls from here to there" is about places.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

// A number of a call and how many calls with lower numbers have come since, in one number.
using CallPlace = std::uint64_t;

constexpr unsigned kBitsOfLateCalls = 8;
constexpr CallPlace place_of_number(std::uint64_t number) { return number << kBitsOfLateCalls; }
// The number of the call at this place; of a call with a lower number, that of the last call without one.
constexpr std::uint64_t number_at(CallPlace place) { return place >> kBitsOfLateCalls; }

class CallPlaces {
 public:
  static constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 54;

  // Takes all calls in the order of the recording, or all up to some call. A derived call has the place of the call
  // before it, because it is no call of the recording.
  CallPlace next(const loaders::Call& call) {
    if (call.is(loaders::kDerived)) return last_;
    if (call.number > newest_ || !any_) {
      any_ = true;
      newest_ = call.number;
      rise_ = rise_ && newest_ <= kMostNumber;
      return last_ = place_of_number(newest_);
    }
    rise_ = rise_ && number_at(last_ + 1) == newest_;
    return ++last_;
  }

  // Whether each call so far has a higher place than those before it. It is false for larger numbers, which damaged
  // files have, and where more than 255 threads are in calls at the same time.
  bool rise() const { return rise_; }

 private:
  std::uint64_t newest_ = 0;
  CallPlace last_ = 0;
  bool any_ = false, rise_ = true;
};

}  // namespace replay
