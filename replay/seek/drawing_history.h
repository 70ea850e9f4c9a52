// DrawingHistory: what a recording draws into windows and framebuffer objects, wipes out and reads again, up to the
// last picture that is wanted.
//
// Made from calls alone, before the first is issued. A step is a run of calls of one kind; liveness.h tells from all
// steps which draws reach anything. A draw may read whatever texture is bound, by the program or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/base/call_set.h"
#include "replay/seek/acceptance.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/followed.h"
#include "replay/seek/liveness.h"
#include "replay/seek/rules.h"

namespace replay {

class DrawingHistory {
 public:
  // A damaged or endless file could have any number. Beyond it everything is drawn.
  static constexpr std::size_t kMostSteps = std::size_t{1} << 21;
  static constexpr std::size_t kMostObjects = std::size_t{1} << 16;

  // Pictures are wanted of these frames and calls; borrowed. With `goes_on` what comes after the last of them is to be
  // right as well.
  DrawingHistory(const CallSet& frames, const CallSet& calls, bool goes_on);

  // Calls in the order of the recording. False: nothing after this call is of interest.
  bool follow(const loaders::Call& call);
  // The same for a call that never returned, and is not made: a picture after it shows what the calls before it drew.
  bool follow_incomplete(const loaders::Call& call);

  // What the last call was taken for, when that mattered. A driver can be asked whether it is so.
  std::optional<Acceptance> judged() const { return judged_; }

  // The drawing calls in these runs may be left out. Sorted, disjoint. Call once, at the end.
  std::vector<CallRun> dead_runs();

  // All that was noted, for a history that was made for no pictures. Call once, at the end, instead.
  DrawnFrames take();

 private:
  using Step = DrawingStep;
  using What = DrawingStep::What;
  static constexpr std::uint32_t kAnyGroup = 0;  // contexts of which it is not known with whom they share
  static constexpr std::size_t kMostHopes = 4096;
  static constexpr CallRun kNoCalls = {.first = 1, .last = 0};
  static constexpr std::uint64_t kNoVersion = UINT64_MAX;
  // A step that wipes more when GL has accepted all calls since the last glGetError.
  struct HopedWipe {
    std::size_t step = 0;
    std::uint8_t planes = 0;
  };
  struct Context {
    Followed now;
    std::unique_ptr<Followed> hoped;  // see followed.h
    std::vector<HopedWipe> hoped_wipes;
    ContextKind kind;
    bool reports_errors = true;
    std::uint16_t samples = ImageSets::kNothing;  // what draws may read of targets
    std::uint64_t samples_version = kNoVersion;   // for which that is right
    std::uint32_t share_group = kAnyGroup;
    enum class Compiling : std::uint8_t { kNo, kOnly, kAndExecuting } compiling = Compiling::kNo;  // a display list
    bool list_in_primitive = false;  // between a glBegin and a glEnd of it
    bool in_primitive = false;       // perhaps: GL refuses a glBegin for many reasons
    std::size_t primitive_step = 0;
    bool feedback = false;           // of a transform
    bool feedback_is_one_of_many = false;  // glEndTransformFeedback may be about another
    bool conditional = false;        // rendering, which clears are as well
    std::set<std::uint64_t> queries;  // that count what is drawn, by target and index
    bool packs = false;              // a pixel pack buffer was bound at some time
  };
  struct Thread {
    std::uint64_t context = 0;
    std::uint16_t window = 0;
    Api egl_api = Api::kGles2;
  };

  void follow_role(SeekRole role, const loaders::Call& call);
  void begin_list(const loaders::Call& call);
  void in_list(SeekRole role, const loaders::Call& call);
  bool note_in_list(SeekRole role, const loaders::Call& call);
  bool note_bind_in_list(const loaders::Call& call);
  void end_list();
  void in_primitive(SeekRole role, const loaders::Call& call);
  // Whether the call is made whatever becomes of its place: it is part of a list, or of a primitive.
  bool is_made_always() const { return context_->in_primitive || context_->compiling != Context::Compiling::kNo; }

