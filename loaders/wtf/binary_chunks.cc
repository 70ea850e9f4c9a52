#include "loaders/wtf/binary_chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "loaders/base/bytes.h"
#include "loaders/base/cursor.h"

namespace loaders::wtf {
namespace {

constexpr std::size_t kChunkHeaderBytes = 24;
constexpr std::size_t kPartEntryBytes = 12;

// A larger number is no length but damage: writers make chunks of 512 MiB at most.
constexpr std::uint64_t kMaxChunkBytes = std::uint64_t{1} << 30;

}  // namespace

std::shared_ptr<const EventChunk> BinaryChunks::next(FileHeader& header, Report& report) {
  while (!ended_) {
    window_.consume(static_cast<std::size_t>(std::min<std::uint64_t>(length_, window_.bytes().size())));
    length_ = 0;
    if (cut_ || !load(report)) return end(report);
    const std::vector<Part> all = parts(report);
    switch (static_cast<ChunkType>(type_)) {
      case ChunkType::kHeader: read_header(all, header, report); break;
      case ChunkType::kEvents:
        has_header_ = true;  // it comes before the events, if at all
        if (auto chunk = read_events(all, report)) return chunk;
        break;
      default: skip(window_.offset(), "chunk", type_, report);
    }
  }
  return nullptr;
}

// Gets the next chunk into the window, or as much of it as the file has. False when there is no chunk, or one with a
// wrong length.
bool BinaryChunks::load(Report& report) {
  start_ = window_.offset();
  if (!window_.fill(kChunkHeaderBytes)) {
    cut_ = !window_.bytes().empty();
    return false;
  }
  Cursor cursor(window_.bytes());
  cursor.u32();
  type_ = cursor.u32();
  length_ = cursor.u32();
  cursor.u64();
  part_count_ = cursor.u32();
  const std::uint64_t least = kChunkHeaderBytes + std::uint64_t{part_count_} * kPartEntryBytes;
  if (length_ < least || length_ % 4 != 0 || length_ > kMaxChunkBytes || part_count_ > kMaxParts) {
    report.fail(Damage::kCorrupt, window_.offset(), "chunk",
                fmt::format("{} bytes with {} parts cannot be its length", length_, part_count_));
    return false;
  }
  if (length_ > window_.limits().record_bytes && length_ <= window_.remaining().value_or(length_)) {
    report.fail(Damage::kCorrupt, window_.offset(), "chunk",
                fmt::format("its {} bytes are above {}", length_, window_.limits().option(&Limits::record_bytes)));
    return false;
  }
  cut_ = !window_.fill(length_);
  if (cut_) window_.fill(window_.remaining().value_or(0));
  return true;
}

std::shared_ptr<const EventChunk> BinaryChunks::end(Report& report) {
  ended_ = true;
  if (window_.error()) {
    report.fail(window_.error()->damage, start_, "chunk", window_.error()->problem);
  } else if (cut_) {
    report.fail(Damage::kCut, start_, "chunk", "the file ends inside it");
  }
  return nullptr;
}

// The parts of the chunk. A part that the end of the file cuts is shorter than it says; parts that reach beyond the
// chunk are left out.
std::vector<BinaryChunks::Part> BinaryChunks::parts(Report& report) const {
  std::vector<Part> found;
  const auto bytes =
      window_.bytes().first(static_cast<std::size_t>(std::min<std::uint64_t>(length_, window_.bytes().size())));
  const std::uint64_t list_end = kChunkHeaderBytes + std::uint64_t{part_count_} * kPartEntryBytes;
  Cursor cursor(bytes);
  cursor.bytes(kChunkHeaderBytes);
  for (std::uint32_t i = 0; i < part_count_; ++i) {
    const std::uint64_t entry = window_.offset() + cursor.offset();
    const std::uint32_t type = cursor.u32();
    const std::uint64_t begin = list_end + cursor.u32();
    const std::uint64_t end = begin + cursor.u32();
    if (!cursor.ok()) break;  // cut
    if (end > length_) {
      report.fail(Damage::kCorrupt, entry, "part of a chunk",
                  fmt::format("it lies from byte {} to byte {} of a chunk of {} bytes", begin, end, length_));
      continue;
    }
    const std::size_t from = static_cast<std::size_t>(std::min<std::uint64_t>(begin, bytes.size()));
    const std::size_t to = static_cast<std::size_t>(std::min<std::uint64_t>(end, bytes.size()));
    found.push_back({type, bytes.subspan(from, to - from), window_.offset() + begin});
  }
  return found;
}

std::shared_ptr<const EventChunk> BinaryChunks::read_events(const std::vector<Part>& parts, Report& report) const {
  auto chunk = std::make_shared<EventChunk>();
  bool has_strings = false;
  bool has_events = false;
  for (const Part& part : parts) {
    const auto type = static_cast<PartType>(part.type);
    if (type == PartType::kStrings && !has_strings) {
      has_strings = true;
      if (const Status read = chunk->strings.read(text_of(part.bytes), window_.limits()); !read) {
        report.fail(Damage::kCorrupt, part.offset, "table of strings", read.error().problem);
        return nullptr;
      }
    } else if (type == PartType::kEvents && !has_events) {
      has_events = true;
      chunk->events = part.bytes;
      chunk->offset = part.offset;
    } else {
      skip(part.offset, "part", part.type, report);
    }
  }
  chunk->buffer = window_.buffer();
  chunk->cut = cut_;
  return has_events ? chunk : nullptr;
}

void BinaryChunks::read_header(const std::vector<Part>& parts, FileHeader& header, Report& report) {
  if (has_header_ || parts.empty()) return;
  const Part& part = parts.front();
  if (static_cast<PartType>(part.type) != PartType::kHeader) return skip(part.offset, "part", part.type, report);
  has_header_ = true;
  const Result<Json> json = parse_json_object(text_of(part.bytes));
  if (json) return read_chunked_header(*json, header);
  report.note(report.unusable_headers,
              [&] { return fmt::format("at byte {}: {}", part.offset, json.error().problem); });
}

void BinaryChunks::skip(std::uint64_t offset, const char* what, std::uint32_t type, Report& report) const {
  report.note(report.skipped_parts, [&] { return fmt::format("at byte {}: {} of type 0x{:x}", offset, what, type); });
}

}  // namespace loaders::wtf
