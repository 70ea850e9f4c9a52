// Refusals: the calls that have no effect, because GL refuses them or because they cannot be made.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

// All calls have to be watched. Calls that may do a part of their work before an error are left out: those of
// primitives and lists, those that bind many objects, and all that are not of GL itself.
class Refusals : public Observer {
 public:
  void call_done(Dispatcher& dispatcher, const loaders::Call& call) override;

  const std::vector<std::uint64_t>& numbers() const { return numbers_; }

 private:
  std::uint64_t seen_ = 0;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace replay
