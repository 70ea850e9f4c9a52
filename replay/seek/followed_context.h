// FollowedContext: a recorded context as far as calls alone tell: what is bound and set, and what has begun and not
// ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/seek/acceptance.h"
#include "replay/seek/followed.h"
#include "replay/seek/liveness.h"
#include "replay/seek/sampled_units.h"
#include "replay/seek/share_groups.h"

namespace replay {

struct FollowedContext {
  static constexpr std::uint64_t kNoVersion = UINT64_MAX;
  // A step that kills more planes when GL has accepted all calls since the last glGetError.
  struct HopedKill {
    std::size_t step = 0;
    std::uint8_t planes = 0;
  };
  enum class Compiling : std::uint8_t { kNo, kOnly, kAndExecuting };

  // Calls are part of a display list or of a primitive, and so they are made whether or not their destination is dead.
  bool is_inside_list_or_primitive() const { return in_primitive || compiling != Compiling::kNo; }

  Followed now;
  std::unique_ptr<Followed> hoped;  // followed.h says what it is
  std::vector<HopedKill> hoped_kills;
  ContextKind kind;
  bool reports_errors = true;
  std::uint16_t samples = ImageSets::kNothing;  // the images of targets that draws may read
  std::uint64_t samples_version = kNoVersion;   // the version of the bindings for which `samples` is right
  Sampled sampled;                              // what draws sample, for which `samples` is right
  bool samples_memory = false;                  // `samples` has the images of ShaderMemory
  CurrentPrograms programs;
  std::uint32_t share_group = ShareGroups::kAny;
  Compiling compiling = Compiling::kNo;  // a display list
  bool list_in_primitive = false;        // the list that is compiled has a glBegin without its glEnd so far
  bool in_primitive = false;             // perhaps: GL refuses a glBegin for many reasons
  std::size_t primitive_step = 0;
  // The last step of bitmaps since the raster position was set, if nothing else has read the position since. It may be
  // left out when the position is set again.
  std::optional<std::size_t> bitmaps;
  bool feedback = false;                 // a transform feedback is active
  bool feedback_is_one_of_many = false;  // glEndTransformFeedback may end another one
  bool conditional = false;              // conditional rendering is active, which clears obey as well
  std::set<std::uint64_t> queries;       // those that count what is drawn, by target and index
  std::uint32_t renderbuffer = 0;        // that was bound last: GL may have refused it
  WindowSize viewport{};                 // where it ends, if it was set for the window
  bool may_read_front = false;           // the front buffer was chosen for reading at some time
  bool packs = false;                    // a pixel pack buffer was bound at some time
};

}  // namespace replay
