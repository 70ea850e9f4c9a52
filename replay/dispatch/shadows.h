// Shadows: state of GL that the replayer tracks instead of querying it. All of it is in one table, with the reason
// why each entry stays true. The program replay_checked and the fuzz target compare the table to the driver after
// each call.
//
// When the meaning of a pointer depends on a shadow, the shadow is equal to the driver's state, or it differs only in
// the direction in which no recorded address reaches the driver.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "replay/dispatch/dispatcher.h"

namespace replay {

struct Shadow {
  std::string_view name;
  std::string_view kept_true_by;
  // Returns what is wrong with the shadow, or nothing when it is true or the driver does not answer. The pointer is
  // null when GL has no query for the state. Precondition: a context is current, not inside glBegin, and errors are
  // muted.
  std::optional<std::string> (*difference)(Dispatcher& d);
};

std::span<const Shadow> shadows();

// Returns a sentence about the first shadow of the current context that is wrong. It costs hundreds of queries. The
// driver's error flag does not change.
std::optional<std::string> false_shadow(Dispatcher& d);

}  // namespace replay
