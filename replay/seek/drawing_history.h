// DrawingHistory: what a recording draws into windows and framebuffer objects, kills and reads again, up to the last
// picture that is wanted.
//
// It is made from calls alone, before the first one is issued. A step is a run of calls of one kind. liveness.h finds
// out from all steps which draws are live. A draw may read every texture that is bound to a unit which its program can
// sample (sampled_units.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/base/call_set.h"
#include "replay/seek/acceptance.h"
#include "replay/seek/call_places.h"
#include "replay/seek/drawing_steps.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/followed_contexts.h"
#include "replay/seek/framebuffer_object.h"
#include "replay/seek/guesses.h"
#include "replay/seek/liveness.h"
#include "replay/seek/rules.h"
#include "replay/seek/sampled_units.h"
#include "replay/seek/shader_memory.h"

namespace replay {

class DrawingHistory {
 public:
  // Pictures are wanted of these frames or calls, or of these calls in these frames. The sets are borrowed. `goes_on`:
  // frames after the last of them are to be right as well. `trusts_programs`: GL makes programs current that were
  // linked (sampled_units.h), and has the texture units that calls name.
  DrawingHistory(const CallSet& frames, const CallSet& calls, bool goes_on, bool trusts_programs = true);

  // Bitmaps, and draws of lists that GL executes while it compiles them, can be dead, too. A replay always makes them,
  // for the raster position and for the list; whoever asks for this has to know when these are needed.
  void judge_all_draws() { judges_all_draws_ = true; }

  // Takes calls in the order of the recording. False: no call after this one matters.
  bool follow(const loaders::Call& call);
  // Takes a call that never returned, and is not made. A picture after it shows what the calls before it drew.
  bool follow_incomplete(const loaders::Call& call);

  // How the last call was judged, when that mattered. A driver can be asked whether the judgement is true.
  std::optional<Acceptance> judged() const { return contexts_.judged(); }
  // The box in which draws stay because of a scissor test. A driver can be asked whether its box lies in it.
  std::optional<ClearBox> holds_draws() const {
    return lists_.choose_scissor ? std::nullopt : context().now.clear.holds_draws();
  }

  // The box in which draws of polygons stay, because it is the viewport. The same may be asked.
  std::optional<ClearBox> holds_polygons() const {
    return viewports_are_unknown_ || units_.may_change_primitives() ? std::nullopt
                                                                    : context().now.clear.holds_polygons();
  }

  // The drawing calls that may be left out. Call this once, at the end.
  DeadCalls dead_calls(const SeekGuesses& guesses) { return dead_calls(guesses, redraws_under(guesses)); }
  // The same if frames draw all of a destination anew when they draw into it before they read it (Redraws::kTaken).
  DeadCalls dead_calls_of_redrawn_frames() {
    return dead_calls({.redraws = false, .not_redrawn = {}}, Redraws::kTaken);
  }

  // A sentence about why nothing can be left out; empty where that is not so.
  std::string why_hopeless() const;

  // All steps, for a history that was made for no pictures. Call this once, at the end, instead of dead_calls().
  DrawnFrames take();
  // The same with the steps of the pictures that the history was made for. Precondition: it is not hopeless.
  DrawnFrames take_with_pictures();

 private:
  using Step = DrawingStep;
  using What = DrawingStep::What;
  static constexpr std::size_t kMaxHopes = 4096;
  static constexpr std::uint32_t kMaxDrawBuffers = 32;

  // What any display list of the recording does, whenever it may be called.
  struct Lists {
    bool hold_state = false;      // more than drawing
    bool have_images = false;     // textures get storage
    std::set<Image> bound;        // textures
    bool choose_units = false;    // they say where textures are bound
    bool choose_buffers = false;  // they say which colours are drawn to
    bool choose_levels = false;   // they may say which levels mipmaps have
    bool choose_scissor = false;  // they say which scissor box draws are in
    bool read_pixels = false;
    bool read_raster_position = false;
    bool count = false;    // a query begins
    bool capture = false;  // a transform feedback begins
    std::size_t push = 0;  // this many attributes, at most

    bool bind() const { return choose_units || !bound.empty(); }
    bool do_more_than_draw() const { return hold_state || push > 0; }
  };

  DeadCalls dead_calls(const SeekGuesses& guesses, Redraws redraws);
  void follow_role(SeekRole role, const loaders::Call& call);
  void begin_list(const loaders::Call& call);
  void in_list(SeekRole role, const loaders::Call& call);
  bool note_in_list(SeekRole role, const loaders::Call& call);
  bool note_bind_in_list(const loaders::Call& call);
  void note_state_in_list(const loaders::Call& call);
  void end_list();
  void in_primitive(SeekRole role, const loaders::Call& call);
  void keep_primitive();
  FollowedContext& context() { return contexts_.current(); }
  const FollowedContext& context() const { return contexts_.current(); }
  bool is_hopeless() const { return !gave_up_.empty() || steps_.is_full() || contexts_.has_too_many_windows(); }

