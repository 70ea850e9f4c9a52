// When the built program exits with 125 (it cannot judge) or 2 (wrong usage), and what it does with damaged traces.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "tests/replay/commands/program_test.h"
#include "tests/wip15_builder.h"

namespace replay {
namespace {

class ExitCodes : public ProgramTest {
 protected:
  // Returns two frames of 8x4 pixels, red and green. The calls are context, make current, and 3 calls for each frame.
  static Scene two_frames() {
    Scene scene;
    scene.window(8, 4).clear(kRedColor).swap().clear(kGreenColor).swap();
    return scene;
  }
  // Expects exit code 125 and a message that contains `sentence`.
  void expect_cannot_judge(const std::vector<std::string>& arguments, const std::string& sentence) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 125) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, sentence)) << outcome.err;
  }
};

TEST_F(ExitCodes, FilesThatAreNoTracesCannotBeJudged) {
  write("empty.wip15", "");
  write("text.wip15", "All that glitters is not gold.\n");
  for (const std::vector<std::string>& command : {std::vector<std::string>{}, {"info"}, {"dump"}}) {
    const auto with = [&](const std::string& trace) {
      std::vector<std::string> arguments = command;
      arguments.push_back(trace);
      return arguments;
    };
    expect_cannot_judge(with("missing.wip15"), "missing.wip15: ");
    expect_cannot_judge(with("empty.wip15"), "empty.wip15: ");
    expect_cannot_judge(with("text.wip15"), "text.wip15: ");
    expect_cannot_judge(with("."), ".: ");
  }
}

TEST_F(ExitCodes, WrongUsageIsTwo) {
  two_frames().write(path("good.wip15"));
  const std::vector<std::string> wrong[] = {{},
                                            {"--frames", "good.wip15"},
                                            {"good.wip15", "other.wip15"},
                                            {"good.wip15", "--frame", "x"},
                                            {"good.wip15", "--hash"},
                                            {"good.wip15", "-o", "a.png"},
                                            {"good.wip15", "--headless", "--window"},
                                            {"good.wip15", "--frame", "0", "-o", "good.wip15"},
                                            {"info"},
                                            {"dump", "good.wip15", "--hash"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "--help")) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST_F(ExitCodes, HelpAndVersionAreZero) {
  EXPECT_TRUE(contains(run({"--help"}).out, "--frame"));
  EXPECT_EQ(run({"--version"}).code, 0);
  EXPECT_EQ(run({"dump", "--help"}).code, 0);
}

// A program that crashed leaves a trace that ends inside a record.

class CutTrace : public ExitCodes {
 protected:
  void SetUp() override {
    ExitCodes::SetUp();
    Scene scene = two_frames();
    const std::string bytes = scene.bytes();
    const auto& ends = scene.trace.ends();
    write("cut.wip15", bytes.substr(0, ends[ends.size() - 2] + 3));  // inside the last swap
  }
};

TEST_F(CutTrace, IsReplayedWithAWarning) {
  const Outcome outcome = run({"cut.wip15", "--frame", "0-", "-o", "shots"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   1 frames, 7 calls")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "warning")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "call 7")) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("shots/frame_0000.png")), 0, 0), kRed);
}

// The part that is cut off might be right or wrong.
TEST_F(CutTrace, CannotBeJudgedByStrict) { EXPECT_EQ(run({"cut.wip15", "--strict"}).code, 125); }

TEST_F(CutTrace, LacksTheFrameThatWasCutOff) {
  expect_cannot_judge({"cut.wip15", "--frame", "1", "-o", "a.png"}, "no picture of frame 1");
}

TEST_F(CutTrace, IsReportedInTheJson) {
  EXPECT_EQ(run({"cut.wip15", "--json", "summary.json"}).code, 0);
  const auto summary = nlohmann::json::parse(std::ifstream(path("summary.json")));
  EXPECT_EQ(summary["file_error"]["cut"], true);
  EXPECT_EQ(summary["file_error"]["call"], 7);
  EXPECT_EQ(summary["whole_recording"], false);
}

TEST_F(CutTrace, IsStillReadByDumpAndInfo) {
  for (const char* command : {"info", "dump"}) {
    const Outcome outcome = run({command, "cut.wip15"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, command[0] == 'i' ? "calls      7" : "\n6 glClear(")) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "warning")) << outcome.err;
  }
}

TEST_F(ExitCodes, ATraceMayBeCutAnywhere) {
  Scene scene = two_frames();
  const std::string bytes = scene.bytes();
  const auto& ends = scene.trace.ends();
  std::set<int> codes;
  for (std::size_t i = ends.size() - 6; i < ends.size(); ++i) {
    write("cut.wip15", bytes.substr(0, ends[i] - 2));
    codes.insert(run({"cut.wip15"}).code);
  }
  EXPECT_EQ(codes, std::set{0});
}

// Damage in the middle

class DamagedTrace : public ExitCodes {
 protected:
  void SetUp() override {
    ExitCodes::SetUp();
    Scene scene = two_frames();
    scene.trace.append("\x7f there is no such operation");
    scene.clear(kBlueColor).swap().write(path("damaged.wip15"));
  }
};

TEST_F(DamagedTrace, IsReplayedUpToTheDamageAndCannotBeJudged) {
  const Outcome outcome = run({"damaged.wip15", "--frame", "0-", "-o", "shots"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.out, "replayed   2 frames, 8 calls")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "damaged.wip15: byte ")) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("shots/frame_0001.png")), 0, 0), kGreen);
}

