// Operation: one WebGL event on its way to a GL call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "glbindings/function_id.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf::webgl {

enum class Outcome : std::uint8_t {
  kCall,           // the call of Operation::function with Operation::args
  kNothing,        // no call: WebGL refused it, or it changes nothing in a replay
  kUnknownObject,  // it needs an object whose creation was not recorded
};

struct Operation {
  static constexpr std::size_t kMaxArgs = 10;

  const Event& event;
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;
  Value args[kMaxArgs] = {};
  std::uint8_t argc = 0;
  std::optional<Value> result = std::nullopt;
  std::uint32_t handle = 0;         // of the last object that the event names
  bool has_unknown_object = false;  // an unknown object is bound as null

  std::uint32_t u32(std::size_t index) const { return static_cast<std::uint32_t>(args[index].u); }
  std::int64_t i64(std::size_t index) const { return args[index].i; }
  std::span<const Value> arguments() const { return {args, argc}; }
};

}  // namespace loaders::wtf::webgl
