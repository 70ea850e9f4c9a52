#include "loaders/wtf/chunked_events.h"

#include <fmt/format.h>

namespace loaders::wtf {

ChunkedEvents::ChunkedEvents(std::variant<BinaryChunks, JsonChunks> chunks, FileHeader& header,
                             Definitions& definitions, Report& report)
    : chunks_(std::move(chunks)),
      header_(header),
      definitions_(definitions),
      report_(report),
      values_(report) {
  definitions_.define_binary_builtins();
  next_chunk();
}

bool ChunkedEvents::next_chunk() {
  chunk_ = std::visit([&](auto& chunks) { return chunks.next(header_, report_); }, chunks_);
  cursor_ = chunk_ ? Cursor(chunk_->events) : Cursor();
  return chunk_ != nullptr;
}

bool ChunkedEvents::next(Event& event, Batch& batch) {
  while (chunk_ != nullptr) {
    if (cursor_.at_end()) {
      next_chunk();
    } else if (read_event(event, batch)) {
      return true;
    }
  }
  return false;
}

// False when the event cannot be read. Then the cursor is at its end, because nothing after the event can be read.
bool ChunkedEvents::read_event(Event& event, Batch& batch) {
  const Batch::Mark mark = batch.mark();
  const std::uint64_t offset = chunk_->offset + cursor_.offset();
  const std::uint32_t id = cursor_.u32();
  const std::uint32_t time = cursor_.u32();
  const EventType* type = cursor_.ok() ? definitions_.find(std::int64_t{id}) : nullptr;
  if (type == nullptr) {
    fail(nullptr, id, offset);
    return false;
  }
  const Value* args = values_.read(cursor_, *type, chunk_, batch);
  if (!cursor_.ok()) {
    fail(type, id, offset);
    batch.rewind(mark);
    return false;
  }
  event = {};
  event.type = type;
  event.time_us = time;
  event.args = {args, type->args.size()};
  event.offset = offset;
  return true;
}

void ChunkedEvents::fail(const EventType* type, std::uint64_t id, std::uint64_t offset) {
  const bool short_of_bytes = cursor_.missing() > 0;
  cursor_.fail();
  if (short_of_bytes && chunk_->cut) return;  // the cut is reported after the chunk
  std::string problem = "the events of the chunk end inside it";
  if (type != nullptr && !values_.problem().empty()) {
    problem = values_.problem();
  } else if (type == nullptr && !short_of_bytes) {
    problem = fmt::format("type {} is not defined; the rest of the chunk's events cannot be read", id);
  }
  report_.fail(Damage::kCorrupt, offset, (type == nullptr ? "event" : "event " + type->name) + chunk_->where,
               std::move(problem));
}

}  // namespace loaders::wtf
