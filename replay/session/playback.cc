#include "replay/session/playback.h"

#include <utility>

#include "replay/process/last_call.h"

namespace replay {
namespace {

WindowSystemOptions with_length(WindowSystemOptions options, const loaders::CallSource& source) {
  options.recording_bytes = source.info().file_size.value_or(0);
  return options;
}

}  // namespace

Playback::Playback(loaders::CallSource& source, Platform& platform, WindowSystemOptions options)
    : source_(source),
      dispatcher_(&platform, source.functions(), with_length(std::move(options), source)) {}

Player& Playback::make_player(PlayerOptions options) {
  options.observers.insert(options.observers.begin(), &last_call_);
  options.ring = &last_call_page().calls;
  return player_.emplace(source_, dispatcher_, options);
}

const PlayerResult& Playback::play(PlayerOptions options) { return make_player(std::move(options)).run(); }

const PlayerResult& Playback::play(PlayerOptions options, HeldRecording& held) {
  return make_player(std::move(options)).run(held);
}

}  // namespace replay
