// Outcome: how the replay of a candidate went on one driver.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glbindings/function_id.h"
#include "replay/process/culprit.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

// What the replay of a candidate looks at.
struct LookAt {
  enum class What : std::uint8_t {
    kNothing,    // how the replay ends is all that matters
    kAfterCall,  // what `call` drew into; the replay ends there
    kFrameEnd,   // the picture that the swap `call` shows; the replay ends there
    kErrors,     // errors of GL
    kFrames,     // the pictures of some frames from `call` on
  } what = What::kNothing;
  std::uint64_t call = 0;
};

struct SeenError {
  std::uint32_t error = 0;
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;
  std::uint64_t call = 0;  // the first with this error of this function
};

struct SeenFrame {
  std::uint64_t swap = 0;  // the call that shows it
  std::uint64_t hash = 0;  // of its red, green and blue
};

struct Outcome {
  enum class How : std::uint8_t {
    kDone,
    kCrashed,  // the driver did
    kHung,
    kFailed,  // without a verdict: no context, a bug of ours
  } how = How::kDone;
  int signal = 0;                                                      // kCrashed
  std::uint64_t call = 0;                                              // kCrashed: in which it crashed
  glbindings::FunctionId function = glbindings::FunctionId::kUnknown;  // kCrashed: the function of that call
  std::string problem{};                                               // a sentence, unless kDone
  std::vector<AttachmentImage> images{};
  std::vector<SeenError> errors{};
  std::vector<SeenFrame> frames{};
};

}  // namespace replay
