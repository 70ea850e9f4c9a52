#include "replay/seek/segments.h"

#include <algorithm>
#include <cstddef>

namespace replay {
namespace {

bool overlap(const CallRun& a, const CallRun& b) { return a.first <= b.last && b.first <= a.last; }

// The calls that draw what is needed, or by which a guess is checked. Sorted.
std::vector<CallRun> live_calls(const DeadCalls& dead) {
  std::vector<CallRun> live = dead.live;
  for (const GuessedClear& guess : dead.guesses) live.push_back({guess.call, guess.call});
  for (const GuessedRedraw& redraw : dead.redraws) live.push_back(redraw.calls);
  std::ranges::sort(live, {}, &CallRun::last);
  return live;
}

// By segment: whether it need not be made. Adds to `dead` the calls that segments carry which are made.
std::vector<bool> find_idle(std::span<const Segment> segments, DeadCalls& dead, const CallSet& frames) {
  const std::vector<CallRun> live = live_calls(dead);
  std::size_t next_live = live.size();
  std::vector<bool> is_needed(segments.size()), idle(segments.size());
  std::uint64_t live_after = UINT64_MAX;  // the first live segment after this one
  for (std::size_t i = segments.size(); i-- > 0;) {
    const Segment& segment = segments[i];
    const std::uint64_t frames_before = i == 0 ? 0 : segments[i - 1].frames;
    bool is_live = i + 1 == segments.size();
    for (std::uint64_t frame = frames_before; frame < segment.frames && !is_live; ++frame)
      is_live = frames.contains(frame);
    if (!segment.calls.empty()) {
      while (next_live > 0 && live[next_live - 1].first > segment.calls.last) --next_live;
      for (std::size_t at = next_live; at > 0 && !is_live && live[at - 1].last >= segment.calls.first; --at)
        is_live = overlap(live[at - 1], segment.calls);
    }
    is_live |= live_after <= segment.raster_until;
    const bool lasts = is_needed[i] || live_after <= segment.until;
    const bool is_kept = is_live || segment.is_live || segment.is_kept || lasts;
    SegmentsMade& made = dead.segments;
    ++made.all;
    if (is_live) ++made.drawing;
    else if (segment.is_live || segment.is_kept) ++made.by_call[segment.why];
    else if (lasts) ++made.lasting;
    if (is_live || segment.is_live) live_after = i;
    idle[i] = !is_kept && !segment.calls.empty();
    if (!is_kept) continue;
    for (const std::uint32_t needed : segment.needs) is_needed[needed] = true;
    dead.carried.insert(dead.carried.end(), segment.carried.begin(), segment.carried.end());
  }
  std::ranges::sort(dead.carried);
  const auto repeated = std::unique(dead.carried.begin(), dead.carried.end());
  dead.carried.erase(repeated, dead.carried.end());
  return idle;
}

// The part between the ends of two segments, where a reader can go on behind it and saves a chunk by that.
std::optional<PassedOver> passed_over(const Segment& before, const Segment& last,
                                      std::span<const loaders::PackedChunk> chunks) {
  if (!before.end || !last.end || before.end->definitions != last.end->definitions) return std::nullopt;
  const auto after = std::ranges::upper_bound(chunks, last.end->offset, {}, &loaders::PackedChunk::begin);
  if (after == chunks.begin() || std::prev(after)->begin <= before.end->offset) return std::nullopt;
  return PassedOver{.passage = {.from = *before.end, .to = *last.end, .chunk = *std::prev(after)},
                    .calls = last.end->next_call - before.end->next_call,
                    .frames = last.frames - before.frames};
}

bool has_carried(const Segment& segment, std::span<const CallPlace> carried) {
  const auto next = std::ranges::lower_bound(carried, segment.calls.first);
  return next != carried.end() && *next <= segment.calls.last;
}

// Definitions lie between some of the segments, so a part that is idle as a whole may have to be read in pieces.
void pass_over(std::span<const Segment> segments, const std::vector<bool>& idle,
               std::span<const loaders::PackedChunk> chunks, std::vector<PassedOver>& passed) {
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (!idle[i] || !segments[i - 1].end) continue;
    std::size_t last = i - 1;
    const auto continues = [&](const Segment& next) {
      return next.end && next.end->definitions == segments[i - 1].end->definitions;
    };
    while (last + 1 < segments.size() && idle[last + 1] && continues(segments[last + 1])) ++last;
    if (last < i) continue;
    if (const auto part = passed_over(segments[i - 1], segments[last], chunks)) passed.push_back(*part);
    i = last;
  }
}

}  // namespace

void leave_out_segments(std::span<const Segment> segments, std::span<const loaders::PackedChunk> chunks,
                        const CallSet& frames, DeadCalls& dead) {
  const std::vector<bool> idle = find_idle(segments, dead, frames);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (!idle[i]) continue;
    if (i > 0 && idle[i - 1]) dead.idle.back().last = segments[i].calls.last;
    else dead.idle.push_back(segments[i].calls);
  }
  std::vector<bool> unread = idle;
  for (std::size_t i = 0; i < segments.size(); ++i) unread[i] = idle[i] && !has_carried(segments[i], dead.carried);
  pass_over(segments, unread, chunks, dead.passed);
}

}  // namespace replay
