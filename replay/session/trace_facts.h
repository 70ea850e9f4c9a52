// TraceFacts: what one pass over a recording tells of it, without a driver.
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
  int width = 0, height = 0;  // the last size told; 0: never
  std::uint64_t swaps = 0;
};

struct TraceFacts {
  std::uint64_t calls = 0, frames = 0;  // frames as replay counts them: a recording without swaps has one
  std::uint64_t swaps = 0;
  std::optional<LastDraw> unswapped;  // see UnswappedFrame::place()
  std::map<std::uint32_t, std::uint64_t> calls_by_thread;
  std::map<std::string, std::uint64_t> calls_by_function;
  std::map<std::uint64_t, DrawableFacts> drawables;  // by recorded number
  std::map<std::tuple<int, int, std::string>, std::uint64_t> contexts;  // (major, minor, profile) -> how many
  std::set<std::string> unknown_functions;
  // The highest version of desktop GL and of GL ES that a function of the recording belongs to, major * 10 + minor, 0: none. Both
  // count functions of both; the contexts say which of the two the recording is about.
  int gl_version = 0, es_version = 0;
  std::set<std::string> extensions;  // of GL; of functions that no version of the recording's API has
};

// Reads `source` to its end. What is wrong with the file is in the source's error() afterwards.
TraceFacts gather_facts(loaders::CallSource& source);

}  // namespace replay
