// Puts a function that tells of the call around each function of a table of the driver.
#pragma once

#include <cstdint>

#include "glbindings/function_id.h"
#include "replay/export_c/forms.h"

struct GladGLContext;

namespace replay {

struct CallHearer {
  // `before` hears a call before the driver gets it, `after` when the driver has answered. The result is 0 for
  // functions without one. They may make queries themselves, which they hear as well.
  void (*before)(glbindings::FunctionId function, LiveArguments arguments);
  void (*after)(glbindings::FunctionId function, LiveArguments arguments, std::uint64_t result);
};

// Tables that are wrapped tell this hearer; null: nobody.
inline const CallHearer* call_hearer = nullptr;

// Precondition: the functions of one name have the same address in all tables.
void wrap_table(GladGLContext& table);

}  // namespace replay
