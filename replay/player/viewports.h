// Viewports: which part of the window each draw of a recording can reach, as far as calls show it without executing
// them.
//
// Recordings that give no size of windows still have viewports. This class follows them for each context, as GL does.
// It follows attribute stacks, and it ignores what is compiled into display lists or drawn into framebuffer objects. A
// viewport of the largest size that the driver has means "everything" and says nothing about a window.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/platform/surfaces.h"

namespace replay {

struct Box {
  int x = 0, y = 0, width = 0, height = 0;
};

class Viewports {
 public:
  static constexpr std::size_t kMaxContexts = 1024;  // a damaged file could name more; those share one state
  static constexpr std::size_t kDeepestStack = 64;

  // `context` 0 means that no context is current.
  void make_current(std::uint32_t thread, std::uint64_t context);

  // Event: what a call means for the window that is current on its thread.
  struct Event {
    enum Kind : std::uint8_t { kNothing, kSet, kDrawn } kind = kNothing;
    // The new viewport, or the part of the window that the draw can reach. Nothing when that is the whole window, or
    // unknown.
    std::optional<Box> box = std::nullopt;
    bool is_clear = false, is_copy = false;      // glBlitFramebuffer
    std::optional<Box> in_force = std::nullopt;  // the viewport at a clear, which does not limit the clear
    bool by_tracer = false;                      // kSet: the tracer wrote it, so it is the size of the window
  };
  Event follow(const loaders::Call& call);

  // Target: what calls on a thread draw into now.
  struct Target {
    std::uint64_t framebuffer = 0;  // the recorded name; 0: the window
    bool compiling = false;         // calls go into a display list, and nothing is drawn
  };
  Target target(std::uint32_t thread);

  // Takes a call that asks for a number. The answer may be the largest viewport of the recorded driver.
  void learn_limit(const loaders::Call& call);

 private:
  struct Context {
    std::optional<Box> viewport;
    std::vector<std::optional<Box>> stack;  // by glPushAttrib; nothing where the viewport was not pushed
    std::uint64_t draw_framebuffer = 0;     // 0: the window
    bool compiling = false;                 // calls go into a display list and are not executed
  };

  Context& context_of(std::uint32_t thread);
  Event set(Context& context, const Box& box, bool by_tracer);
  bool follow_state(const loaders::Call& call);
  bool is_largest(const Box& box) const;

  std::unordered_map<std::uint32_t, std::uint64_t> current_;  // thread -> context
  std::unordered_map<std::uint64_t, Context> contexts_;
  int most_width_ = Surfaces::kLargestSize, most_height_ = Surfaces::kLargestSize;
};

}  // namespace replay
