// The functions of replay.h.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "loaders/stream/dump.h"
#include "loaders/stream/dump_json.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/printable.h"
#include "replay/command_line/version.h"
#include "replay/library/live_replay.h"
#include "replay/library/replay.h"
#include "replay/session/open_recording.h"
#include "replay/state/state_dump.h"

struct replay_recording {
  std::string path;
  std::unique_ptr<loaders::CallSource> source;
  loaders::Batch batch;
  std::size_t next = 0;     // index of the call in `batch` that comes next
  std::uint64_t frame = 0;  // that it belongs to
  std::optional<replay::LiveReplay> live;
  std::vector<std::uint8_t> pixels;
  std::string text, state, error;
};

namespace replay {
namespace {

// Video and the page of the last calls exist once in a process.
std::mutex library_mutex;

// A program that logs with spdlog itself has a logger of its own.
void set_up_messages() {
  if (!spdlog::default_logger()->name().empty()) return;
  auto logger = std::make_shared<spdlog::logger>("replay", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_pattern("%n: %l: %v");
  logger->set_level(spdlog::level::warn);
  spdlog::set_default_logger(std::move(logger));
}

// Calls `f`, and keeps what went wrong for replay_error().
template <class Result, class F>
Result guarded(replay_recording* recording, Result failed, F&& f) {
  const std::lock_guard lock(library_mutex);
  try {
    recording->error.clear();
    return f(*recording);
  } catch (const std::exception& error) {
    recording->error = error.what();
    return failed;
  }
}

const loaders::Call* call_of(const replay_recording& recording) {
  return recording.next == 0 ? nullptr : &recording.batch.calls[recording.next - 1];
}

int next_call(replay_recording& recording, replay_call& given) {
  if (const loaders::Call* call = call_of(recording); call != nullptr && call->is(loaders::kEndsFrame))
    ++recording.frame;
  if (recording.next >= recording.batch.calls.size()) {
    recording.next = 0;
    if (recording.source == nullptr) throw CannotJudge("the recording could not be opened");
    if (recording.source->read(recording.batch) != loaders::ReadStatus::kBatch) {
      recording.batch.calls = {};
      if (const auto& error = recording.source->error()) throw CannotJudge(error->to_string());
      return 0;
    }
  }
  const loaders::Call& call = recording.batch.calls[recording.next++];
  given = {.number = call.number,
           .frame = recording.frame,
           .thread = call.thread,
           .is_derived = call.is(loaders::kDerived) ? 1u : 0u,
           .function = recording.source->functions()[call.recorded].name.c_str()};
  return 1;
}

template <class Append>
const char* text_of_call(replay_recording* recording, Append append) {
  return guarded(recording, static_cast<const char*>(nullptr), [&](replay_recording& r) -> const char* {
    const loaders::Call* call = call_of(r);
    if (call == nullptr) return nullptr;
    r.text.clear();
    append(r.text, *call, r.source->functions());
    make_printable(r.text);
    while (r.text.ends_with('\n')) r.text.pop_back();
    return r.text.c_str();
  });
}

// A replay that has gone too far begins again.
LiveReplay& live_before(replay_recording& recording, bool (LiveReplay::*is_before)(std::uint64_t) const,
                        std::uint64_t number) {
  if (!recording.live || !((*recording.live).*is_before)(number)) {
    recording.live.reset();
    recording.live.emplace(recording.path);
  }
  return *recording.live;
}

int take_picture(replay_recording& recording, replay_picture& given) {
  if (!recording.live || !recording.live->is_anywhere()) return 0;
  const auto picture = recording.live->picture();
  if (!picture || !picture->valid()) return 0;
  recording.pixels.clear();
  for (int y = 0; y < picture->height; ++y) {
    const std::uint8_t* row = picture->row(y);
    recording.pixels.insert(recording.pixels.end(), row, row + std::size_t{4} * static_cast<unsigned>(picture->width));
  }
  given = {.width = static_cast<std::uint32_t>(picture->width),
           .height = static_cast<std::uint32_t>(picture->height),
           .rgba = recording.pixels.data()};
  return 1;
}

}  // namespace
}  // namespace replay

using namespace replay;

int replay_abi() { return REPLAY_ABI; }
const char* replay_version() { return version(); }

replay_recording* replay_open(const char* path) {
  auto* recording = new (std::nothrow) replay_recording{};
  if (recording == nullptr) return nullptr;
  guarded(recording, 0, [&](replay_recording& r) {
    set_up_messages();
    r.path = path;
    r.source = open_recording(r.path, {});
    return 1;
  });
  return recording;
}

void replay_close(replay_recording* recording) {
  const std::lock_guard lock(library_mutex);
  delete recording;
}

const char* replay_error(const replay_recording* recording) {
  return recording != nullptr ? recording->error.c_str() : "out of memory";
}

int replay_next_call(replay_recording* recording, replay_call* call) {
  return guarded(recording, -1, [&](replay_recording& r) { return next_call(r, *call); });
}

const char* replay_call_text(replay_recording* recording) {
  return text_of_call(recording, [](std::string& out, const auto& call, const auto& functions) {
    loaders::append_call(out, call, functions);
  });
}
const char* replay_call_json(replay_recording* recording) { return text_of_call(recording, loaders::append_call_json); }

int replay_play_to_frame(replay_recording* recording, std::uint64_t frame) {
  return guarded(recording, -1, [&](replay_recording& r) {
    return live_before(r, &LiveReplay::is_before_frame, frame).play_to_frame(frame) ? 1 : 0;
  });
}

int replay_play_to_call(replay_recording* recording, std::uint64_t call) {
  return guarded(recording, -1, [&](replay_recording& r) {
    return live_before(r, &LiveReplay::is_before_call, call).play_to_call(call) ? 1 : 0;
  });
}

int replay_take_picture(replay_recording* recording, replay_picture* picture) {
  return guarded(recording, -1, [&](replay_recording& r) { return take_picture(r, *picture); });
}

const char* replay_state(replay_recording* recording) {
  return guarded(recording, static_cast<const char*>(nullptr), [&](replay_recording& r) -> const char* {
    if (!r.live || !r.live->is_anywhere()) return nullptr;
    r.live->look([&](Dispatcher& dispatcher) { r.state = json_text(dump_state(dispatcher)); });
    return r.state.c_str();
  });
}