  void settle(const loaders::Call& get_error);
  CallRun this_call() const { return is_derived_ ? kNoCalls : CallRun{place_, place_}; }
  void draw(const loaders::Call& call, bool kept = false, bool moves_raster = false);
  void draw_bitmap(const loaders::Call& call);
  void keep_bitmaps();
  void end_bitmaps();
  void draw_into(std::uint64_t framebuffer, Step step, const std::optional<ClearBox>& holds);
  std::uint16_t area_of_draws(const Target& target, const std::optional<ClearBox>& holds);
  std::optional<ClearBox> holds(const loaders::Call& call) const;
  bool may_touch_memory();
  bool settles_levels();
  void note_attached(const loaders::Call& call);
  bool is_unconditional(const loaders::Call& call) const;
  bool is_provable(const loaders::Call& call) const;
  bool is_part_of_kept() const;
  void note_pixels(std::uint32_t format);
  void blit(const loaders::Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask);
  bool seems_to_cover(const loaders::Call& call, std::uint64_t from, std::uint64_t to);
  void copy_pixels(const loaders::Call& call);
  void copy_to_texture(const loaders::Call& call);
  Target copied_into(const loaders::Call& call);
  bool may_read_window(std::uint64_t framebuffer);
  static bool names_front(const loaders::Call& read_buffer);
  void copy_to_new_storage(const loaders::Call& call);
  void copy_between(const loaders::Call& call);
  bool is_made_in_order() const;
  void add_copy(const Target& to, const ClearBox& box, std::uint16_t images, bool of_window, CallRun calls);
  void clear(const loaders::Call& call);
  void clear_buffer(const loaders::Call& call);
  struct Kill {
    std::uint8_t touched = 0;
    bool is_made = false;     // the call is always made, for another effect of it
    std::uint8_t buffer = 0;  // DrawingStep::buffer
  };
  // planes_killed(Followed, Target) says of which planes the clear leaves nothing, and planes_guessed of which it is
  // guessed to leave nothing where it writes.
  template <class F, class G>
  void kill(const loaders::Call& call, Acceptance acceptance, Kill what, F&& planes_killed, G&& planes_guessed);
  void guess(Step& step, const Target& target, std::uint8_t planes);
  template <class F>
  void hope_for(const Step& step, F&& planes_killed);
  // `calls`: those that read, where segments (segments.h) have to know of them.
  void read(std::uint64_t framebuffer, CallRun calls = kNoCalls);
  void read_everything();
  void read_textures(const loaders::Call& call);
  void want_picture(std::uint16_t images);
  // The number of a call may be lower than those of calls before it.
  bool may_be_watched(const loaders::Call& call) const {
    return call.number >= next_watched_ || call.number < number_at(place_);
  }
  void take_watched_picture(const loaders::Call& call);
  // Whether a call of the current frame may have its picture taken.
  bool is_in_frames() const { return frames_.empty() || frames_.contains(frame_); }
  Target target_of(Followed& followed, std::uint64_t framebuffer);
  Sampled sampled_by_draws() const;
  std::uint16_t read_by_shaders(bool has_memory);
  std::uint16_t images_at(const Sampled& sampled, bool has_memory = false);
  std::uint16_t images_of(std::uint64_t framebuffer, std::uint8_t planes = kAllPlanes);
  void storage_changes(const loaders::Call& call);
  void note_size(const loaders::Call& call);
  void note_storage_of_levels(const loaders::Call& call);
  template <class F>
  void for_each_named_by_target(const loaders::Call& call, F&& f);
  void make_mipmaps(const loaders::Call& call, std::optional<std::uint32_t> texture);
  static bool chooses_levels(const loaders::Call& call);
  void follow_viewport(const loaders::Call& call);
  std::optional<std::uint32_t> bound_texture(std::uint32_t target) const;
  void note_levels(const loaders::Call& call);
  bool named_storage_changes(const loaders::Call& call, const std::string& parameter, Image (*image)(std::uint64_t));
  void present(const loaders::Call& call);
  void set_current(std::uint64_t context, std::uint64_t drawable);
  void bind_buffer(std::uint64_t target);
  void call_list(const loaders::Call& call);
  void make_current(const loaders::Call& call);
  void switch_thread(std::uint32_t thread);
  void give_up(const char* why);

  const CallSet& frames_;
  const CallSet& calls_;
  const bool goes_on_, trusts_programs_;
  std::optional<std::uint64_t> last_frame_;
  LastNumber last_call_;
  CallPlaces places_;
  CallPlace place_ = 0;      // of the call that was taken last
  bool is_derived_ = false;  // that call: it has no place of its own, so it is always made
  std::uint64_t next_watched_;
  std::uint64_t frame_ = 0;

  FollowedContexts contexts_;
  DrawingSteps steps_;
  std::string gave_up_;  // a sentence. Not empty: what comes cannot be followed
  Lists lists_;
  bool viewports_are_unknown_ = false;  // lists choose them, or some calls choose one of several
  bool judges_all_draws_ = false;
  bool queries_matter_ = false;
  bool textures_are_resident_ = false;  // shaders can sample textures that are not bound
  std::uint8_t used_anywhere_ = 0;      // planes that draws of all contexts may read and write
  ShaderMemory memory_;
  SampledUnits units_;
  bool relies_on_programs_ = false;  // the steps are right if GL makes programs current that were linked
  Targets targets_;
  ImageSets image_sets_;
  Areas areas_;
  std::vector<std::uint16_t> shown_;  // by frame: the images that its picture may show
};

}  // namespace replay
