// Playback: a recording on a live driver. The dispatcher has the limits that the options give, and each call is noted
// in the page that shows a parent process, or a crash report, how far the replay has come.
#pragma once

#include <optional>

#include "loaders/stream/call_source.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/observe/last_call_reporter.h"
#include "replay/platform/platform.h"
#include "replay/player/player.h"

namespace replay {

class Playback {
 public:
  // `source` and `platform` are borrowed. `options` need not say how long the recording is.
  Playback(loaders::CallSource& source, Platform& platform, WindowSystemOptions options);

  Dispatcher& dispatcher() { return dispatcher_; }

  // Plays the recording; to be called once. The observers of `options` are called after the one that notes frames.
  // Throws CannotJudge.
  const PlayerResult& play(PlayerOptions options);
  // The same for the calls of the source that are held in memory.
  const PlayerResult& play(PlayerOptions options, HeldRecording& held);

  // Says how far the replay has come. Another thread may ask when the one that plays is stopped forever.
  PlayerResult result() const { return player_ ? player_->result() : PlayerResult{}; }

 private:
  Player& make_player(PlayerOptions options);

  loaders::CallSource& source_;
  Dispatcher dispatcher_;
  LastCallReporter last_call_;
  std::optional<Player> player_;
};

}  // namespace replay
