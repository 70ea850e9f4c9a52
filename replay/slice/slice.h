// A slice of a recording: the calls that some of its frames need, and those frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "glbindings/function_id.h"
#include "loaders/stream/call_source.h"
#include "replay/base/call_set.h"
#include "replay/seek/guesses.h"
#include "replay/slice/caution.h"

namespace replay {

// A window as the recorded calls name it, and the function that asks how large it is.
struct SliceWindow {
  glbindings::FunctionId asks_size = glbindings::FunctionId::glXQueryDrawable;  // or eglQuerySurface
  std::uint64_t display = 0, drawable = 0;
  std::uint32_t thread = 0;
};

struct Slice {
  std::vector<std::uint64_t> calls;   // the numbers of the calls to keep, sorted
  std::uint64_t first = 0, last = 0;  // of the calls that were asked for
  std::uint64_t frames_before = 0;    // that end in the calls to keep, before those that were asked for
  std::uint64_t read = 0;             // how many calls were looked at
  std::optional<SliceWindow> window;  // that the last wanted call draws into. None where no function asks for its size
};

// What is asked for: frames or calls, both included.
struct SliceOf {
  std::optional<CallRange> frames = std::nullopt;
  std::optional<CallRange> calls = std::nullopt;
  bool only_pictures = false;  // what the pictures of the frames need; otherwise all calls of the frames as well
};

// `open` opens the recording at its beginning; it is read twice. No value: the recording has nothing of what is asked
// for. A part that cannot be followed is kept whole. `proven` counts with kRedrawsAreProven. Throws CannotJudge for a
// recording that is too long.
std::optional<Slice> slice_recording(const std::function<std::unique_ptr<loaders::CallSource>()>& open,
                                     const SliceOf& wanted, Caution caution,
                                     std::span<const std::uint64_t> refused = {},
                                     const SeekGuesses& proven = SeekGuesses::none());

}  // namespace replay
