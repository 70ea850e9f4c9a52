// FollowedContexts: the contexts of a recording as far as calls alone tell: which is current on which thread, with
// which window, what each has bound, and which calls GL is sure to accept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/base/window_size.h"
#include "replay/platform/context_request.h"
#include "replay/seek/acceptance.h"
#include "replay/seek/followed.h"
#include "replay/seek/followed_context.h"
#include "replay/seek/rules.h"
#include "replay/seek/share_groups.h"

namespace replay {

class FollowedContexts {
 public:
  // A damaged file could name any number of framebuffer objects. Beyond this one, none of them is known.
  static constexpr std::size_t kMaxObjects = std::size_t{1} << 16;

  FollowedContexts();

  // The thread whose call comes next.
  std::uint32_t thread() const { return thread_; }
  void switch_thread(std::uint32_t thread);
  FollowedContext& current() { return *context_; }
  const FollowedContext& current() const { return *context_; }
  std::uint64_t current_handle() const { return now_->context; }
  std::uint16_t current_window() const { return now_->window; }  // its destination

  // The size that the current window seems to have at most: programs draw into all of their windows.
  WindowSize size_of_window() const { return window_sizes_[now_->window]; }
  void note_viewport(const loaders::Call& call);
  // The window is drawn into or cleared, so it reaches as far as its viewport. A viewport in which this never happens
  // says nothing: OpenSceneGraph sets one of 800 x 600 when it has drawn.
  void window_reaches_viewport();

  // The destination of a recorded drawable. Destinations are given out in turn, from 1.
  std::uint16_t window_of(std::uint64_t drawable);
  std::size_t count_of_windows() const { return windows_.size(); }
  // There are more windows than can be followed.
  bool has_too_many_windows() const { return has_too_many_windows_; }

  // Judges what GL does with the call in the current context. judged() has the last judgement since forget_judgement().
  Acceptance accepts(SeekRole role, const loaders::Call& call);
  std::optional<Acceptance> judged() const { return judged_; }
  void forget_judgement() { judged_.reset(); }

  // From here on calls that name a texture unit are judged as if all drivers had kMaxTextureUnits. Whoever relies on a
  // judgement has to ask the driver whether it has units_needed(); 0: every driver has what the calls name.
  void trust_texture_units() { texture_units_ = kMaxTextureUnits; }
  std::uint32_t units_needed() const { return units_needed_; }

  // `change` makes of what is followed what the call makes of it: change(Followed&, whether GL is sure to accept the
  // call).
  template <class F>
  void apply(Acceptance acceptance, F&& change);
  // A recorded glGetError has come. `accepted`: GL has accepted all calls since the one before.
  void settle(bool accepted);

  // A framebuffer object of the current context. Null for the window, and where objects are not known.
  FramebufferObject* object(Followed& followed, std::uint64_t name);
  const FramebufferObject* known_object(const Followed& followed) const;
  bool pop_sets_buffers(const Followed& followed) const;
  bool objects_are_known() const { return objects_are_known_; }
  void lose_objects() { objects_are_known_ = false; }

  // Calls of the roles that have these names (rules.h).
  void delete_framebuffers(const loaders::Call& call);
  void bind_framebuffer(const loaders::Call& call);
  void change_framebuffer(SeekRole role, const loaders::Call& call);
  void bind_texture(const loaders::Call& call);
  void create_objects(const loaders::Call& call);
  void begin_query(const loaders::Call& call);
  void end_query(const loaders::Call& call);
  void choose_api(Api api) { now_->egl_api = api; }
  // True: draws may go elsewhere from here on.
  bool set_state(const loaders::Call& call);

  // The call may make a texture of a target that it names, or delete textures and renderbuffers.
  void note_kind(const loaders::Call& call);
  void note_deletion(const loaders::Call& call);
  void note_texture(std::uint32_t name, std::uint32_t target);  // perhaps of this target

  // False: it is not known which context was made.
  bool new_context(const loaders::Call& call);
  void new_canvas(const loaders::Call& call);
  // Whether the browser wipes the canvas once it has been shown.
  bool is_wiped_when_shown(std::uint64_t canvas) const { return wiped_canvases_.contains(canvas); }
  void set_current(std::uint64_t context, std::uint64_t drawable);

 private:
  struct Thread {
    std::uint64_t context = 0;
    std::uint16_t window = 0;
    Api egl_api = Api::kGles2;
  };

  void note_units(const loaders::Call& call);
  void bind_to_unit(Acceptance acceptance, std::uint32_t unit, std::uint32_t name);
  // The target of a texture, and of the one that the call attaches to a framebuffer object. 0: not known.
  std::uint32_t known_kind(std::uint32_t texture) const;
  std::uint32_t kind_of_attached(const loaders::Call& call) const;

  std::optional<Acceptance> judged_;
  std::uint32_t texture_units_ = kSureTextureUnits;
  std::uint32_t units_needed_ = 0;
  std::unordered_map<std::uint64_t, std::uint16_t> windows_;  // recorded drawable -> destination
  bool has_too_many_windows_ = false;
  std::vector<WindowSize> window_sizes_ = {{}};  // by destination
  MadeObjects made_;
  bool objects_are_known_ = true;
  ShareGroups groups_;
  // Share group and framebuffer object -> the context that uses it.
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;
  std::unordered_map<std::uint64_t, FollowedContext> contexts_;
  std::unordered_map<std::uint32_t, Thread> threads_;
  std::unordered_set<std::uint64_t> wiped_canvases_;
  std::uint32_t thread_ = 0;
  // Of the current thread. Elements of an unordered_map stay where they are.
  Thread* now_;
  FollowedContext* context_;
};

template <class F>
void FollowedContexts::apply(Acceptance acceptance, F&& change) {
  FollowedContext& context = *context_;
  if (acceptance == Acceptance::kRefused) return;
  const bool may_hope = context.reports_errors && context.now.objects.size() <= Followed::kMaxObjectsHoped;
  if (acceptance == Acceptance::kDoubtful && !context.hoped && may_hope)
    context.hoped = std::make_unique<Followed>(context.now);
  change(context.now, acceptance == Acceptance::kSure);
  if (context.hoped) change(*context.hoped, true);
}

}  // namespace replay
