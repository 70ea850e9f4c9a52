// What seeking finds out about recordings of any kind, and plans for a frame of them (replay/seek).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "loaders/open.h"
#include "replay/seek/drawing_reader.h"

namespace {

using replay::CallRun;

void check(bool is_true) {
  if (!is_true) std::abort();
}

void check_runs(const std::vector<CallRun>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    check(!runs[i].empty());
    check(i == 0 || runs[i - 1].last < runs[i].first);
  }
}

// A plan takes the calls of the recording in their order.
void check_plan(const replay::DrawnFrames& drawn, const replay::CallSet& frames, const replay::SeekGuesses& guesses) {
  const auto dead = drawn.dead_calls(frames, guesses);
  if (!dead) return;
  check_runs(dead->runs);
  check_runs(dead->idle);
  check(std::ranges::is_sorted(dead->carried));
  check(std::ranges::is_sorted(dead->guesses));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  replay::CallSet frames;
  frames.add(replay::CallRange{data[size - 1] % 4u, data[size - 1] % 4u});
  const auto file = std::as_bytes(std::span(data, size - 1));
  loaders::OpenOptions options;
  options.limits.stream_bytes = std::uint64_t{8} << 20;
  const auto source = loaders::open_trace(loaders::view_source(file), "fuzz", options);
  if (!source) return 0;
  const replay::DrawnFrames drawn = replay::draw_frames(**source);
  const auto kept = replay::DrawnFrames::from_json(drawn.to_json());
  check(bool(kept));
  for (const bool guesses_anything : {true, false}) {
    const auto guesses =
        guesses_anything ? replay::SeekGuesses{.not_redrawn = {}, .least_saved = 0} : replay::SeekGuesses::none();
    check_plan(drawn, frames, guesses);
    check_plan(*kept, frames, guesses);
  }
  return 0;
}
