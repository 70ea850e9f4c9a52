#include "loaders/wtf/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "loaders/base/limits.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/signature.h"
#include "loaders/wtf/webgl/methods.h"

namespace loaders::wtf {
namespace {

struct BuiltinType {
  Builtin builtin;
  Definition definition;
};

constexpr auto kScope = EventClass::kScope;
constexpr auto kInstance = EventClass::kInstance;

// The types that readers know without a definition. Most writers define all of them; some leave out the first.
constexpr BuiltinType kBuiltins[] = {
    {Builtin::kDefine,
     {"wtf.event#define", "uint16 wireId, uint16 eventClass, uint32 flags, ascii name, ascii args", kInstance, 0x28}},
    {Builtin::kDiscontinuity, {"wtf.trace#discontinuity", "", kInstance, 0x20}},
    {Builtin::kZoneCreate,
     {"wtf.zone#create", "uint16 zoneId, ascii name, ascii type, ascii location", kInstance, 0x28}},
    {Builtin::kZoneDelete, {"wtf.zone#delete", "uint16 zoneId", kInstance, 0x28}},
    {Builtin::kZoneSet, {"wtf.zone#set", "uint16 zoneId", kInstance, 0x28}},
    {Builtin::kScopeEnter, {"wtf.scope#enter", "ascii name", kScope, 0x20}},
    {Builtin::kScopeEnterTracing, {"wtf.scope#enterTracing", "", kScope, 0x2c}},
    {Builtin::kScopeLeave, {"wtf.scope#leave", "", kInstance, 0x28}},
    {Builtin::kScopeAppendData, {"wtf.scope#appendData", "ascii name, any value", kInstance, 0x38}},
    {Builtin::kFlowBranch, {"wtf.flow#branch", "flowId id, flowId parentId, ascii name, any value", kInstance, 0x28}},
    {Builtin::kFlowExtend, {"wtf.flow#extend", "flowId id, ascii name, any value", kInstance, 0x28}},
    {Builtin::kFlowTerminate, {"wtf.flow#terminate", "flowId id, any value", kInstance, 0x28}},
    {Builtin::kFlowAppendData, {"wtf.flow#appendData", "flowId id, ascii name, any value", kInstance, 0x68}},
    {Builtin::kMark, {"wtf.trace#mark", "ascii name, any value", kInstance, 0x28}},
    {Builtin::kTimeStamp, {"wtf.trace#timeStamp", "ascii name, any value", kInstance, 0x20}},
    {Builtin::kTimeRangeBegin, {"wtf.timeRange#begin", "uint32 id, ascii name, any value", kInstance, 0x28}},
    {Builtin::kTimeRangeEnd, {"wtf.timeRange#end", "uint32 id", kInstance, 0x28}},
    {Builtin::kFrameStart, {"wtf.timing#frameStart", "uint32 number", kInstance, 0x08}},
    {Builtin::kFrameEnd, {"wtf.timing#frameEnd", "uint32 number", kInstance, 0x08}},
};

const BuiltinType* find_builtin(std::string_view name) {
  const auto* at = std::find_if(std::begin(kBuiltins), std::end(kBuiltins),
                                [&](const BuiltinType& type) { return type.definition.name == name; });
  return at == std::end(kBuiltins) ? nullptr : at;
}

RecordedFunction recorded_function(const EventType& type) {
  RecordedFunction function;
  function.name = type.name;
  function.id = webgl::function_of(type.name);
  for (const Argument& arg : type.args) function.arg_names.push_back(arg.name);
  return function;
}

}  // namespace

Status Definitions::check(const Definition& definition) const {
  if (definition.name.size() > limits_.name_bytes) {
    return Error{fmt::format("the name of an event type has {} bytes, more than {}", definition.name.size(),
                             limits_.option(&Limits::name_bytes))};
  }
  if (definition.arguments.size() > kMaxArgumentsBytes) {
    return Error{fmt::format("the arguments of an event type have {} bytes", definition.arguments.size())};
  }
  return {};
}

Status Definitions::define(std::optional<std::int64_t> id, const Definition& definition) {
  if (const Status sound = check(definition); !sound) return sound.error();
  const EventType* type = same_as(definition);
  if (type == nullptr && has_room(definition)) type = add(definition, true);
  if (type == nullptr || by_id_.size() == FunctionTable::kMaxFunctions) return no_room();
  if (id) by_id_[*id] = type;
  return {};
}

Status Definitions::define(const Event& event) {
  Definition definition;
  definition.name = event.arg("name").text();
  definition.arguments = event.arg("args").text();
  definition.event_class = event.integer("eventClass") == 1 ? kScope : kInstance;
  definition.flags = static_cast<std::uint32_t>(event.integer("flags"));
  return define(static_cast<std::int64_t>(event.integer("wireId")), definition);
}

void Definitions::define_binary_builtins() { by_id_[kDefineId] = find(kBuiltins[0].definition.name); }

const EventType* Definitions::find(std::int64_t id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? nullptr : at->second;
}

const EventType* Definitions::find(std::string_view name) {
  if (const auto at = by_name_.find(name); at != by_name_.end()) return at->second;
  const BuiltinType* builtin = find_builtin(name);
  return builtin != nullptr && has_room(builtin->definition) ? add(builtin->definition, true) : nullptr;
}

Result<const EventType*> Definitions::undefined(std::string_view name) {
  const Definition definition{name, {}};
  if (const Status sound = check(definition); !sound) return sound.error();
  if (!has_room(definition)) return no_room();
  return add(definition, false);
}

// The known type of that name, if the definition says the same again: definitions repeat, and each type takes memory.
const EventType* Definitions::same_as(const Definition& definition) const {
  const auto at = by_name_.find(definition.name);
  if (at == by_name_.end()) return nullptr;
  const EventType& type = *at->second;
  if (!type.defined || type.event_class != definition.event_class || type.flags != definition.flags) return nullptr;
  const Arguments arguments = parse_arguments(definition.arguments);
  return type.args == arguments.list && type.unreadable == arguments.problem ? &type : nullptr;
}

Error Definitions::no_room() const {
  if (table_.full() || by_id_.size() == FunctionTable::kMaxFunctions)
    return {"there are more event types than any tracer has"};
  return {"the definitions take more than " + limits_.option(&Limits::definition_bytes)};
}

bool Definitions::has_room(const Definition& definition) const {
  const std::size_t bytes = definition.name.size() + definition.arguments.size();
  return !table_.full() && bytes <= limits_.definition_bytes - text_bytes_;
}

const EventType* Definitions::add(const Definition& definition, bool defined) {
  text_bytes_ += definition.name.size() + definition.arguments.size();
  EventType& type = types_.emplace_back();
  type.name = definition.name;
  type.event_class = definition.event_class;
  type.flags = definition.flags;
  Arguments arguments = parse_arguments(definition.arguments);
  type.args = std::move(arguments.list);
  type.unreadable = std::move(arguments.problem);
  if (const BuiltinType* builtin = find_builtin(type.name)) type.builtin = builtin->builtin;
  type.defined = defined;
  type.recorded = table_.append(recorded_function(type));
  by_name_.insert_or_assign(type.name, &type);
  return &type;
}

}  // namespace loaders::wtf
