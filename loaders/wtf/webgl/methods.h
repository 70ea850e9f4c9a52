// Methods: a row for each WebGL event that becomes a GL call, with a rule for each parameter of that call. What rules
// cannot express is done by the effect of the row, a member function of Translator.
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

// Where the value of a GL parameter comes from. WebGL refuses a call whose rules are not met.
enum class Rule : std::uint8_t {
  kEnd,       // no such parameter
  kNull,      // NULL, unless the effect sets it
  kOne,       // 1
  kAsItIs,    // the argument, unchanged
  kNumber,    // the argument, as a number
  kOneOf,     // the argument, which must be one of `set`
  kText,      // the argument, as a text
  kArray,     // the argument, as an array of `elem`
  kCount,     // the number of elements of the argument, divided by `size`; it must be a multiple and not 0
  kBytes,     // the argument, as bytes
  kByteSize,  // how many bytes the argument has

  kObject,     // the handle of an object of `kind`
  kNullable,   // the same, or null
  kNew,        // the handle of a new object; GL gets an array of one name
  kNewResult,  // the handle of a new object, which is the result in GL and no parameter
  kDelete,     // the handle of an object to delete; GL gets an array of one name
  kDeleteOne,  // the same where GL gets the name itself
  kLocation,   // the handle of the location of a uniform of the current program

  // The argument, which must be one of `set`; and an object must be bound to that target.
  kBuffer,
  kTexture,
  kRenderbuffer,
  kFramebuffer,
};

struct Param {
  Rule rule = Rule::kEnd;
  const char* name = "";   // of the argument of the event
  const char* other = "";  // the name that some tracers give it
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

// nullptr when the event does not become a GL call.
const Method* find_method(std::string_view event_name);

// The function that an event becomes a call of: that of its method, kUnknown for a method of WebGL that is not known,
// and otherwise replayEvent.
glbindings::FunctionId function_of(std::string_view event_name);

}  // namespace loaders::wtf::webgl
