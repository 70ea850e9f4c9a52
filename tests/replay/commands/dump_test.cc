// Which calls `replay dump` of the built program prints. The tests of the loaders cover what a call looks like. No
// driver is needed.
#include "replay/commands/dump.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/replay/commands/program.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

// Returns the first word of each line: the call's number, or "+" for a derived call.
std::string numbers(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::string word;
    std::istringstream(line) >> word;
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

class Dump : public testing::Test {
 protected:
  // The calls are: 0 context, 1 make current with its size, then clear colour, clear and swap: 2-4, 5-7, 8-10.
  void SetUp() override {
    scene.window(8, 4);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(folder.path() / "scene.wip15");
  }
  std::string dump(std::vector<std::string> options) const {
    options.insert(options.begin(), {"dump", "scene.wip15"});
    const Outcome outcome = run_program(options, folder.path());
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
  ScratchFolder folder;
  Scene scene;
};

TEST_F(Dump, IsTheSameInEveryRun) {
  const std::string text = dump({});
  EXPECT_EQ(numbers(text), "0 + 1 2 3 4 5 6 7 8 9 10");
  EXPECT_EQ(text, dump({}));
}

TEST_F(Dump, PrintsChosenCalls) {
  EXPECT_EQ(numbers(dump({"--call", "3-5,9"})), "3 4 5 9");
  EXPECT_EQ(numbers(dump({"--call", "2-9/3"})), "2 5 8");
  EXPECT_EQ(numbers(dump({"--call", "*/draw"})), "3 6 9");
  EXPECT_EQ(numbers(dump({"--call", "*/frame"})), "4 7 10");
}

TEST_F(Dump, PrintsDerivedCallsWithTheCallTheyBelongTo) { EXPECT_EQ(numbers(dump({"--call", "1"})), "+ 1"); }

TEST_F(Dump, PrintsTheCallsOfChosenFrames) {
  EXPECT_EQ(numbers(dump({"--frame", "1"})), "5 6 7");
  EXPECT_EQ(numbers(dump({"--frame", "0,2"})), "0 + 1 2 3 4 8 9 10");
  EXPECT_EQ(numbers(dump({"--frame", "last"})), "8 9 10");
  EXPECT_EQ(numbers(dump({"--frame", "0-1/2,last", "--call", "draw"})), "3 9");
}

TEST_F(Dump, SaysWhatTheRecordingDoesNotHave) {
  const Outcome frame = run_program({"dump", "scene.wip15", "--frame", "7"}, folder.path());
  EXPECT_EQ(frame.code, 125);
  EXPECT_EQ(frame.out, "");
  EXPECT_NE(frame.err.find("no frame 7: the recording has 3 frames"), std::string::npos) << frame.err;
  const Outcome call = run_program({"dump", "scene.wip15", "--call", "11"}, folder.path());
  EXPECT_EQ(call.code, 125);
  EXPECT_NE(call.err.find("no call 11: the recording has 11 calls"), std::string::npos) << call.err;
  EXPECT_EQ(numbers(dump({"--frame", "2-"})), "8 9 10") << "an open range ends with the recording";
  EXPECT_EQ(numbers(dump({"--call", "10"})), "10");
}

TEST_F(Dump, PrintsChosenCallsOfChosenFrames) {
  EXPECT_EQ(numbers(dump({"--frame", "1-2", "--call", "*/draw"})), "6 9");
}

TEST_F(Dump, PrintsJsonWithOneObjectPerLine) {
  std::istringstream lines(dump({"--json", "--frame", "0"}));
  std::vector<nlohmann::json> calls;
  for (std::string line; std::getline(lines, line);) calls.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(calls.size(), 6u);
  EXPECT_EQ(calls[0]["function"], "glXCreateContextAttribsARB");
  EXPECT_EQ(calls[1]["function"], "replayDrawableSize");
  EXPECT_EQ(calls[1]["derived"], true);
  EXPECT_EQ(calls[4]["call"], 3);
  EXPECT_EQ(calls[4]["args"], nlohmann::json::parse(R"({"mask": "GL_COLOR_BUFFER_BIT"})"));
}

TEST_F(Dump, HasColoursWhenToldTo) {
  const std::string plain = dump({"--call", "3"}), coloured = dump({"--call", "3", "--color", "always"});
  EXPECT_EQ(plain, "3 glClear(mask = GL_COLOR_BUFFER_BIT)\n") << "standard output is no terminal";
  EXPECT_EQ(coloured, "3 \x1b[1mglClear\x1b[0m(\x1b[2mmask = \x1b[0m\x1b[36mGL_COLOR_BUFFER_BIT\x1b[0m)\n");
  EXPECT_EQ(numbers(dump({"--grep", "mask = GL_COLOR", "--color", "always"})), "3 6 9")
      << "the text is plain for --grep";
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--color", "red"},
                                                {"--json", "--color", "always"},
                                                {"--json", "--multiline"},
                                                {"--blobs", ""}}) {
    std::vector<std::string> words = {"dump", "scene.wip15"};
    words.insert(words.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(run_program(words, folder.path()).code, 2) << wrong.front();
  }
}

TEST_F(Dump, PrintsShadersAsTheyWereWritten) {
  scene.program("out vec4 c;\nvoid main() {\n}\n", {});
  scene.write(folder.path() / "scene.wip15");
  const std::string text = dump({"--multiline", "--grep", "out vec4 c"});
  EXPECT_NE(text.find("      out vec4 c;\n      void main() {\n      }\n    \"\"\""), std::string::npos) << text;
}

TEST_F(Dump, WritesBytes) {
  const std::string first(2000, 'x'), second = "abc";
  scene.buffer(1, 0x8892, first).buffer(2, 0x8893, second);
  scene.write(folder.path() / "scene.wip15");
  const auto written = [&](const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / name)) {
      std::ifstream in(entry.path(), std::ios::binary);
      files[entry.path().filename()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
  };
  const std::string call = dump({"--grep", "glBufferData.*blob\\(2000\\)", "--blobs", "some"});
  const std::string number = call.substr(0, call.find(' '));
  EXPECT_EQ(written("some"), (std::map<std::string, std::string>{{number + "_data.bin", first}}));
  dump({"--json", "--blobs", "all/of"});
  EXPECT_EQ(written("all/of").size(), 2u);
  const Outcome refused = run_program({"dump", "scene.wip15", "--blobs", "scene.wip15"}, folder.path());
  EXPECT_EQ(refused.code, 125) << refused.err;
}

}  // namespace
}  // namespace replay