TEST_F(DamagedTrace, IsGoodWhenOnlyThePartBeforeTheDamageIsNeeded) {
  EXPECT_EQ(run({"damaged.wip15", "--frame", "1", "-o", "a.png"}).code, 0);
  EXPECT_EQ(pixel_of(read_png(path("a.png")), 0, 0), kGreen);
}

TEST_F(DamagedTrace, HasNoFrameAfterTheDamage) {
  expect_cannot_judge({"damaged.wip15", "--frame", "2", "-o", "a.png"}, "no picture of frame 2");
}

TEST_F(DamagedTrace, IsReadByDumpAndInfoUpToTheDamage) {
  for (const char* command : {"info", "dump"}) {
    const Outcome outcome = run({command, "damaged.wip15"});
    EXPECT_EQ(outcome.code, 125);
    EXPECT_TRUE(contains(outcome.out, command[0] == 'i' ? "calls      8" : "\n7 glXSwapBuffers(")) << outcome.out;
  }
}

// What the machine lacks

TEST_F(ExitCodes, AVersionThatTheDriverLacksCannotBeJudged) {
  Scene scene;
  scene.context(Scene::kContext, 0, 9, 9).make_current_sized(8, 4).clear(kRedColor).swap();
  scene.write(path("future.wip15"));
  expect_cannot_judge({"future.wip15", "--json", "summary.json"}, "OpenGL 9.9");
  EXPECT_EQ(nlohmann::json::parse(std::ifstream(path("summary.json")))["exit_code"], 125);
  const Outcome lower = run({"future.wip15", "--allow-lower", "--frame", "0", "-o", "a.png"});
  EXPECT_EQ(lower.code, 0) << lower.err;
  EXPECT_EQ(pixel_of(read_png(path("a.png")), 0, 0), kRed);
}

TEST_F(ExitCodes, AWindowWithoutADisplayCannotBeJudged) {
  two_frames().write(path("good.wip15"));
  expect_cannot_judge({"good.wip15", "--window"}, "no display");
}

// The content of a file must not control the terminal.
TEST_F(ExitCodes, NamesOfAFileArePrintedWithoutControlCharacters) {
  Scene scene;
  scene.window(8, 4);
  scene.trace
      .declare(
          "gl\x1b"
          "Escape\xc2\x9b()")
      .call(
          "gl\x1b"
          "Escape\xc2\x9b",
          {});
  scene.swap().write(path("escape.wip15"));
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"escape.wip15", "--headless"},
                                                    {"info", "escape.wip15"},
                                                    {"dump", "escape.wip15"},
                                                    {"dump", "--json", "escape.wip15"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_TRUE(contains(outcome.out, "Escape")) << outcome.out;
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
    EXPECT_TRUE(arguments[1] == "--json" || !contains(outcome.out, "\xc2\x9b"));  // JSON is not meant for a terminal
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
  }
}

