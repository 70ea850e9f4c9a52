#include "loaders/wtf/json_chunks.h"

#include <fmt/format.h>

#include "loaders/wtf/base64.h"
#include "loaders/wtf/format.h"

namespace loaders::wtf {
namespace {

const Json* version_of(const Json& root) { return member(root, "formatVersion", "format_version"); }

// The parts of a chunk that are objects of `type`, or of any type when it is empty.
template <class Visit>
void for_each_part(const Json& chunk, const Visit& visit) {
  const Json* parts = member(chunk, "parts");
  if (parts == nullptr || !parts->is_array()) return;
  for (const Json& part : *parts) visit(part, text_member(part, "type"));
}

void read_strings(const Json& part, StringTable& strings) {
  const Json* list = member(part, "value");
  if (list == nullptr || !list->is_array()) return;
  for (const Json& string : *list) {
    strings.append(string.is_string() ? std::string_view(string.get_ref<const std::string&>()) : std::string_view());
  }
}

}  // namespace

bool has_json_chunks(const JsonItem& first, const JsonItems& items) {
  const bool is_root = version_of(first.value) != nullptr && text_member(first.value, "type").empty();
  return is_root || items.list() == "chunks";
}

std::shared_ptr<const EventChunk> JsonChunks::next(FileHeader& header, Report& report) {
  while (!ended_ && (has_item_ || items_.next(item_, report))) {
    has_item_ = false;
    if (auto chunk = read_item(header, report)) return chunk;
  }
  return nullptr;
}

std::shared_ptr<const EventChunk> JsonChunks::read_item(FileHeader& header, Report& report) {
  const std::string_view type = text_member(item_.value, "type");
  if (type == "event_data") {
    has_header_ = true;  // it comes before the events, if at all
    return read_events(report);
  }
  if (type == "file_header") {
    if (!has_header_) read_header(header);
    has_header_ = true;
  } else if (!type.empty()) {
    skip("chunk", type, report);
  } else if (!item_.cut) {
    ended_ = !check_version(report);
  }
  return nullptr;
}

bool JsonChunks::check_version(Report& report) {
  const Json* version = version_of(item_.value);
  if (version == nullptr || as_integer(*version) == kChunkedVersion) return true;
  report.fail(Damage::kCorrupt, item_.offset, "header",
              fmt::format("format version {} is not known ({} is)", version->is_primitive() ? version->dump() : "?",
                          kChunkedVersion));
  return false;
}

void JsonChunks::read_header(FileHeader& header) const {
  for_each_part(item_.value, [&](const Json& part, std::string_view type) {
    if (type == "file_header") read_chunked_header(part, header);
  });
}

std::shared_ptr<const EventChunk> JsonChunks::read_events(Report& report) const {
  auto chunk = std::make_shared<EventChunk>();
  chunk->where = fmt::format(" in the decoded events of the chunk at byte {}", item_.offset);
  chunk->cut = item_.cut;
  bool has_events = false;
  for_each_part(item_.value, [&](const Json& part, std::string_view type) {
    if (type == "string_table" && chunk->strings.size() == 0) {
      read_strings(part, chunk->strings);
    } else if (type == "binary_event_buffer" && !has_events) {
      has_events = read_buffer(part, *chunk, report);
    } else {
      skip("part", type, report);
    }
  });
  return has_events ? chunk : nullptr;
}

bool JsonChunks::read_buffer(const Json& part, EventChunk& chunk, Report& report) const {
  const auto fail = [&](std::string problem) {
    chunk.cut = true;
    report.fail(Damage::kCorrupt, item_.offset, "chunk", std::move(problem));
  };
  if (const std::string_view mode = text_member(part, "mode"); mode != "base64") {
    if (!item_.cut) fail("its events are not in base64");
    return false;
  }
  const auto wrong = decode_base64(text_member(part, "value"), chunk.decoded);
  const auto announced = number_member(part, "byteLength");
  if (wrong) {
    fail(fmt::format("character {} of its events is no base64", *wrong));
  } else if (announced && !item_.cut && *announced != static_cast<double>(chunk.decoded.size())) {
    fail(fmt::format("its events have {} bytes, and byteLength is {}", chunk.decoded.size(), *announced));
  }
  chunk.events = chunk.decoded;
  return true;
}

void JsonChunks::skip(std::string_view what, std::string_view type, Report& report) const {
  report.note(report.skipped_parts, [&] {
    return fmt::format("in the object at byte {}: {} of type '{}'", item_.offset, what, type.substr(0, 100));
  });
}

}  // namespace loaders::wtf
