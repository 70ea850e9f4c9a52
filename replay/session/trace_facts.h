// TraceFacts: what one pass over a recording shows, without a driver.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "loaders/stream/call_source.h"
#include "replay/player/unswapped_frame.h"

namespace replay {

struct DrawableFacts {
  int width = 0, height = 0;  // the last size that was recorded; 0: none
  std::uint64_t swaps = 0;
};

struct TraceFacts {
  std::uint64_t calls = 0, frames = 0;  // frames as replay counts them: a recording without swaps has one
  std::uint64_t swaps = 0;
  std::optional<LastDraw> unswapped;    // see UnswappedFrame::place()
  std::uint64_t end_of_last_frame = 0;  // the call: the last swap, the call of `unswapped`, or the last call
  std::map<std::uint32_t, std::uint64_t> calls_by_thread;
  std::map<std::string, std::uint64_t> calls_by_function;
  std::map<std::uint64_t, DrawableFacts> drawables;                     // by recorded number
  std::map<std::tuple<int, int, std::string>, std::uint64_t> contexts;  // (major, minor, profile) -> how many
  std::set<std::string> unknown_functions;
  // The highest version of desktop GL and of GL ES that a function of the recording belongs to, as major * 10 + minor;
  // 0: none. A function that is in both counts for both. The contexts show which of the two the recording uses.
  int gl_version = 0, es_version = 0;
  std::set<std::string> extensions;  // the GL extensions of functions that no version of the recording's API has
};

// Reads `source` to its end. The source's error() says afterwards what is wrong with the file.
TraceFacts gather_facts(loaders::CallSource& source);

}  // namespace replay
