// Acceptance: whether GL is sure to accept a recorded call, as far as calls alone tell.
//
// What a replay leaves out rests on calls that wipe out pixels or say where later ones go. GL refuses such a call for a bad enum or
// bit, inside of glBegin, for a stack that is full, for an object of another kind, and then it changes nothing. Nobody has asked a
// driver when the recording is looked at, so a call counts only when every driver of the context's kind accepts it:
//
//   glClear(GL_COLOR_BUFFER_BIT)              sure
//   glClear(GL_COLOR_BUFFER_BIT | 1)          refused: nothing is wiped out
//   glFramebufferTexture2D(.., texture 7, 0)  sure when texture 7 was bound as GL_TEXTURE_2D first, else in doubt
//
// Of a call in doubt both is held for possible. A recorded glGetError without an error settles it: see followed.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "loaders/stream/call.h"
#include "replay/platform/context_request.h"
#include "replay/seek/drawn_into.h"
#include "replay/seek/rules.h"

namespace replay {

enum class Acceptance : std::uint8_t { kRefused, kDoubtful, kSure };

// What a context of the recording understands.
enum class Dialect : std::uint8_t {
  kLegacy,  // with the old functions: glBegin, glPushAttrib, lists
  kCore,    // without them
  kEither,  // 3.1 is one or the other, as the driver likes
  kEs1,
  kEs2,
  kEs3
};

struct ContextKind {
  ContextKind() = default;
  explicit ContextKind(const ContextRequest& request);

  bool is_desktop() const { return dialect <= Dialect::kEither; }
  // Desktop GL of at least this version; the driver may give a newer one.
  bool is_gl(GlVersion least) const { return is_desktop() && version >= least; }

  Dialect dialect = Dialect::kLegacy;
  GlVersion version{1, 0};
};

// Whether GL writes error flags in it that mean something: not where the program asked for a context without errors.
bool reports_errors(const loaders::Call& creation);

// Objects that the calls so far are sure to have made, by recorded name in a share group.
class MadeObjects {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // more are not known
  static constexpr std::uint32_t kNew = 0, kAnyKind = 1;

  // The target that a texture was bound to first, which is its kind for good; kNew: it was not bound so far; kAnyKind: nobody
  // knows.
  std::uint32_t texture_kind(std::uint32_t group, std::uint32_t name) const;
  // A call that gives a texture this kind unless it has one. `sure`: GL accepts the call.
  void texture_is(std::uint32_t group, std::uint32_t name, std::uint32_t kind, bool sure);
  // In a group that is not known to be one, names of others may stay what they are.
  void textures_are_gone(std::uint32_t group, std::span<const std::uint32_t> names, bool sure);

  bool has_renderbuffer(std::uint32_t group, std::uint32_t name) const;
  void renderbuffer_is_there(std::uint32_t group, std::uint32_t name);
  void renderbuffers_are_gone(std::uint32_t group, std::span<const std::uint32_t> names);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> kinds_;
  std::unordered_set<std::uint64_t> renderbuffers_;
};

// That every driver has. Where one does not have the unit that is chosen, the old one stays.
inline constexpr std::uint32_t kSureTextureUnits = 32;

struct Situation {
  ContextKind kind;
  std::uint32_t share_group = 0;
  DrawnInto drawn_into = DrawnInto::kWindow;
  bool in_primitive = false;  // perhaps: GL may have refused the glBegin
  bool begun = false;         // what the call ends: a query, a feedback
  std::optional<std::size_t> pushed;  // attributes; nothing where that is not known
  const MadeObjects& made;
};

// For calls whose role is followed because they take something away: pixels, a binding, a state. Other roles are doubtful.
Acceptance acceptance(SeekRole role, const loaders::Call& call, const Situation& situation);

// Whether GL can be relied on to take that target for a texture.
bool is_sure_texture_target(std::uint32_t target, const ContextKind& kind);

}  // namespace replay
