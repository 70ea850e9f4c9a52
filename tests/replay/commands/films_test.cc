// --format, --png-level and films: pictures of other formats than PNG, and many pictures in one file or on standard
// output.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

// Frames 0 to 2 are red, green and blue, with 8x4 pixels. A draw in each makes nothing else.
class Films : public ProgramTest {
 protected:
  static constexpr int kWidth = 8, kHeight = 4, kPixels = kWidth * kHeight;

  void SetUp() override {
    ProgramTest::SetUp();
    Scene scene;
    scene.window(kWidth, kHeight).program("out vec4 c; void main() { discard; }", {});
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).draw().swap();
    scene.write(path("t.wip15"));
  }

  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The bytes of a picture of one colour.
  static std::string repeated(const std::string& bytes) {
    std::string all;
    for (int i = 0; i < kPixels; ++i) all += bytes;
    return all;
  }
};

const std::string kRedBytes("\377\0\0", 3), kGreenBytes("\0\377\0", 3), kBlueBytes("\0\0\377", 3);

TEST_F(Films, BarePixelsOfAllFramesGoToStandardOutputAndNothingElse) {
  const Outcome outcome = run({"t.wip15", "--frames", "all", "-o", "-", "--format", "rgb"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, repeated(kRedBytes) + repeated(kGreenBytes) + repeated(kBlueBytes));
  EXPECT_TRUE(contains(outcome.err, "picture    - (3 of 8x4)")) << outcome.err;
}

TEST_F(Films, ADriverThatPrintsDoesNotDisturbThem) {
  const Outcome outcome = run_with(broken("print=2"), {"t.wip15", "--frames", "all", "-o", "-", "--format", "rgb"});
  EXPECT_EQ(outcome.out, repeated(kRedBytes) + repeated(kGreenBytes) + repeated(kBlueBytes));
  EXPECT_TRUE(contains(outcome.err, "x")) << "what the driver printed";
}

TEST_F(Films, TheyWorkInTheSandboxAndInAChild) {
  const Outcome outcome = run({"t.wip15", "--sandbox", "--frames", "all", "-o", "-", "--format", "rgb"});
  EXPECT_EQ(outcome.out, repeated(kRedBytes) + repeated(kGreenBytes) + repeated(kBlueBytes)) << outcome.err;
}

// Luma and chroma of pure colours in BT.601's limited range.
TEST_F(Films, SeveralPicturesOnStandardOutputAreY4m) {
  const Outcome outcome = run({"t.wip15", "--frame", "0,1", "-o", "-", "--fps", "29.97"});
  const std::string planes = std::string(kPixels, '\x51') + std::string(kPixels, '\x5a') + std::string(kPixels, '\xf0');
  const std::string header = "YUV4MPEG2 W8 H4 F29970:1000 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
  ASSERT_EQ(outcome.out.size(), header.size() + 2 * (6 + 3 * kPixels)) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, header.size() + 6 + planes.size()), header + "FRAME\n" + planes);
  const std::string second = outcome.out.substr(header.size() + 6 + planes.size());
  EXPECT_EQ(second,
            "FRAME\n" + std::string(kPixels, '\x91') + std::string(kPixels, '\x36') + std::string(kPixels, '\x22'));
}

TEST_F(Films, AFilmInAFileIsThereWholeOrNotAtAll) {
  const Outcome outcome = run({"t.wip15", "--frame", "*", "-o", "film.y4m"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "picture    film.y4m (3 of 8x4)")) << outcome.out;
  EXPECT_TRUE(content("film.y4m").starts_with("YUV4MPEG2 W8 H4 F60000:1000 "));
  EXPECT_EQ(run({"t.wip15", "--frame", "9", "-o", "none.y4m"}).code, 125);
  EXPECT_FALSE(exists("none.y4m"));
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 2) << "the trace and the film";
}

