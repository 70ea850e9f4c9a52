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

// The lists were compiled by another thread, with another context, than those which call them.
TEST_F(SeekingByHand, WhatNestedListsSetIsSetByWhoCallsThem) {
  using namespace tests::at;
  constexpr int kCompile = 0x1300;
  constexpr std::uint64_t kSecondWindow = ApitraceScene::kWindow + 1, kSecond = ApitraceScene::kContext + 0x10;
  constexpr tests::Thread kThread{1};
  ApitraceScene scene;
  scene.window(8, 8);
  scene.trace.call("glNewList(list, mode)", {1, en(kCompile)});
  scene.trace.call("glTranslatef(x, y, z)", {1.0, 0.0, 0.0}).call("glEndList()", {});
  scene.trace.call("glNewList(list, mode)", {2, en(kCompile)});
  scene.trace.call("glCallList(list)", {1});
  scene.fill(kGreenColor).trace.call("glEndList()", {});
  scene.context(kSecond, ApitraceScene::kContext);
  const auto call = [&](const char* signature, std::initializer_list<Item> arguments) -> tests::ApitraceBuilder& {
    return scene.trace.call(signature, arguments, kThread);
  };
  call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), kSecondWindow, ptr(kSecond)}).returns(en(1, "Bool"));
  call("glViewport(x, y, width, height)", {0, 0, 8, 8});
  for (int frame = 0; frame < 2; ++frame) {
    call("glClear(mask)", {en(0x4000)});
    if (frame == 0) call("glCallList(list)", {2});
    else call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 1.0, 1.0});
    call("glXSwapBuffers(dpy, drawable)", {ptr(0x10), kSecondWindow});
  }
  EXPECT_GT(left_out_of_second(scene), 0U);
}

// GL binds the texture without a name where the bound texture is deleted, on all units.
TEST_F(SeekingByHand, ACopyGoesToTheTextureThatIsBoundAfterAnotherWasDeleted) {
  using namespace tests::at;
  constexpr int kTexture2D = 0x0DE1, kRgba = 0x1908, kNearest = 0x2600, kMinFilter = 0x2801, kUnit0 = 0x84C0;
  ApitraceScene scene;
  scene.window(8, 8);
  const auto call = [&](const char* signature, std::initializer_list<Item> arguments) {
    scene.trace.call(signature, arguments);
  };
  const auto make_image = [&] {
    call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
         {en(kTexture2D), 0, en(kRgba), 1, 1, 0, en(kRgba), en(0x1401), tests::at::null()});
    call("glTexParameteri(target, pname, param)", {en(kTexture2D), en(kMinFilter), en(kNearest)});
  };
  make_image();
  call("glBindTexture(target, texture)", {en(kTexture2D), 2});
  make_image();
  call("glActiveTexture(texture)", {en(kUnit0 + 1)});
  call("glDeleteTextures(n, textures)", {1, items({2})});
  call("glActiveTexture(texture)", {en(kUnit0)});
  scene.clear(kRedColor);
  call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
       {en(kTexture2D), 0, 0, 0, 0, 0, 1, 1});
  scene.swap();
  call("glBindTexture(target, texture)", {en(kTexture2D), 0});
  call("glEnable(cap)", {en(kTexture2D)});
  scene.clear(kBlueColor);
  call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 1.0, 1.0});
  scene.swap();
  left_out_of_second(scene);
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
