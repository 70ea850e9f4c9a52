// Looking at the vertices of draws, and capturing where they come out, changes nothing that the recording can see.
#include "replay/inspect/position_capture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "replay/calls/draw_call.h"
#include "replay/inspect/frame_replay.h"
#include "replay/state/parts.h"
#include "tests/replay/paths.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

struct Seen {
  std::vector<std::string> pictures, states;  // after each call
  std::vector<std::string> why_not;           // of draws that were not captured
  int captured = 0;
};

// Without the number of the last call, which is that of the draw after it was captured.
std::string state_of(Dispatcher& d) {
  nlohmann::json state = dump_state(d);
  state.erase("call");
  return state.dump();
}

// Replays a frame. With `captures`, each draw is looked at before it is made.
Seen replay_and_look(const std::string& trace, std::uint64_t frame, bool captures) {
  Seen seen;
  PositionCapture capture;
  const auto take = [&](Dispatcher& d, const auto&, const WatchedCall& watched) {
    for (const ImageChange& change : watched.changes) {
      const auto& bytes = change.image.now.bytes;
      seen.pictures.push_back(fmt::format("{} {}", change.image.label, state::hash_of(bytes.data(), bytes.size())));
    }
    if (watched.writes) seen.states.push_back(dump_state(d).dump());
  };
  const auto begin = [&](Dispatcher& d, const loaders::Call& call) {
    const auto draw = draw_call_of(call);
    if (!captures || !draw) return;
    const std::string before = state_of(d);
    const TakeStatePicture none;
    {
      const state::Asked asked{d, *d.context, *d.gl, none};
      const GlErrors::Mute mute(d.errors, *d.gl);
      EXPECT_TRUE(state::draw_vertices(asked, call, {}).has_value());
    }
    const OutPositions out = capture.capture(d, call, draw->mode, 3000);
    EXPECT_EQ(state_of(d), before) << trace << " call " << call.number;
    if (out.from.empty()) seen.why_not.push_back(out.notes.at(0));
    else ++seen.captured;
    EXPECT_EQ(out.clip.empty(), out.from.empty()) << trace << " call " << call.number;
  };
  AllLimits limits;
  RecordedFrame({.trace = DATA_DIR "/" + trace, .frame = frame, .limits = limits}).watch(take, begin);
  return seen;
}

using PositionCaptureTest = HeadlessTest;

TEST_F(PositionCaptureTest, ChangesNothing) {
  platform.reset();  // the replay creates its own
  const auto expect_same = [](const std::string& trace, std::uint64_t frame, int least) {
    const Seen plain = replay_and_look(trace, frame, false), looked = replay_and_look(trace, frame, true);
    EXPECT_EQ(plain.pictures, looked.pictures) << trace;
    EXPECT_EQ(plain.states, looked.states) << trace;
    EXPECT_GE(looked.captured, least) << trace << ": " << (looked.why_not.empty() ? "" : looked.why_not[0]);
  };
  expect_same("cubes_v00_zlib.wip15", 3, 1);
  expect_same("dsa45_v00_lz4.wip15", 2, 1);
  expect_same("textures_v00a_leb_lz4.wip15", 1, 1);
  expect_same("xfb_v00_lz4.wip15", 1, 0);  // some of its draws are captured by the recording itself
}

}  // namespace
}  // namespace replay