  Acceptance accepts(SeekRole role, const loaders::Call& call);
  // `change` makes of what is followed what the call makes of it: change(Followed&, whether GL is sure to accept the call).
  template <class F>
  void apply(Acceptance acceptance, F&& change);
  void settle(const loaders::Call& get_error);
  void draw(const loaders::Call& call, bool kept = false);
  void draw_into(std::uint64_t framebuffer, Step step);
  void note_pixels(std::uint32_t format);
  void blit(const loaders::Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask);
  void copy_pixels(const loaders::Call& call);
  void clear(const loaders::Call& call);
  void clear_buffer(const loaders::Call& call);
  struct Wipe {
    std::uint8_t touched = 0;
    bool is_made = false;  // for what it does beside
  };
  // `planes_wiped` says of what is followed, and of the place, what the clear leaves nothing of.
  template <class F>
  void wipe(const loaders::Call& call, Acceptance acceptance, Wipe what, F&& planes_wiped);
  template <class F>
  void hope_for(const Step& step, F&& planes_wiped);
  void read(std::uint64_t framebuffer);
  void read_everything();
  void read_textures(const loaders::Call& call);
  void want_picture();
  void look_for_picture(const loaders::Call& call);
  void set_context_state(const loaders::Call& call);
  void delete_framebuffers(const loaders::Call& call);
  void bind_framebuffer(const loaders::Call& call);
  void change_framebuffer(SeekRole role, const loaders::Call& call);
  void bind_texture(const loaders::Call& call);
  void bind_to_unit(Acceptance acceptance, std::uint32_t unit, std::uint32_t name);
  void create_objects(const loaders::Call& call);
  void note_kind(const loaders::Call& call);
  void note_deletion(const loaders::Call& call);
  // Of the current context; null for the window, and for more names than anybody uses.
  FramebufferObject* object(Followed& followed, std::uint64_t name);
  Target target_of(Followed& followed, std::uint64_t framebuffer);
  std::uint16_t sampled();
  std::uint16_t images_of(std::uint64_t framebuffer);
  void storage_changes(const loaders::Call& call);
  bool named_storage_changes(const loaders::Call& call, const std::string& parameter, Image (*image)(std::uint64_t));
  void present(const loaders::Call& call);
  void set_current(std::uint64_t context, std::uint64_t drawable);
  void new_context(const loaders::Call& call);
  void new_canvas(const loaders::Call& call);
  std::uint32_t share_group_of_new(const loaders::Call& call);
  void begin_query(const loaders::Call& call);
  void end_query(const loaders::Call& call);
  void bind_buffer(std::uint64_t target);
  void call_list(const loaders::Call& call);
  void make_current(const loaders::Call& call);
  void switch_thread(std::uint32_t thread);
  std::uint16_t window_of(std::uint64_t drawable);
  void add(const Step& step);
  void give_up();

  const CallSet& frames_;
  const CallSet& calls_;
  const bool goes_on_;
  std::optional<std::uint64_t> last_frame_;
  LastNumber last_call_;
  std::uint64_t newest_ = 0;
  std::uint64_t next_watched_;
  std::uint64_t frame_ = 0;

  std::vector<Step> steps_;
  std::vector<std::uint32_t> frame_ends_;  // see DrawnFrames
  bool step_is_open_ = false;              // the last one can take more calls
  bool hopeless_ = false;
  std::optional<Acceptance> judged_;
  bool lists_hold_state_ = false;    // some display list does more than to draw
  bool lists_have_images_ = false;   // some display list gives textures storage
  std::set<Image> bound_in_lists_;   // textures
  bool lists_choose_units_ = false;  // some display list says where textures are bound
  bool lists_count_ = false;         // some display list begins a query
  bool lists_capture_ = false;       // some display list begins a transform feedback
  std::size_t lists_push_ = 0;       // attributes, at most
  bool queries_matter_ = false;
  bool textures_are_resident_ = false;                        // and can be sampled without being bound
  bool effects_ = false;                                      // shaders may write memory
  std::uint8_t used_anywhere_ = 0;                            // planes that draws of all contexts may read and write
  std::unordered_map<std::uint64_t, std::uint16_t> windows_;  // recorded drawable -> place
  Targets targets_;
  MadeObjects made_;
  bool targets_are_known_ = true;
  ImageSets image_sets_;
  std::uint32_t share_groups_ = kAnyGroup;  // the last one
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;  // share group and framebuffer object -> the context that uses it
  std::unordered_map<std::uint64_t, Context> contexts_;
  std::unordered_map<std::uint32_t, Thread> threads_;
  std::unordered_set<std::uint64_t> wiped_canvases_;  // when they have been shown
  std::uint32_t thread_ = 0;
  // Of the current thread. Elements of an unordered_map stay where they are.
  Thread* now_;
  Context* context_;
};

template <class F>
void DrawingHistory::apply(Acceptance acceptance, F&& change) {
  Context& context = *context_;
  if (acceptance == Acceptance::kRefused) return;
  const bool may_hope = context.reports_errors && context.now.objects.size() <= Followed::kMostObjectsHoped;
  if (acceptance == Acceptance::kDoubtful && !context.hoped && may_hope) context.hoped = std::make_unique<Followed>(context.now);
  change(context.now, acceptance == Acceptance::kSure);
  if (context.hoped) change(*context.hoped, true);
}

}  // namespace replay
