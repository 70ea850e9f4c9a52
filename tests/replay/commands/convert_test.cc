// `replay convert`, as a user runs it: the converted recordings show the same pictures.
#include <gtest/gtest.h>

#include <regex>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"
#include "tests/webgl_page.h"

namespace replay {
namespace {

class Convert : public ProgramTest {
 protected:
  // The MD5 of each picture, in their order: a frame of a page may have several, which become frames of their own.
  std::vector<std::string> pictures(const std::string& trace) const {
    const Outcome outcome = run({trace, "--headless", "--hash", "--frame", "*"});
    std::vector<std::string> found;
    const std::regex line("frame \\S+ ([0-9a-f]{32})\n");
    for (std::sregex_iterator at(outcome.out.begin(), outcome.out.end(), line), end; at != end; ++at)
      found.push_back((*at)[1]);
    return found;
  }
};

TEST_F(Convert, TheRecordingsOfTheRepositoryShowTheSame) {
  int converted = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DATA_DIR)) {
    const std::string ending = entry.path().extension();
    if (ending != ".wip15" && ending != ".wtf-trace") continue;
    SCOPED_TRACE(entry.path());
    const Outcome outcome = run({"convert", entry.path(), "-o", "out.trace"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const auto before = pictures(entry.path());
    EXPECT_FALSE(before.empty());
    EXPECT_EQ(pictures("out.trace"), before);
    ++converted;
  }
  EXPECT_GT(converted, 5);
}

TEST_F(Convert, APageThatDrawsBetweenCanvasesAndClears) {
  tests::WebglPage page;
  page.canvas(1, 8, 4).quad();
  page.canvas(2, 6, 6, "{\"preserveDrawingBuffer\":true,\"antialias\":false}");
  page.frame([&] {
    page.set_context(1, 8, 4).color(1, 0, 0).draw();
    page.set_context(2, 6, 6).call("clearColor", {0, 1, 0, 1}).call("clear", {0x4000});
  });
  page.frame([&] { page.set_context(1, 8, 4).call("viewport", {0, 0, 4, 4}).color(0, 0, 1).draw(); });
  page.frame([&] {
    page.set_context(2, 6, 6).call("enable", {0xc11}).call("scissor", {0, 0, 3, 3});
    page.call("clearColor", {1, 1, 0, 1}).call("clear", {0x4000});
    page.set_context(1, 10, 10).draw();
  });
  page.write(path("page.wtf-trace"));
  ASSERT_EQ(run({"convert", "page.wtf-trace", "-o", "out.trace"}).code, 0);
  const auto before = pictures("page.wtf-trace");
  EXPECT_EQ(before.size(), 6u);
  EXPECT_EQ(pictures("out.trace"), before);
}

TEST_F(Convert, StopsAfterAFrameOrACall) {
  const std::string trace = std::string(DATA_DIR) + "/cubes_v00_zlib.wip15";
  ASSERT_EQ(run({"convert", trace, "-o", "out.trace", "--frame", "1", "--compression", "zlib"}).code, 0);
  const auto all = pictures(trace);
  EXPECT_EQ(pictures("out.trace"), std::vector<std::string>(all.begin(), all.begin() + 2));
  const Outcome info = run({"info", "out.trace"});
  EXPECT_NE(info.out.find("convert --frame 1"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("gzip"), std::string::npos) << info.out;
  ASSERT_EQ(run({"convert", trace, "-o", "out.trace", "--call", "6"}).code, 0);
  const std::string text = run({"dump", "out.trace"}).out;
  EXPECT_NE(text.find("glCreateShader"), std::string::npos) << text;
  EXPECT_EQ(text.find("glShaderSource"), std::string::npos) << text;
}

TEST_F(Convert, DamagedRecordingsAreConvertedUpToTheDamage) {
  std::filesystem::copy_file(std::string(DATA_DIR) + "/cubes_v00_zlib.wip15", path("cut.wip15"));
  std::filesystem::resize_file(path("cut.wip15"), 40000);
  const Outcome outcome = run({"convert", "cut.wip15", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_NE(outcome.err.find("cut.wip15: byte "), std::string::npos) << outcome.err;
  EXPECT_EQ(pictures("out.trace"), pictures("cut.wip15"));
}

TEST_F(Convert, RefusesWhatItCannotDo) {
  const std::string trace = std::string(DATA_DIR) + "/getstring_v00a_raw8.wip15";
  EXPECT_EQ(run({"convert", trace}).code, 2);
  EXPECT_EQ(run({"convert", trace, "-o", "out.trace", "--compression", "rar"}).code, 2);
  EXPECT_EQ(run({"convert", trace, "-o", "out.trace", "--frame", "90"}).code, 125);
  EXPECT_EQ(run({"convert", "missing", "-o", "out.trace"}).code, 125);
  EXPECT_FALSE(exists("out.trace"));
  write("same.wip15", "");
  EXPECT_EQ(run({"convert", "same.wip15", "-o", "./same.wip15"}).code, 2);
}

}  // namespace
}  // namespace replay