// Results that could not be written

TEST_F(ExitCodes, PicturesThatCannotBeWrittenCannotBeJudged) {
  two_frames().write(path("good.wip15"));
  write("file", "");
  expect_cannot_judge({"good.wip15", "--frame", "0,1", "-o", "file"}, "file");
  expect_cannot_judge({"good.wip15", "--frame", "0", "-o", "file/under/it.png"}, "file/under");
  std::filesystem::create_directory(path("taken.png"));
  std::filesystem::create_directory(path("taken.png/frame_0000.png"));
  expect_cannot_judge({"good.wip15", "--frame", "0", "-o", "taken.png"}, "taken.png/frame_0000.png");
}

TEST_F(ExitCodes, JsonThatCannotBeWrittenCannotBeJudged) {
  two_frames().write(path("good.wip15"));
  expect_cannot_judge({"good.wip15", "--json", "no/such/folder.json"}, "no/such/folder.json");
}

// A named pipe is filled while the program reads it.
class ExitCodesOfStreams : public ExitCodes {
 protected:
  void SetUp() override {
    ExitCodes::SetUp();
    std::signal(SIGPIPE, SIG_IGN);
    two_frames().write(path("good.wip15"));
  }
  Outcome run_on_pipe(std::vector<std::string> arguments, const std::string& from = "good.wip15") const {
    EXPECT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    const std::jthread writer(
        [&] { std::ofstream(path("pipe"), std::ios::binary) << std::ifstream(path(from), std::ios::binary).rdbuf(); });
    arguments.push_back("pipe");
    Outcome outcome = run(arguments);
    std::filesystem::remove(path("pipe"));
    return outcome;
  }
};

TEST_F(ExitCodesOfStreams, AStreamIsReplayedOnce) {
  EXPECT_TRUE(contains(run_on_pipe({"info"}).out, "pipe (a stream)"));
  const Outcome streamed = run_on_pipe({"--frame", "0-1", "--hash"});
  EXPECT_EQ(streamed.code, 0) << streamed.err;
  EXPECT_EQ(streamed.out, run({"good.wip15", "--frame", "0-1", "--hash"}).out);
  for (const std::vector<std::string>& twice :
       {std::vector<std::string>{"--frame", "last", "--hash"}, {"--loop", "2"}}) {
    const Outcome outcome = run_on_pipe(twice);
    EXPECT_EQ(outcome.code, 125);
    EXPECT_TRUE(contains(outcome.err, "a stream can be read once")) << outcome.err;
  }
}

// Commands that read a recording several times store it first.
TEST_F(ExitCodesOfStreams, WhatWritesARecordingTakesAStreamToo) {
  EXPECT_EQ(run({"convert", "good.wip15", "-o", "file.trace"}).code, 0);
  const std::string hashes = run({"good.wip15", "--frame", "0-1", "--hash"}).out;
  for (const std::string sandbox : {"-q", "--sandbox"}) {
    const Outcome converted = run_on_pipe({"convert", sandbox, "-o", "pipe.trace"});
    EXPECT_EQ(converted.code, 0) << converted.err;
    EXPECT_EQ(run({"pipe.trace", "--frame", "0-1", "--hash"}).out, hashes);
  }
  const Outcome same = run_on_pipe({"diff-calls", "--summary", "file.trace"}, "pipe.trace");
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  const Outcome trimmed = run_on_pipe({"trim", "--frame", "1", "-o", "trimmed.trace"});
  EXPECT_EQ(trimmed.code, 0) << trimmed.err;
  EXPECT_TRUE(contains(trimmed.out, "1 the same as before")) << trimmed.out;
  EXPECT_TRUE(contains(run({"info", "trimmed.trace"}).out, "replay.source = pipe"));
  EXPECT_EQ(run({"convert", ".", "-o", "folder.trace"}).code, 125);
}

