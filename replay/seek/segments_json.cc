#include "replay/seek/segments_json.h"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace replay {
namespace {

using nlohmann::json;

enum SegmentFlag : unsigned { kIsLive = 1, kIsKept = 2, kHasEnd = 4 };
// Of a segment, before the calls that it carries and the segments that it needs.
constexpr std::size_t kPlainNumbers = 11;

json segment_json(const Segment& segment) {
  const loaders::StreamPlace end = segment.end.value_or(loaders::StreamPlace{});
  json numbers = {segment.calls.first,
                  segment.calls.last,
                  segment.frames,
                  segment.until,
                  segment.raster_until,
                  (segment.is_live ? kIsLive : 0u) | (segment.is_kept ? kIsKept : 0u) | (segment.end ? kHasEnd : 0u),
                  end.offset,
                  end.next_call,
                  end.definitions,
                  static_cast<unsigned>(segment.why),
                  segment.carried.size()};
  for (const CallPlace call : segment.carried) numbers.push_back(call);
  for (const std::uint32_t needed : segment.needs) numbers.push_back(needed);
  return numbers;
}

Segment segment_of(const json& numbers) {
  const auto flags = numbers.at(5).get<unsigned>();
  Segment segment{.calls = {numbers.at(0).get<std::uint64_t>(), numbers.at(1).get<std::uint64_t>()},
                  .frames = numbers.at(2).get<std::uint64_t>(),
                  .until = numbers.at(3).get<std::uint32_t>(),
                  .raster_until = numbers.at(4).get<std::uint32_t>(),
                  .is_live = (flags & kIsLive) != 0,
                  .is_kept = (flags & kIsKept) != 0};
  if ((flags & kHasEnd) != 0)
    segment.end = {numbers.at(6).get<std::uint64_t>(), numbers.at(7).get<std::uint64_t>(),
                   numbers.at(8).get<std::uint64_t>()};
  const auto why = numbers.at(9).get<std::size_t>();
  if (why < static_cast<std::size_t>(glbindings::FunctionId::kCount))
    segment.why = static_cast<glbindings::FunctionId>(why);
  const auto carried = numbers.at(10).get<std::size_t>();
  for (std::size_t i = kPlainNumbers; i < numbers.size(); ++i) {
    if (i - kPlainNumbers < carried) segment.carried.push_back(numbers[i].get<std::uint64_t>());
    else segment.needs.push_back(numbers[i].get<std::uint32_t>());
  }
  return segment;
}

// Whether the segment can come after the one before.
bool follows(const Segment& segment, const Segment& before, const loaders::StreamPlace& last_end) {
  if (!segment.calls.empty() && !before.calls.empty() && segment.calls.first < before.calls.last) return false;
  if (segment.frames < before.frames) return false;
  return !segment.end || (segment.end->offset >= last_end.offset && segment.end->next_call >= last_end.next_call &&
                          segment.end->definitions >= last_end.definitions);
}

}  // namespace

json segments_json(std::span<const Segment> segments) {
  json all = json::array();
  for (const Segment& segment : segments) all.push_back(segment_json(segment));
  return all;
}

json chunks_json(std::span<const loaders::PackedChunk> chunks) {
  json all = json::array();
  for (const loaders::PackedChunk& chunk : chunks) all.push_back({chunk.at, chunk.begin});
  return all;
}

loaders::Result<std::vector<Segment>> segments_of(const json& in) {
  std::vector<Segment> segments;
  loaders::StreamPlace last_end;
  for (const json& numbers : in) {
    Segment segment = segment_of(numbers);
    if (!follows(segment, segments.empty() ? Segment{} : segments.back(), last_end))
      return loaders::Error{"segments are not in the order of their calls"};
    for (const std::uint32_t needed : segment.needs) {
      if (needed >= segments.size()) return loaders::Error{"a segment needs one that does not come before it"};
    }
    last_end = segment.end.value_or(last_end);
    segments.push_back(std::move(segment));
  }
  return segments;
}

loaders::Result<std::vector<loaders::PackedChunk>> chunks_of(const json& in) {
  std::vector<loaders::PackedChunk> chunks;
  for (const json& numbers : in) {
    const loaders::PackedChunk chunk{numbers.at(0).get<std::uint64_t>(), numbers.at(1).get<std::uint64_t>()};
    if (!chunks.empty() && (chunk.at <= chunks.back().at || chunk.begin < chunks.back().begin))
      return loaders::Error{"chunks are not in order"};
    chunks.push_back(chunk);
  }
  return chunks;
}

}  // namespace replay
