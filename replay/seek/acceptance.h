// Acceptance: whether GL is sure to accept a recorded call, as far as calls alone tell.
//
// What a replay leaves out depends on calls that kill pixels or say where later calls draw. GL refuses such a call for
// a bad enum or bit, inside of glBegin, when a stack is full, or for an object of another kind. A refused call changes
// nothing. No driver can be asked while the recording is analysed, so a call counts only when every driver of the
// context's kind accepts it:
//
//   glClear(GL_COLOR_BUFFER_BIT)              sure
//   glClear(GL_COLOR_BUFFER_BIT | 1)          refused: nothing is killed
//   glFramebufferTexture2D(.., texture 7, 0)  sure when texture 7 was bound as GL_TEXTURE_2D first, else in doubt
//
// For a call in doubt, both outcomes count as possible. A recorded glGetError without an error settles it: see
// followed.h.
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

// The family of APIs that a context of the recording has.
enum class ApiFamily : std::uint8_t {
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

  bool is_desktop() const { return family <= ApiFamily::kEither; }
  // Desktop GL of at least this version; the driver may give a newer one.
  bool is_gl(GlVersion least) const { return is_desktop() && version >= least; }

  ApiFamily family = ApiFamily::kLegacy;
  GlVersion version{1, 0};
};

// Tells whether the error flags of the new context mean something. They do not where the program asked for a context
// without errors.
bool reports_errors(const loaders::Call& creation);

// Objects that the calls so far are sure to have made, by recorded name in a share group.
class MadeObjects {
 public:
  static constexpr std::size_t kMax = std::size_t{1} << 20;  // objects; those after them are not known
  static constexpr std::uint32_t kNew = 0, kAnyKind = 1;

  // The target that a texture was bound to first: its kind, which never changes. kNew: it was not bound so far.
  // kAnyKind: the kind is not known.
  std::uint32_t texture_kind(std::uint32_t group, std::uint32_t name) const;
  // Follows a call that gives a texture this kind unless it has one. `sure`: GL accepts the call.
  void texture_is(std::uint32_t group, std::uint32_t name, std::uint32_t kind, bool sure);
  // Where it is not known which contexts share, the same names may still exist in other contexts.
  void textures_are_gone(std::uint32_t group, std::span<const std::uint32_t> names, bool sure);

  bool has_renderbuffer(std::uint32_t group, std::uint32_t name) const;
  void renderbuffer_is_there(std::uint32_t group, std::uint32_t name);
  void renderbuffers_are_gone(std::uint32_t group, std::span<const std::uint32_t> names);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> kinds_;
  std::unordered_set<std::uint64_t> renderbuffers_;
};

// Every driver has so many texture units. Choosing a unit that a driver does not have leaves the old one active.
inline constexpr std::uint32_t kSureTextureUnits = 32;

struct Situation {
  ContextKind kind;
  std::uint32_t share_group = 0;
  DrawnInto drawn_into = DrawnInto::kWindow;
  bool in_primitive = false;                        // possibly: GL may have refused the glBegin
  bool begun = false;                               // what the call ends (a query, a feedback) has begun
  std::uint32_t texture_units = kSureTextureUnits;  // that there are at least
  std::optional<std::size_t> pushed;  // how many attributes are on the stack; no value where that is not known
  const MadeObjects& made;
};

// Judges calls whose role takes something away: pixels, a binding, a state. Calls of other roles are doubtful.
Acceptance acceptance(SeekRole role, const loaders::Call& call, const Situation& situation);

// Tells whether every driver accepts that target for a texture.
bool is_sure_texture_target(std::uint32_t target, const ContextKind& kind);

}  // namespace replay
