// The event types of a file: those that it defines, and those that all readers of the format know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "loaders/base/limits.h"
#include "loaders/base/result.h"
#include "loaders/stream/recorded_function.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

struct Definition {
  std::string_view name;
  std::string_view arguments;
  EventClass event_class = EventClass::kInstance;
  std::uint32_t flags = 0;
};

// Types never move and are never removed: events of earlier batches refer to them.
class Definitions {
 public:
  Definitions(FunctionTable& table, const Limits& limits) : table_(table), limits_(limits) {}

  // Defines a type under `id` (if it has one) and its name; what had them before loses them.
  Status define(std::optional<std::int64_t> id, const Definition& definition);

  // Defines what an event of wtf.event#define says.
  Status define(const Event& event);

  // Defines what a binary file may use without a definition: wtf.event#define, under its number. (The other types that
  // all readers know are found by name.)
  void define_binary_builtins();

  // Look up a type; nullptr when there is none.
  const EventType* find(std::int64_t id) const;
  const EventType* find(std::string_view name);

  // Makes a type for events whose type the file does not define.
  Result<const EventType*> undefined(std::string_view name);

 private:
  const EventType* same_as(const Definition& definition) const;
  const EventType* add(const Definition& definition, bool defined);
  Status check(const Definition& definition) const;
  Error no_room() const;
  bool has_room(const Definition& definition) const;

  FunctionTable& table_;
  const Limits& limits_;
  std::deque<EventType> types_;
  std::unordered_map<std::int64_t, const EventType*> by_id_;
  std::unordered_map<std::string_view, const EventType*> by_name_;  // the keys lie in types_
  std::size_t text_bytes_ = 0;
};

}  // namespace loaders::wtf
