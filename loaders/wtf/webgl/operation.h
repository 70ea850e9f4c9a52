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
  kNothing,        // WebGL refused it, or it changes nothing that a replay has
  kUnknownObject,  // it needs an object whose making was not recorded
};

struct Operation {
  static constexpr std::size_t kMaxArgs = 10;

  const Event& event;
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;
  Value args[kMaxArgs] = {};
  std::uint8_t argc = 0;
  std::optional<Value> result = std::nullopt;
  std::uint32_t handle = 0;          // of the object that the event is about: the last one that it names
  bool has_unknown_object = false;  // it is bound as null

  std::uint32_t u32(std::size_t index) const { return static_cast<std::uint32_t>(args[index].u); }
  std::int64_t i64(std::size_t index) const { return args[index].i; }
  std::span<const Value> arguments() const { return {args, argc}; }
};

}  // namespace loaders::wtf::webgl
