// Viewports: which part of the window each draw of a recording can reach, as far as calls tell it without executing them.
//
// Recordings without a word on the size of windows have viewports; this follows them per context, as GL does: through attribute
// stacks, past what is compiled into display lists, and past what is drawn into framebuffer objects. A viewport as large as the
// driver has them says "everything" and nothing of a window.
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
  static constexpr std::size_t kMostContexts = 1024;  // a damaged file could name any number; the rest share one state
  static constexpr std::size_t kDeepestStack = 64;

  // 0: none.
  void make_current(std::uint32_t thread, std::uint64_t context);

  // What a call means for the window that is current on its thread.
  struct Event {
    enum Kind : std::uint8_t { kNothing, kSet, kDrawn } kind = kNothing;
    // The new viewport; or the part of the window that the draw can reach, nothing when that is all of it, or unknown.
    std::optional<Box> box = std::nullopt;
    bool is_clear = false, is_copy = false;  // glBlitFramebuffer
    std::optional<Box> in_force = std::nullopt;  // the viewport that a clear does not heed
    bool by_tracer = false;  // kSet: the size that the window has now
  };
  Event look_at(const loaders::Call& call);

  // What calls on the thread draw into now.
  struct Target {
    std::uint64_t framebuffer = 0;  // recorded; 0: the window
    bool compiling = false;         // nothing is drawn: calls go into a display list
  };
  Target target(std::uint32_t thread);

  // A call that asks for a number: what the recorded driver has for its largest viewport.
  void learn_limit(const loaders::Call& call);

 private:
  struct Context {
    std::optional<Box> viewport;
    std::vector<std::optional<Box>> stack;  // glPushAttrib; nothing where the viewport was not pushed
    std::uint64_t draw_framebuffer = 0;     // 0: the window
    bool compiling = false;                 // into a display list, without executing
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
