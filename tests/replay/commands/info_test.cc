// `replay info` of the built program, and what it counts. No driver is needed.
#include "replay/commands/info.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "loaders/open.h"
#include "replay/session/trace_facts.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

TraceFacts facts_of(Scene& scene) {
  const auto opened = loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene");
  return gather_facts(**opened);
}

TEST(TraceFacts, CountsWindowsTheirSizesAndTheirSwaps) {
  Scene scene;
  scene.context().make_current_sized(8, 4, 1).swap(1).told(16, 4).swap(1);
  scene.make_current(2).swap(2);
  const TraceFacts facts = facts_of(scene);
  EXPECT_EQ(facts.frames, 3u);
  EXPECT_EQ(facts.calls, 7u) << "calls that the loader derives do not count";
  ASSERT_EQ(facts.drawables.size(), 2u);
  EXPECT_EQ(facts.drawables.at(1).width, 16) << "the last size counts";
  EXPECT_EQ(facts.drawables.at(1).swaps, 2u);
  EXPECT_EQ(facts.drawables.at(2).width, 0) << "the size is not recorded";
  EXPECT_EQ(facts.drawables.at(2).swaps, 1u);
}

TEST(TraceFacts, KnowsTheSizesOfPbuffers) {
  using namespace tests::at;
  ApitraceScene scene;
  const auto size = items({en(0x3057), 6, en(0x3056), 5, en(0x3038)});  // EGL_WIDTH, EGL_HEIGHT, EGL_NONE
  scene.trace.call("eglCreatePbufferSurface(dpy, config, attrib_list)", {ptr(0x10), ptr(0x20), size})
      .returns(ptr(0x40));
  const auto opened = loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene");
  const TraceFacts facts = gather_facts(**opened);
  ASSERT_TRUE(facts.drawables.contains(0x40));
  EXPECT_EQ(facts.drawables.at(0x40).width, 6);
  EXPECT_EQ(facts.drawables.at(0x40).height, 5);
}

TEST(TraceFacts, CountsContextsByWhatTheyNeed) {
  Scene scene;
  scene.context(1).context(2).context(3, 0, 4, 5);
  scene.context(0, 0, 4, 6);  // this context failed in the recording
  const auto facts = facts_of(scene);
  using Contexts = std::map<std::tuple<int, int, std::string>, std::uint64_t>;
  EXPECT_EQ(facts.contexts, (Contexts{{{3, 3, "core"}, 2}, {{4, 5, "core"}, 1}}));
}

TEST(TraceFacts, ARecordingWithoutSwapsHasOneFrame) {
  Scene scene;
  EXPECT_EQ(facts_of(scene).frames, 0u) << "a recording without calls has no frame";
  scene.window(8, 4).clear(kRedColor);
  EXPECT_EQ(facts_of(scene).frames, 1u);
  EXPECT_EQ(facts_of(scene).swaps, 0u);
}

TEST(TraceFacts, NamesUnknownFunctions) {
  Scene scene;
  scene.window(8, 4).clear(kRedColor).clear(kBlueColor);
  scene.trace.call("fooUnknown", {}).call("fooUnknown", {});
  const TraceFacts facts = facts_of(scene);
  EXPECT_EQ(facts.unknown_functions, std::set<std::string>{"fooUnknown"});
  EXPECT_EQ(facts.calls_by_function.at("fooUnknown"), 2u);
  EXPECT_EQ(facts.calls_by_function.at("glClear"), 2u);
  EXPECT_FALSE(facts.calls_by_function.contains("glFinish"));
}

class Info : public testing::Test {
 protected:
  void SetUp() override {
    scene.window(8, 4).clear(kRedColor).swap();
    scene.trace.call("fooUnknown", {});
    scene.write(folder.path() / "scene.wip15");
  }
  ScratchFolder folder;
  Scene scene;
};

TEST_F(Info, PrintsText) {
  const Outcome outcome = run_program({"info", "scene.wip15"}, folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string size = std::to_string(scene.bytes().size());
  EXPECT_EQ(outcome.out, "file       scene.wip15 (" + size +
                             " bytes)\n"
                             "format     WIP15 0.0, container none\n"
                             "property   byte order of floats = little\n"
                             "property   max_functions = 796\n"
                             "property   max_groups = 195\n"
                             "frames     1\n"
                             "calls      6\n"
                             "threads    1\n"
                             "drawable   0x200002: 8x4, 1 swaps\n"
                             "needs      OpenGL 3.3 core (1 contexts)\n"
                             "uses       OpenGL 1.0\n"
                             "unknown    fooUnknown\n"
                             "functions  6\n"
                             "         1  fooUnknown\n"
                             "         1  glClear\n"
                             "         1  glClearColor\n"
                             "         1  glXCreateContextAttribsARB\n"
                             "         1  glXMakeCurrent\n"
                             "         1  glXSwapBuffers\n");
}

TEST_F(Info, PrintsJson) {
  const Outcome outcome = run_program({"info", "scene.wip15", "--json"}, folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto info = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(info["format"], "WIP15");
  EXPECT_EQ(info["frames"], 1);
  EXPECT_EQ(info["calls"], 6);
  EXPECT_EQ(info["threads"], nlohmann::json::parse(R"({"0": 6})"));
  EXPECT_EQ(info["drawables"], nlohmann::json::parse(R"([{"id": 2097154, "width": 8, "height": 4, "swaps": 1}])"));
  EXPECT_EQ(info["contexts"], nlohmann::json::parse(R"([{"major": 3, "minor": 3, "profile": "core", "count": 1}])"));
  EXPECT_EQ(info["unknown_functions"], nlohmann::json::parse(R"(["fooUnknown"])"));
  EXPECT_EQ(info["functions"]["glClear"], 1);
  EXPECT_EQ(info["warnings"], nlohmann::json::array());
}

}  // namespace
}  // namespace replay
