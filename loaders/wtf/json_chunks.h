// The chunks of a JSON file: the same as in a binary file, as objects.
//
//     root  = {"wtfVersion":n, "formatVersion":10, "chunks":[chunk*]}      there may be several {"chunks":[..]}
//     chunk = {"id":n, "type":"file_header", "parts":[{"type":"file_header", member*}]}
//           | {"id":n, "type":"event_data", "parts":[part*]}
//     part  = {"type":"string_table", "value":[text*]}
//           | {"type":"binary_event_buffer", "mode":"base64", "byteLength":n, "value":text}
//           | anything else                                                skipped
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "loaders/wtf/chunk.h"
#include "loaders/wtf/header.h"
#include "loaders/wtf/json_items.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

// Whether the file has chunks, judging by its first object.
bool has_json_chunks(const JsonItem& first, const JsonItems& items);

class JsonChunks {
 public:
  // `first` was read from `items` already.
  JsonChunks(JsonItems items, JsonItem first) : items_(std::move(items)), item_(std::move(first)) {}

  // As BinaryChunks::next().
  std::shared_ptr<const EventChunk> next(FileHeader& header, Report& report);

 private:
  std::shared_ptr<const EventChunk> read_item(FileHeader& header, Report& report);
  std::shared_ptr<const EventChunk> read_events(Report& report) const;
  bool read_buffer(const Json& part, EventChunk& chunk, Report& report) const;
  void read_header(FileHeader& header) const;
  bool check_version(Report& report);
  void skip(std::string_view what, std::string_view type, Report& report) const;

  JsonItems items_;
  JsonItem item_;
  bool has_item_ = true;
  bool has_header_ = false;
  bool ended_ = false;
};

}  // namespace loaders::wtf
