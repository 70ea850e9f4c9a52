// Shadows: what the replayer remembers of GL's state instead of asking for it. All of them are in one table, each with what keeps it
// true. The program replay_checked and the fuzz target compare them with the driver after each call.
//
// A shadow that a pointer's meaning depends on is either equal to what the driver has, or errs to the side on which no recorded
// address reaches the driver.
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
  // What is wrong with it; nothing when it is true, or when the driver does not tell. Null for what no driver can be asked for.
  // Precondition: a context, outside of glBegin, errors muted.
  std::optional<std::string> (*difference)(Dispatcher& d);
};

std::span<const Shadow> shadows();

// The first shadow of the current context that is not true, in a sentence. Costs hundreds of questions. The driver's error flag
// stays as it is.
std::optional<std::string> false_shadow(Dispatcher& d);

}  // namespace replay
