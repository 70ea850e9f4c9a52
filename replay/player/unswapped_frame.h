// UnswappedFrame: what stands for the frame of a recording that swaps nothing.
//
// A program that draws into its window and never swaps shows the window at its end. One without a window draws into
// framebuffer objects and reads them back: no picture of it is a frame, and what it drew last stands for one. Which
// framebuffer that is, and after which call it is to be looked at, follows from calls alone; at the end of the
// recording it may be deleted and its context gone.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "loaders/stream/call.h"
#include "loaders/stream/call_source.h"
#include "replay/player/viewports.h"

namespace replay {

struct LastDraw {
  std::uint64_t call = 0;
  std::uint32_t framebuffer = 0;  // recorded; 0: the window
};

class UnswappedFrame {
 public:
  // To be called with each call, in the order of the recording.
  void follow(const loaders::Call& call);

  bool has_swap() const { return has_swap_; }

  // Where to take the picture. Nothing: at the end of the recording, of the window that is current then.
  std::optional<LastDraw> place() const;

 private:
  // A damaged file could name any number; the rest shares one.
  static constexpr std::size_t kMaxThreads = 1024;

  // Which framebuffer a call draws into.
  enum class Into : std::uint8_t { kNone, kBound, kNamed };
  struct Draws {
    Into into = Into::kNone;
    std::uint8_t argument = 0;  // that names it
  };
  Draws draws(glbindings::FunctionId function);
  std::uint64_t& current(std::uint32_t thread);
  void note_draw(const loaders::Call& call);

  Viewports viewports_;
  std::unordered_map<std::uint32_t, std::uint64_t> drawables_;  // current, by thread
  std::unordered_map<glbindings::FunctionId, Draws> draws_;
  std::uint32_t thread_ = 0;
  bool has_swap_ = false;
  std::optional<LastDraw> window_, object_;
};

// Reads `source` up to its first swap, or to its end.
std::optional<LastDraw> find_unswapped_frame(loaders::CallSource& source);

}  // namespace replay