TEST_F(Films, OnePictureOnStandardOutputIsPng) {
  const Outcome outcome = run({"t.wip15", "--frame", "1", "-o", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  write("one.png", outcome.out);
  EXPECT_EQ(pixel_of(read_png(path("one.png")), 7, 3), kGreen);
}

TEST_F(Films, PicturesThatAreFilesFollowOneAnotherOnStandardOutput) {
  const Outcome outcome = run({"t.wip15", "--frame", "0,2", "-o", "-", "--format", "ppm"});
  EXPECT_EQ(outcome.out, "P6\n8 4\n255\n" + repeated(kRedBytes) + "P6\n8 4\n255\n" + repeated(kBlueBytes));
}

TEST_F(Films, TheEndingOfAFileChoosesItsFormatAndFormatThatOfAFolder) {
  EXPECT_EQ(run({"t.wip15", "--frame", "2", "-o", "a.ppm"}).code, 0);
  EXPECT_EQ(content("a.ppm"), "P6\n8 4\n255\n" + repeated(kBlueBytes));
  EXPECT_EQ(run({"t.wip15", "--frame", "2", "-o", "a.QOI"}).code, 0);
  EXPECT_TRUE(content("a.QOI").starts_with(std::string("qoif\0\0\0\x08\0\0\0\x04\x03", 13)));
  EXPECT_EQ(run({"t.wip15", "--frame", "0-1", "-o", "shots", "--format", "qoi"}).code, 0);
  EXPECT_TRUE(exists("shots/frame_0000.qoi") && exists("shots/frame_0001.qoi"));
  EXPECT_EQ(run({"t.wip15", "--frame", "0", "--format", "ppm"}).code, 0);
  EXPECT_TRUE(exists("t.frame_0000.ppm"));
  EXPECT_EQ(run({"t.wip15", "--frame", "2", "-o", "plain"}).code, 0);
  EXPECT_EQ(pixel_of(read_png(path("plain")), 0, 0), kBlue);
}

TEST_F(Films, PngLevelsChangeTheFileAndNotThePicture) {
  for (const char* level : {"0", "1", "4", "12"}) {
    EXPECT_EQ(run({"t.wip15", "--frame", "2", "-o", "a.png", "--png-level", level}).code, 0);
    EXPECT_EQ(pixel_of(read_png(path("a.png")), 7, 3), kBlue) << level;
  }
  const auto small = content("a.png").size();
  EXPECT_EQ(run({"t.wip15", "--frame", "2", "-o", "a.png", "--png-level", "0"}).code, 0);
  EXPECT_LT(small, content("a.png").size());
}

TEST_F(Films, AReaderThatEndsAndAFullDiskEndTheReplay) {
  for (const Output output : {Output::kClosedPipe, Output::kFullDisk}) {
    const Outcome outcome = run({"t.wip15", "--frames", "all", "-o", "-"}, output);
    EXPECT_EQ(outcome.code, 125);
    EXPECT_TRUE(contains(outcome.err, "cannot write 'standard output': ")) << outcome.err;
  }
}

TEST_F(Films, AllPicturesHaveTheSizeOfTheFirst) {
  Scene scene;
  scene.window(4, 2).clear(kRedColor).swap().told(2, 4).viewport(2, 4).clear(kGreenColor).swap();
  scene.write(path("resized.wip15"));
  const Outcome outcome = run({"resized.wip15", "--frame", "0,1", "-o", "film.rgb"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string film = content("film.rgb");
  ASSERT_EQ(film.size(), 2u * 4 * 2 * 3);
  const std::string row = kGreenBytes + kGreenBytes + std::string(6, '\0');
  EXPECT_EQ(film.substr(4 * 2 * 3), row + row);
  EXPECT_TRUE(contains(outcome.err, "1 pictures have another size than the first")) << outcome.err;
}

TEST_F(Films, WhatMakesNoSenseIsRefused) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"t.wip15", "--frame", "0"});
    return run(words).code == 2;
  };
  EXPECT_TRUE(refused({"-o", "-", "--hash"}));
  EXPECT_TRUE(refused({"-o", "-", "--json", "-"}));
  EXPECT_TRUE(refused({"-o", "-", "--state", "1"}));
  EXPECT_TRUE(refused({"-o", "-", "--expect", "x.png"}));
  EXPECT_TRUE(refused({"--format", "gif"}));
  EXPECT_TRUE(refused({"--format", "y4m"}));
  EXPECT_TRUE(refused({"--png-level", "13"}));
  EXPECT_TRUE(refused({"--png-level", "3", "-o", "a.qoi"}));
}

}  // namespace
}  // namespace replay
