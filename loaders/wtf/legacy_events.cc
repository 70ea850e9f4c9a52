#include "loaders/wtf/legacy_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "loaders/stream/read_record.h"

namespace loaders::wtf {
namespace {

// Room for two strings of at most 64 KiB, the flags and the timebase.
constexpr std::uint64_t kMaxHeaderBytes = (std::uint64_t{64} << 10) * 2 + 20;

// Reads a string of the header that holds a JSON object.
Json read_object(Cursor& cursor, PackedValues& values, Arena& arena, std::uint64_t offset, Report& report) {
  const std::uint64_t at = offset + cursor.offset();
  const Value text = values.read_utf8(cursor, arena);
  if (text.count == 0 || text.text() == "null") return {};
  Result<Json> json = parse_json_object(text.text());
  if (json) return *std::move(json);
  report.note(report.unusable_headers, [&] { return fmt::format("at byte {}: {}", at, json.error().problem); });
  return {};
}

}  // namespace

bool read_legacy_header(InputWindow& window, FileHeader& header, Report& report) {
  window.fill(std::min(kMaxHeaderBytes, window.remaining().value_or(kMaxHeaderBytes)));
  Cursor cursor(window.bytes());
  RecordProblem problem;
  PackedValues values(problem);
  Arena arena;
  const Json info = read_object(cursor, values, arena, window.offset(), report);
  const std::uint32_t flags = cursor.u32_big_endian();
  const std::uint64_t low = cursor.u32_big_endian();
  const std::uint64_t high = cursor.u32_big_endian();
  const Json metadata = read_object(cursor, values, arena, window.offset(), report);
  if (!cursor.ok()) {
    report.fail(cursor.missing() > 0 ? Damage::kCut : Damage::kCorrupt, window.offset() + cursor.failed_at(), "header",
                problem.text().empty() ? "the file ends inside the header" : problem.text());
    return false;
  }
  window.consume(cursor.offset());
  header.set_timebase(static_cast<double>(high << 32 | low));
  read_flags(flags, header);
  read_context_info(info, header);
  return true;
}

bool LegacyEvents::next(Event& event, Batch& batch) {
  if (ended_) return false;
  if (window_.bytes().empty() && !window_.fill(1)) {
    ended_ = true;
    if (window_.error()) fail(*window_.error());
    return false;
  }
  const Batch::Mark mark = batch.mark();
  const auto parse_one = [&](Cursor& cursor) { parse(cursor, event, batch); };
  const auto read = read_record(window_, problem_, parse_one, [&] { batch.rewind(mark); });
  if (!read) fail(read.error().error);
  return static_cast<bool>(read);
}

void LegacyEvents::parse(Cursor& cursor, Event& event, Batch& batch) {
  const std::uint16_t id = cursor.u16_big_endian();
  const std::uint32_t time = cursor.u32_big_endian();
  type_ = cursor.ok() ? definitions_.find(std::int64_t{id}) : nullptr;
  if (type_ == nullptr) return problem_.malformed(cursor, fmt::format("type {} is not defined", id));
  event = {};
  event.type = type_;
  event.time_us = time;
  event.args = {values_.read(cursor, *type_, batch.arena), type_->args.size()};
  event.offset = window_.offset();
}

void LegacyEvents::fail(const Error& error) {
  ended_ = true;
  report_.fail(error.damage, window_.offset(), type_ == nullptr ? "event" : "event " + type_->name, error.problem);
}

}  // namespace loaders::wtf