TEST_F(ExitCodes, WithoutEglFilesCanBeReadButNotReplayed) {
  two_frames().write(path("good.wip15"));
  write("libEGL.so.1", "no library");
  const std::vector<std::string> without = {"LD_LIBRARY_PATH=" + folder.path().string()};
  EXPECT_EQ(run_with(without, {"info", "good.wip15"}).code, 0);
  EXPECT_EQ(run_with(without, {"dump", "good.wip15"}).code, 0);
  const Outcome outcome = run_with(without, {"good.wip15"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "EGL cannot be loaded: ")) << outcome.err;
}

TEST_F(ExitCodes, OnlyWindowsNeedSdl) {
  two_frames().write(path("good.wip15"));
  write("libSDL2-2.0.so.0", "no library");
  const std::vector<std::string> without = {"LD_LIBRARY_PATH=" + folder.path().string()};
  EXPECT_EQ(run_with(without, {"good.wip15"}).code, 0);
  EXPECT_EQ(run_with(without, {"good.wip15", "--headless"}).code, 0);
  const Outcome in_window = run_with(without, {"good.wip15", "--window"});
  EXPECT_EQ(in_window.code, 125);
  EXPECT_TRUE(contains(in_window.err, "SDL cannot be loaded: ")) << in_window.err;
  // The display is not there either, but nobody asked for it.
  const std::vector<std::string> with_display = {without[0], "DISPLAY=:4242"};
  EXPECT_EQ(run_with(with_display, {"good.wip15"}).code, 0);
}

// As in `replay dump t | head -1`, and in `replay t --hash | grep -q`: a script may ask for the codes of all commands
// of a pipe.
TEST_F(ExitCodes, AReaderThatHasReadEnoughIsNoFailure) {
  two_frames().write(path("good.wip15"));
  const std::vector<std::string> commands[] = {{"good.wip15"},
                                               {"good.wip15", "--frame", "0", "--hash"},
                                               {"good.wip15", "--json", "-"},
                                               {"info", "good.wip15"},
                                               {"info", "good.wip15", "--json"},
                                               {"good.wip15", "--state", "last"},  // longer than a buffer of stdio
                                               {"dump", "good.wip15"},
                                               {"--help"}};
  for (const auto& arguments : commands) {
    const Outcome outcome = run(arguments, Output::kClosedPipe);
    EXPECT_EQ(outcome.code, 0) << arguments.front();
    EXPECT_FALSE(contains(outcome.err, "cannot write")) << outcome.err;
  }
  EXPECT_EQ(run({"good.wip15", "--frame", "0", "--expect", std::string(32, '0')}, Output::kClosedPipe).code, 1);
  write("cut.wip15", "no recording");
  EXPECT_EQ(run({"dump", "cut.wip15"}, Output::kClosedPipe).code, 125);
}

TEST_F(ExitCodes, AFileAboveALimitCannotBeJudgedUnlessTheLimitIsRaised) {
  tests::Wip15Builder trace(tests::Generation::kFinal);
  trace.declare("fooBar(UnsignedInt[])").call("fooBar", {tests::list({1, 2, 3})});
  const auto bytes = trace.file();
  write("array.wip15", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  for (const char* command : {"info", "dump"}) {
    expect_cannot_judge({command, "array.wip15", "--limit", "elements=2"},
                        "an array of 3 elements is above --limit elements=2");
    EXPECT_EQ(run({command, "array.wip15", "--limit", "elements=3"}).code, 0);
  }
  expect_cannot_judge({"array.wip15", "--headless", "--limit", "elements=2"}, "--limit elements=2");
  EXPECT_EQ(run({"array.wip15", "--headless", "--limit", "elements=3"}).code, 0);
}

}  // namespace
}  // namespace replay
