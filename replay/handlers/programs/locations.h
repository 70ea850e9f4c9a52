// The number that the recording shows for one name of a program.
#pragma once

#include "replay/handlers/common.h"

namespace replay::handlers {

struct Query {
  ProgramObject* program = nullptr;
  const char* name = nullptr;
  std::int32_t recorded = -1;  // the number
  explicit operator bool() const { return program != nullptr; }
};

// The numbers of attributes and outputs are used in calls that name no program, so they cannot be mapped. Instead the
// program is linked again with the recorded number, which the recorded program will use from here on.
void tell_input(Dispatcher& d, const Query& query);
void tell_output(Dispatcher& d, const Query& query);

}  // namespace replay::handlers
