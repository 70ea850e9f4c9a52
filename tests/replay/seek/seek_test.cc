// Seeking shows the same pictures as a full replay, for every frame of every trace in data/. If there is a shared
// folder beside the checkout, its recordings are compared as well: two early frames of each, or every frame when
// REPLAY_TEST_EVERY_FRAME is set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "loaders/open.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/paths.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class Seeking : public HeadlessTest, public testing::WithParamInterface<fs::path> {
 protected:
  std::unique_ptr<loaders::CallSource> open() const { return *loaders::open_trace(GetParam().string()); }

  std::map<std::uint64_t, std::string> hashes(const CallSet& frames, bool seek) {
    FramesShown shown = seek ? seek_frames(
                                   *platform, [&] { return open(); }, frames)
                             : show_frames(*platform, *open(), frames, SeekPlan());
    left_out += shown.left_out;
    return std::move(shown.hashes);
  }

  std::uint64_t left_out = 0;
};

TEST_P(Seeking, ShowsTheSamePictures) {
  const bool every = GetParam().parent_path() == DATA_DIR || std::getenv("REPLAY_TEST_EVERY_FRAME") != nullptr;
  const auto all = hashes(*parse_frame_set(every ? "*" : "0-39"), false);
  ASSERT_FALSE(all.empty());
  const std::uint64_t step = every ? 1 : 20;
  for (std::uint64_t frame = all.rbegin()->first;; frame -= step) {
    const auto sought = hashes(*parse_frame_set(std::to_string(frame)), true);
    ASSERT_EQ(sought.size(), 1U) << "frame " << frame;
    EXPECT_EQ(sought.at(frame), all.at(frame)) << "frame " << frame;
    if (frame < step) break;
  }
  RecordProperty("calls_left_out", std::to_string(left_out));
}

class SeekingByHand : public HeadlessTest {
 protected:
  // Returns how many calls are left out before the second frame, which must look as if none were.
  std::uint64_t left_out_of_second(ApitraceScene& scene) {
    const auto open = [&] { return *loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene"); };
    const CallSet second = *parse_frame_set("1");
    const FramesShown all = show_frames(*platform, *open(), second, SeekPlan());
    const FramesShown sought = seek_frames(*platform, open, second);
    EXPECT_EQ(sought.hashes, all.hashes);
    return sought.left_out;
  }
};

// When a list is left out, the state that it sets is set by itself. If that is not possible, the list is called.
TEST_F(SeekingByHand, AListThatIsLeftOutStillSetsItsState) {
  using namespace tests::at;
  constexpr int kScissorTest = 0x0C11, kCompile = 0x1300;
  ApitraceScene scene;
  scene.window(8, 8);
  scene.trace.call("glNewList(list, mode)", {1, en(kCompile)});
  scene.trace.call("glScissor(x, y, width, height)", {0, 0, 4, 8});
  scene.fill(kGreenColor).trace.call("glEndList()", {});
  scene.clear(kRedColor).trace.call("glCallList(list)", {1});
  scene.swap().clear(kRedColor).trace.call("glEnable(cap)", {en(kScissorTest)});
  scene.clear(kBlueColor).swap();
  EXPECT_GT(left_out_of_second(scene), 0U);
}

// Colours with and without alpha alternate, and all draws between them are left out. Mesa 22.3 would use the wrong
// alpha.
TEST_F(SeekingByHand, TheLastColorHasTheSameAlphaAsWithTheDraws) {
  using namespace tests::at;
  constexpr int kBlend = 0x0BE2, kCompile = 0x1300, kFan = 6;
  const auto primitive = [](ApitraceScene& scene) {
    scene.trace.call("glBegin(mode)", {en(kFan)});
    for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}})
      scene.trace.call("glVertex2f(x, y)", {x, y});
    scene.trace.call("glEnd()", {});
  };
  const auto rectangle = [](ApitraceScene& scene) {
    scene.trace.call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 1.0, 1.0});
  };
  const auto list = [](ApitraceScene& scene) { scene.trace.call("glCallList(list)", {1}); };
  using Draw = void (*)(ApitraceScene&);
  for (const Draw draw : {Draw(primitive), Draw(rectangle), Draw(list)}) {
    ApitraceScene scene;
    scene.window(8, 8);
    scene.trace.call("glEnable(cap)", {en(kBlend)});
    scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(0x0302), en(0x0303)});  // blends by the alpha of the source
    scene.trace.call("glNewList(list, mode)", {1, en(kCompile)});
    primitive(scene);
    scene.trace.call("glEndList()", {});
    scene.clear(kRedColor);
    for (int twice = 0; twice < 2; ++twice) {
      scene.trace.call("glColor4f(red, green, blue, alpha)", {0.0, 1.0, 0.0, 0.25});
      draw(scene);
      scene.trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
      draw(scene);
    }
    scene.swap().clear(kRedColor);
    rectangle(scene);
    scene.swap();
    EXPECT_GE(left_out_of_second(scene), 4U);
  }
}

std::vector<fs::path> traces() {
  std::vector<fs::path> found;
  for (const char* folder : {"", "../../shared/traces/wip15", "../../shared/traces/apitrace", "../../shared/traces/wtf",
                             "../../shared/traces/perf"}) {
    const fs::path place = fs::path(DATA_DIR) / folder;
    if (!fs::is_directory(place)) continue;
    for (const auto& entry : fs::directory_iterator(place)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".wip15" || ending == ".trace" || ending.starts_with(".wtf")) found.push_back(entry.path());
    }
  }
  std::erase_if(found, [](const fs::path& path) {
    const auto opened = loaders::open_trace(path.string());
    return !opened;
  });
  std::ranges::sort(found);
  return found;
}

std::string name_of(const testing::TestParamInfo<fs::path>& trace) {
  std::string name = (trace.param.parent_path().filename() / trace.param.filename()).string();
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Traces, Seeking, testing::ValuesIn(traces()), name_of);

}  // namespace
}  // namespace replay
