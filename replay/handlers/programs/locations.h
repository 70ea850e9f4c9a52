// What a recorded program was told of one name in a program of its own.
#pragma once

#include "replay/handlers/common.h"

namespace replay::handlers {

struct Query {
  ProgramObject* program = nullptr;
  const char* name = nullptr;
  std::int32_t recorded = -1;  // the number
  explicit operator bool() const { return program != nullptr; }
};

// Attribute and output numbers are used in calls that name no program, so they cannot be mapped: the program is linked
// again with the recorded number, which is what the recorded program will use from here on.
void tell_input(Dispatcher& d, const Query& query);
void tell_output(Dispatcher& d, const Query& query);

}  // namespace replay::handlers
