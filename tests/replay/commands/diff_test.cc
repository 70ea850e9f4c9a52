// `replay diff`, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "replay/base/whole_file.h"
#include "replay/picture/encode.h"
#include "tests/replay/commands/program.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/picture/pictures.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class DiffCommand : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder.path() / "a/deep");
    fs::create_directories(folder.path() / "b/deep");
    Picture red = plain_picture(8, 8, {255, 0, 0, 255});
    write("a/same.png", red);
    write("b/same.png", red);
    write("a/deep/other.png", red);
    pixel_at(red, 5, 6)[0] = 251;
    write("b/deep/other.png", red);
  }
  void write(const std::string& name, const Picture& picture) const {
    ASSERT_TRUE(write_picture_file(folder.path() / name, picture));
  }
  Outcome run(const std::vector<std::string>& arguments) const { return run_program(arguments, folder.path()); }
  ScratchFolder folder;
};

TEST_F(DiffCommand, ComparesTwoPictures) {
  EXPECT_EQ(run({"diff", "a/same.png", "b/same.png"}).code, 0);
  const Outcome differs = run({"diff", "a/deep/other.png", "b/deep/other.png"});
  EXPECT_EQ(differs.code, 1);
  EXPECT_TRUE(contains(differs.out, "1 of 64 pixels (1.56 %) differs, by up to 4 at (5, 6)")) << differs.out;
  EXPECT_EQ(run({"diff", "a/deep/other.png", "b/deep/other.png", "--tolerance", "4"}).code, 0);
  EXPECT_EQ(run({"diff", "a/deep/other.png", "b/deep/other.png", "--tolerance", "3:2"}).code, 0);
}

TEST_F(DiffCommand, ComparesFoldersAndShowsWhatDiffers) {
  const Outcome outcome = run({"diff", "a", "b", "-o", "out", "--html", "page.html"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "differs  deep/other.png")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 within the tolerance exact, 1 not, 0 not comparable")) << outcome.out;
  EXPECT_TRUE(fs::exists(folder.path() / "out/deep/other.png"));
  EXPECT_FALSE(fs::exists(folder.path() / "out/same.png"));
  EXPECT_TRUE(fs::exists(folder.path() / "page.html"));
}

TEST_F(DiffCommand, AMissingPictureCannotBeJudged) {
  fs::remove(folder.path() / "b/same.png");
  fs::remove(folder.path() / "a/deep/other.png");
  const Outcome outcome = run({"diff", "a", "b"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "b/same.png: No such file")) << outcome.err;
  EXPECT_EQ(run({"diff", "a", "b/deep/other.png"}).code, 125);
  EXPECT_EQ(run({"diff", "a/same.png", "nothing.png"}).code, 125);
  fs::create_directory(folder.path() / "empty");
  EXPECT_EQ(run({"diff", "empty", "empty"}).code, 125);
  EXPECT_EQ(run({"diff", "a"}).code, 2);
  EXPECT_EQ(run({"diff", "a", "b", "--tolerance", "much"}).code, 2);
}

TEST_F(DiffCommand, PrintsJson) {
  const auto json = nlohmann::json::parse(run({"diff", "a", "b", "--json"}).out);
  ASSERT_EQ(json["pictures"].size(), 2u);
  EXPECT_EQ(json["pictures"][0]["name"], "deep/other.png");
  EXPECT_EQ(json["pictures"][0]["largest_difference"], 4);
  EXPECT_EQ(json["pictures"][1]["passes"], true);
}

}  // namespace
}  // namespace replay
