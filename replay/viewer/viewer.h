// Viewer: lets a person look at a recording in a window. Keys play it, step through its frames and their draws, and go
// back (keys.h).
//
// What is shown is a picture that was read back; the recorded windows are hidden, and draw as they do without a
// display. So the viewer stands at two places: the one that it shows, and the one that the replay has come to. A replay
// goes forward only. To go back, the viewer shows a picture that it still has. Where it has none, and when the replay
// is to go on from there, the round of the replay ends and another one begins, which leaves out what cannot reach the
// place (Way). On the way back it also takes the pictures before the place, so that the next steps back cost nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/base/call_set.h"
#include "replay/observe/observer.h"
#include "replay/platform/input.h"
#include "replay/player/player.h"
#include "replay/player/wireframe.h"
#include "replay/viewer/frame_list.h"
#include "replay/viewer/keys.h"
#include "replay/viewer/overdraw.h"
#include "replay/viewer/place.h"
#include "replay/viewer/speed.h"
#include "replay/viewer/view.h"
#include "replay/viewer/viewed_pictures.h"

namespace replay {

struct ViewerSetup {
  std::string name;     // of the recording, for the title
  OpenRecording open;   // from its beginning
  ViewedPlace begin{};  // what is shown first
  bool is_paused = false;
  bool exits_at_end = false;  // otherwise it holds the last frame
  std::optional<double> fps{};
  std::int64_t loops = 1;
  CallSet watched{};  // by other observers
  // Writes a picture to a file, and returns what there is to say about that.
  std::function<std::string(const ViewedPicture&, const PictureKey&)> save;
  std::function<std::string(const ViewedPlace&)> command;  // that shows a place again; empty: there is none
};

// Where a round of the replay goes.
struct Way {
  CallSet frames, calls;  // whose pictures have to be right; both empty: all
};

class Viewer : public Observer, public Pacing {
 public:
  // `platform` is borrowed, and has a display.
  Viewer(const Platform& platform, ViewerSetup setup);

  // To be asked before each round, and after the last one; it waits for the person as long as it holds a picture.
  // Nothing: there is no other round.
  std::optional<Way> next_way();

  // The round began again, on the same way.
  void begin_again();

  // Of the next round. Its calls that are watched change while it is played.
  const CallSet& watched() const { return watched_; }
  Wireframe* wireframe() { return look_ == Look::kWireframe ? &wireframe_ : nullptr; }

  // How long rounds have waited for the person, or for the time of a frame.
  double idle_seconds() const { return std::chrono::duration<double>(idle_).count(); }

  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call* swap, Drawable*) override;
  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void call_done(Dispatcher&, const loaders::Call&) override;
  bool next_frame(std::uint64_t frame) override;
  bool next_call(const loaders::Call&) override;

 private:
  using Clock = std::chrono::steady_clock;

  // Rounds, in viewer_rounds.cc.
  Way begin(const ViewedPlace& target);
  void begin_round();
  Way way_to_frame(std::uint64_t frame, std::uint64_t before);
  Way way_to_draw(const ViewedPlace& target, std::uint64_t before);
  std::uint64_t pictures_before() const;
  void choose_watched();
  void round_came_to_its_end();
  bool wants(Dispatcher&, std::uint64_t frame, const Drawable*) const;
  std::optional<ViewedPicture> read(Dispatcher&, const loaders::Call* swap, Drawable*) const;
  void take(const ViewedPlace& place, std::optional<ViewedPicture> picture);

  // What is shown, in viewer.cc.
  bool stay();
  int time_to_wait() const;
  void go(const ViewedPlace& place);
  bool can_go_on_to(const ViewedPlace& place) const;
  void show(const ViewedPlace& place, const ViewedPicture& picture);
  void play_from_pictures();
  bool ends_loop(std::uint64_t frame) const { return mark_to_ && frame >= *mark_to_; }
  void set_title(bool at_once);
  std::string title() const;
  PictureKey key_of(const ViewedPlace& place) const { return {place, look_, window_}; }

  // Keys, in viewer_keys.cc.
  void press(const KeyPress& press);
  void act(ViewerAction action);
  void move(ViewerAction action);
  void pause();
  void go_on();
  void type(ViewerAction action, const KeyPress& press);
  void mark_loop();
  void next_look();
  void next_window();
  void save();
  void copy();
  ViewedPlace aim() const;
  std::optional<ViewedPlace> draw_after(const ViewedPlace& place);
  std::optional<ViewedPlace> draw_before(const ViewedPlace& place);
  std::optional<std::uint64_t> frame_after(std::uint64_t frame) const;
  std::optional<std::uint64_t> frame_before(std::uint64_t frame) const;
  bool shows_one_window() const { return window_ != 0 && canvases_.empty(); }
  const std::vector<FrameDraw>* draws_of(std::uint64_t frame);

  ViewerSetup setup_;
  FrameList frames_;
  View view_;
  ViewedPictures pictures_;
  Speed speed_;

  // What the person wants.
  bool paused_ = false, ended_ = false, wants_last_ = false;
  Look look_ = Look::kAsRecorded;
  std::uint64_t window_ = 0;  // the recorded drawable; 0: what each frame shows
  std::string digits_;
  std::optional<std::uint64_t> mark_from_, mark_to_;
  std::optional<ViewedPlace> jump_;  // another round has to begin, to get there

  // What is shown.
  ViewedPlace shown_;
  std::uint64_t shown_call_ = 0;
  bool has_shown_ = false;
  Clock::time_point shown_at_{};

  // The round that is played.
  bool has_begun_ = false, is_live_ = false;
  ViewedPlace target_;  // the round goes there at once, and shows nothing before
  bool is_reached_ = false;
  std::optional<ViewedPlace> live_;  // where the replay stands; nothing: before the first place
  bool follows_live_ = false;        // what is shown is what the replay has come to
  Look live_look_ = Look::kAsRecorded;
  std::uint64_t frame_ = 0;                // the next call belongs to it
  std::uint64_t first_read_ = 0;           // pictures are kept from this frame on
  std::vector<std::uint64_t> read_draws_;  // and of these draws of the frame of the target
  CallSet watched_;
  Wireframe wireframe_;
  Overdraw overdraw_;
  std::vector<std::uint64_t> canvases_;                                  // those of a web page that has several
  std::vector<std::pair<std::uint64_t, std::vector<FrameDraw>>> draws_;  // of the frames last asked for

  Clock::time_point went_on_at_{};
  double seconds_of_frame_ = 0;  // 0: not known
  Clock::duration idle_{};
};

}  // namespace replay
