// DrawingHistory: what a recording draws into windows and framebuffer objects, wipes out and reads again, up to the
// last picture that is wanted.
//
// Made from calls alone, before the first is issued. A step is a run of calls of one kind; liveness.h tells from all
// steps which draws reach anything. A draw may read whatever texture is bound, by the program or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/call_set.h"
#include "replay/seek/bound_textures.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/framebuffer_object.h"
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

  // The drawing calls in these runs may be left out. Sorted, disjoint. Call once, at the end.
  std::vector<CallRun> dead_runs();

  // All that was noted, for a history that was made for no pictures. Call once, at the end, instead.
  DrawnFrames take();

 private:
  using Step = DrawingStep;
  using What = DrawingStep::What;
  static constexpr std::uint32_t kAnyGroup = 0;  // contexts of which it is not known with whom they share
  struct Context {
    ClearState clear;
    BoundTextures textures;
    std::unordered_map<std::uint64_t, FramebufferObject> objects;
    std::uint64_t draw_framebuffer = 0, read_framebuffer = 0;
    std::uint16_t samples = ImageSets::kNothing;  // what draws may read of targets
    std::uint64_t samples_version = 0;            // for which that is right
    std::uint32_t share_group = kAnyGroup;
    bool compiling = false;                       // a display list
    bool in_primitive = false;
    bool feedback = false;     // of a transform
    bool conditional = false;  // rendering, which clears are as well
    unsigned queries = 0;      // that count what is drawn
    bool packs = false;        // a pixel pack buffer was bound at some time
  };
  struct Thread {
    std::uint64_t context = 0;
    std::uint16_t window = 0;
  };

  void follow_role(SeekRole role, const loaders::Call& call);
  void in_list(SeekRole role, const loaders::Call& call);
  void in_primitive(SeekRole role, const loaders::Call& call);
  void draw(const loaders::Call& call, bool kept = false);
  void draw_into(std::uint64_t framebuffer, Step step);
  void note_pixels(const loaders::Call& call);
  void blit(const loaders::Call& call, std::uint64_t from, std::uint64_t to, std::size_t mask);
  void clear(const loaders::Call& call);
  void clear_buffer(const loaders::Call& call);
  void wipe(const loaders::Call& call, const Target& target, std::uint8_t touched, std::uint8_t planes);
  void read(std::uint64_t framebuffer);
  void read_everything();
  void read_textures(const loaders::Call& call);
  void want_picture();
  void set_context_state(const loaders::Call& call);
  void delete_framebuffers(const loaders::Call& call);
  void bind_framebuffer(const loaders::Call& call);
  void change_framebuffer(const loaders::Call& call, std::uint64_t name);
  // Of the current context; null for the window, and for more names than anybody uses.
  FramebufferObject* object(std::uint64_t name);
  Target target_of(std::uint64_t framebuffer);
  std::uint16_t sampled();
  std::uint16_t images_of(std::uint64_t framebuffer);
  void storage_changes(const loaders::Call& call);
  bool named_storage_changes(const loaders::Call& call, const std::string& parameter, Image (*image)(std::uint64_t));
  void present(const loaders::Call& call);
  void set_current(std::uint64_t context, std::uint64_t drawable);
  void new_context(const loaders::Call& call);
  std::uint32_t share_group_of_new(const loaders::Call& call);
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
  bool lists_hold_state_ = false;    // some display list does more than to draw
  bool lists_have_images_ = false;   // some display list gives textures storage
  std::set<Image> bound_in_lists_;   // textures
  bool lists_choose_units_ = false;  // some display list says where textures are bound
  bool queries_matter_ = false;
  bool textures_are_resident_ = false;                        // and can be sampled without being bound
  bool effects_ = false;                                      // shaders may write memory
  std::uint8_t used_anywhere_ = 0;                            // planes that draws of all contexts may read and write
  std::unordered_map<std::uint64_t, std::uint16_t> windows_;  // recorded drawable -> place
  Targets targets_;
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

}  // namespace replay
