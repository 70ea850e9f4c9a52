#include "loaders/wtf/list_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "loaders/base/limits.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/json_values.h"
#include "loaders/wtf/signature.h"

namespace loaders::wtf {
namespace {

bool is_event(const Json& object) { return member(object, "event") != nullptr; }

bool has_type(const Json& object, std::string_view version_1, std::string_view version_2) {
  const std::string_view type = text_member(object, "type");
  return type == version_1 || type == version_2;
}
bool is_header(const Json& object) { return has_type(object, "wtf.json.header", "wtf.json#header"); }
bool is_definition(const Json& object) { return has_type(object, "wtf.event.define", "wtf.event#define"); }

std::optional<std::int64_t> microseconds(const Json& event) {
  const auto ms = number_member(event, "time");
  if (!ms || std::isnan(*ms)) return std::nullopt;
  constexpr double kLimit = 9e18;
  return static_cast<std::int64_t>(std::llround(std::clamp(*ms * 1000, -kLimit, kLimit)));
}

}  // namespace

bool has_event_list(const JsonItem& first, const JsonItems& items) {
  return is_event(first.value) || !text_member(first.value, "type").empty() || items.list() == "events";
}

ListEvents::ListEvents(JsonItems items, JsonItem first, FileHeader& header, Definitions& definitions, Report& report)
    : items_(std::move(items)),
      item_(std::move(first)),
      definitions_(definitions),
      report_(report) {
  bool more = item_.value.is_object();
  while (more && !item_.cut && !is_event(item_.value)) {
    if (is_header(item_.value)) read_header(header);
    more = define() && next_item();
  }
  has_event_ = more && !item_.cut;
  ended_ = !more;
}

bool ListEvents::next_item() { return items_.next(item_, report_); }

void ListEvents::read_header(FileHeader& header) {
  if (!has_header_) version_ = read_list_header(item_.value, header);
  has_header_ = true;
}

bool ListEvents::next(Event& event, Batch& batch) {
  while (!ended_) {
    if (!has_event_ && !next_item()) break;
    has_event_ = false;
    if (item_.cut) continue;
    if (is_event(item_.value)) {
      ended_ = !read_event(event, batch);
      return !ended_;
    }
    ended_ = !define();
  }
  return false;
}

// Defines a type if item_ is a definition. False when there is no room for it.
bool ListEvents::define() {
  if (!is_definition(item_.value)) return true;
  const Signature signature = split_signature(text_member(item_.value, "signature"));
  Definition definition{signature.name, signature.arguments, EventClass::kScope, 0};
  if (text_member(item_.value, "class") == "instance") definition.event_class = EventClass::kInstance;
  if (const Json* flags = member(item_.value, "flags")) {
    definition.flags = static_cast<std::uint32_t>(as_integer(*flags).value_or(0));
  }
  const Json* id = member(item_.value, "event_id");
  const Status defined = definitions_.define(id != nullptr ? as_integer(*id) : std::nullopt, definition);
  if (defined) return true;
  report_.fail(Damage::kCorrupt, item_.offset, "definition", defined.error().problem);
  return false;
}

bool ListEvents::read_event(Event& event, Batch& batch) {
  const Result<const EventType*> found = type_of(item_.value["event"]);
  if (!found) {
    report_.fail(Damage::kCorrupt, item_.offset, "event", found.error().problem);
    return false;
  }
  const EventType* type = *found;
  const Json* args = member(item_.value, "args");
  event = {};
  event.type = type;
  event.time_us = microseconds(item_.value);
  event.args = read_json_values(args, *type, kMaxArguments, batch.arena);
  event.offset = item_.offset;
  if (args != nullptr && args->size() > kMaxArguments) {
    report_.note(report_.surplus_arguments, [&] { return fmt::format("at byte {}: {}", item_.offset, args->size()); });
  }
  return true;
}

Result<const EventType*> ListEvents::type_of(const Json& name) {
  if (name.is_string()) {
    const auto& text = name.get_ref<const std::string&>();
    const EventType* type = definitions_.find(text);
    if (type != nullptr) return type;
    return undefined(text);
  }
  const auto id = as_integer(name);
  const EventType* type = id ? definitions_.find(*id) : nullptr;
  if (type == nullptr && id == kLeaveId) type = definitions_.find("wtf.scope#leave");
  if (type != nullptr) return type;
  const std::string as_name = "event_id " + (name.is_primitive() ? name.dump() : "?");
  type = definitions_.find(as_name);
  if (type != nullptr) return type;
  return undefined(as_name);
}

Result<const EventType*> ListEvents::undefined(const std::string& name) {
  report_.note(report_.undefined_types,
               [&] { return fmt::format("at byte {}: {}", item_.offset, name.substr(0, 100)); });
  return definitions_.undefined(name);
}

}  // namespace loaders::wtf
