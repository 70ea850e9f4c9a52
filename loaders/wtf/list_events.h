// The events of event lists:
//
//     header     = {"type":"wtf.json#header", "format_version":2, "high_resolution_times":true, "timebase":ms}
//     definition = {"type":"wtf.event#define", "signature":text, "class":"scope"|"instance", "flags":n, "event_id":n}
//     event      = {"event":event_id|name, "time":ms, "args":[...]}
//
// Version 1 has a dot instead of "#". Everything but "signature" and "event" may be missing; a definition without a
// class defines a scope. Times are relative to the timebase. Objects of other types are ignored.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "loaders/stream/batch.h"
#include "loaders/wtf/definitions.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/header.h"
#include "loaders/wtf/json_items.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

// Whether the file is an event list, judging by its first object.
bool has_event_list(const JsonItem& first, const JsonItems& items);

class ListEvents {
 public:
  // `first` was read from `items` already, and is empty when there is no object. The constructor reads up to the first
  // event, so that `header` is known.
  ListEvents(JsonItems items, JsonItem first, FileHeader& header, Definitions& definitions, Report& report);

  // Reads the next event. False at the end, and at the first object that cannot be read.
  bool next(Event& event, Batch& batch);

  std::int64_t version() const { return version_; }

 private:
  bool next_item();
  void read_header(FileHeader& header);
  bool define();
  Result<const EventType*> type_of(const Json& name);
  Result<const EventType*> undefined(const std::string& name);
  bool read_event(Event& event, Batch& batch);

  JsonItems items_;
  JsonItem item_;
  Definitions& definitions_;
  Report& report_;
  std::int64_t version_ = 1;
  bool has_header_ = false;
  bool has_event_ = false;  // item_ is an event that next() has not returned yet
  bool ended_ = false;
};

}  // namespace loaders::wtf
