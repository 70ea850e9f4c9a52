// Methods: a row for each WebGL event that becomes a GL call, with a rule for each parameter of that call. What a rule cannot
// say is in the row's effect, a member function of Translator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "glbindings/function_id.h"
#include "loaders/stream/value.h"
#include "loaders/wtf/webgl/objects.h"
#include "loaders/wtf/webgl/operation.h"

namespace loaders::wtf::webgl {

class Translator;
using Effect = Outcome (Translator::*)(Operation&);

// Where the value of a GL parameter comes from. Rules that are not met make WebGL refuse the call.
enum class Rule : std::uint8_t {
  kEnd,       // no such parameter
  kNull,      // NULL, or the effect's business
  kOne,       // 1
  kAsItIs,    // the argument
  kNumber,    // the argument
  kOneOf,     // the argument; one of `set`
  kText,      // the argument
  kArray,     // the argument, of `elem`; a multiple of `size` elements and not none
  kCount,     // how many times `size` elements the array has
  kBytes,     // the argument, as bytes
  kByteSize,  // how many bytes it has

  kObject,     // a handle; an object of `kind`
  kNullable,   // the same or null
  kNew,        // a handle that is made; GL has an array of one name
  kNewResult,  // a handle that is made; GL's result, no parameter
  kDelete,     // a handle that is deleted; GL has an array of one name
  kDeleteOne,  // the same where GL has the name itself
  kLocation,   // a handle; of a uniform of the current program

  // The argument; one of `set`, and something is bound to that target.
  kBuffer,
  kTexture,
  kRenderbuffer,
  kFramebuffer,
};

struct Param {
  Rule rule = Rule::kEnd;
  const char* name = "";   // of the event's argument
  const char* other = "";  // as some tracers have it
  std::span<const std::uint32_t> set{};
  std::size_t size = 1;
  ObjectKind kind = ObjectKind::kNone;
  Elem elem = Elem::kNone;
};

struct Method {
  std::string_view event;
  glbindings::FunctionId function;
  std::array<Param, Operation::kMaxArgs> params{};
  Effect effect = nullptr;
  bool needs_context = true;
};

// nullptr when the event is none that becomes a GL call.
const Method* find_method(std::string_view event_name);

// What calls of an event's type are: of the function that its method becomes, kUnknown for a method of WebGL that nobody knows,
// else replayEvent.
glbindings::FunctionId function_of(std::string_view event_name);

}  // namespace loaders::wtf::webgl
