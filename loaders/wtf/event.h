// The event model: the form that all kinds of WTF files are brought to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/stream/value.h"

namespace loaders::wtf {

enum class ArgType : std::uint8_t {
  kUnknown,
  kBool,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat32,
  kChar,    // a Latin-1 character
  kWchar,   // a UTF-16 code unit
  kFlowId,  // 0: none
  kTime32,  // microseconds
  kAscii,   // in fact it may be any Unicode text
  kUtf8,
  kAny,  // JSON text
};

struct Argument {
  std::string name;
  ArgType type = ArgType::kUnknown;
  bool is_array = false;

  bool operator==(const Argument&) const = default;
};

// Events that mean something to WTF itself. Their names identify them, not their numbers.
enum class Builtin : std::uint8_t {
  kNone,
  kDefine,
  kDiscontinuity,
  kZoneCreate,
  kZoneDelete,
  kZoneSet,
  kScopeEnter,
  kScopeEnterTracing,
  kScopeLeave,
  kScopeAppendData,
  kFlowBranch,
  kFlowExtend,
  kFlowTerminate,
  kFlowAppendData,
  kMark,
  kTimeStamp,
  kTimeRangeBegin,
  kTimeRangeEnd,
  kFrameStart,
  kFrameEnd,
};

enum class EventClass : std::uint8_t { kInstance, kScope };

enum EventFlag : std::uint32_t {
  kHighFrequency = 0x02,
  kSystemTime = 0x04,
  kInternal = 0x08,
  kAppendScopeData = 0x10,  // its arguments are data of the innermost open scope
  kBuiltin = 0x20,
  kAppendFlowData = 0x40,
};

struct EventType {
  std::string name;
  EventClass event_class = EventClass::kInstance;
  std::uint32_t flags = 0;
  std::vector<Argument> args;
  Builtin builtin = Builtin::kNone;
  bool defined = true;         // false when an event list used the name without a definition
  std::string unreadable;      // why the arguments of its events cannot be read; empty when they can
  std::uint32_t recorded = 0;  // its index in the FunctionTable

  // The index of the argument `arg_name`, or args.size().
  std::size_t find(std::string_view arg_name) const;
};

// An event lives as long as the batch that it was read into.
//
//   argument              value
//   bool, unsigned, ids   uint; bool is 0 or 1
//   signed                sint
//   float32               f32
//   characters, strings   string, in UTF-8 if the file has it so; null
//   any                   string with TextHint kJsonText; null
//   uint8[]               blob; null
//   other arrays          array of that type; null. Of characters: string
//
// An event of a list may have fewer arguments than its type; then the others are null. It may have more, which have no
// name.
struct Event {
  static constexpr std::uint64_t kNoScope = ~std::uint64_t{0};

  const EventType* type = nullptr;
  std::optional<std::int64_t> time_us;  // since the timebase
  std::span<const Value> args;
  std::uint64_t offset = 0;  // for messages: its byte in the file, or in the decoded events of a JSON chunk

  // Timeline::place() sets the members from here on.
  std::uint64_t index = 0;  // in the order of the file
  std::uint32_t zone = 0;   // 0 before the first wtf.zone#set
  // How many scopes are open around it; an event that opens or closes a scope stands outside of that.
  std::uint32_t depth = 0;
  // Index of the event that opened the innermost open scope, or the scope that this event closes.
  std::uint64_t scope = kNoScope;
  bool ends_frame = false;

  // The argument of that name; null when there is none.
  const Value& arg(std::string_view name) const;

  // The argument as an integer; 0 when it is none, because files can declare any type.
  std::uint64_t integer(std::string_view name) const;
};

}  // namespace loaders::wtf
