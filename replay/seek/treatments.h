// How StateHistory takes the calls of each function: what the table of effects and the roles in seeking say together.
#pragma once

#include <cstdint>

#include "glbindings/function_id.h"
#include "loaders/stream/call.h"

namespace replay {

enum class Treated : std::uint8_t {
  kEffect,        // as its effect says
  kIdle,          // it sets nothing
  kDraw,          // whether it is needed is known otherwise
  kLive,          // it is not followed
  kWindowSystem,  // and what else is always made
};

struct Treatment {
  Treated treated = Treated::kLive;
  std::uint64_t deciding = 0;  // bits: the arguments that decide whether GL accepts the call
  bool names_objects = false;
};

const Treatment& treatment_of(glbindings::FunctionId function);

// A hash of the function, of what the call is about, and of those arguments that decide whether GL accepts it.
std::uint64_t form_of(const loaders::Call& call, std::uint64_t about);

// Whether what the call sets may be left out where it is set again, so that an error of it decides about later calls.
bool has_form(glbindings::FunctionId function);

// Whether the call neither uses nor saves materials.
bool leaves_materials(const Treatment& treatment, glbindings::FunctionId function);

}  // namespace replay
