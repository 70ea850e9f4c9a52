#include "replay/picture/reference.h"

#include <gtest/gtest.h>

#include <fstream>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/picture/encode.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/picture/pictures.h"

namespace replay {
namespace {

class ReferenceTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  void write(const std::string& name, const Picture& picture) const {
    ASSERT_TRUE(write_picture_file(path(name), picture));
  }

  ScratchFolder folder;
  const Picture red = plain_picture(4, 4, {255, 0, 0, 255}), dark = plain_picture(4, 4, {250, 0, 0, 255}),
                blue = plain_picture(4, 4, {0, 0, 255, 255});
};

TEST_F(ReferenceTest, IsAnMd5InEitherCase) {
  std::string md5 = md5_of_rgb(red);
  EXPECT_TRUE(Reference::load(md5).judge(red, {}).good);
  for (char& c : md5) c = static_cast<char>(std::toupper(c));
  EXPECT_TRUE(Reference::load(md5).judge(red, {}).good);
  const Judgement bad = Reference::load(md5).judge(blue, *parse_tolerance("255"));
  EXPECT_FALSE(bad.good);
  EXPECT_EQ(bad.checksum, md5_of_rgb(blue));
  EXPECT_NE(to_string(bad).find("knows no tolerance"), std::string::npos);
}

TEST_F(ReferenceTest, IsAPicture) {
  write("red.png", red);
  const Reference reference = Reference::load(path("red.png"));
  EXPECT_TRUE(reference.judge(red, {}).good);
  EXPECT_FALSE(reference.judge(dark, {}).good);
  EXPECT_TRUE(reference.judge(dark, *parse_tolerance("5")).good);
  EXPECT_TRUE(reference.judge(dark, {}).expected);
}

TEST_F(ReferenceTest, IsAListOfWhichOneMustMatch) {
  write("red.png", red);
  write("list", "# accepted\n\n  " + md5_of_rgb(blue) + "  # the old driver\nred.png\n");
  const Reference reference = Reference::load(path("list"));
  EXPECT_EQ(reference.accepted().size(), 2u);
  EXPECT_TRUE(reference.judge(red, {}).good);
  EXPECT_TRUE(reference.judge(blue, {}).good);
  const Judgement bad = reference.judge(dark, {});
  EXPECT_FALSE(bad.good);
  EXPECT_EQ(bad.nearest, path("red.png"));  // the only picture that can be shown
}

TEST_F(ReferenceTest, ShowsTheNearestOfSeveral) {
  write("red.png", red);
  write("blue.png", blue);
  write("list", "blue.png\nred.png\n");
  EXPECT_EQ(
      Reference::load(path("list")).judge(plain_picture(4, 4, {251, 0, 0, 255}), *parse_tolerance("4:50")).nearest,
      path("red.png"));
}

TEST_F(ReferenceTest, IsAPictureOfEachCanvas) {
  write("all.ctx1.png", red);
  write("all.ctx12.png", blue);
  write("all.ctx2.txt.png", dark);
  write("list", "all.png\n");
  for (const char* name : {"all.png", "list"}) {
    const Reference reference = Reference::load(path(name));
    EXPECT_TRUE(reference.judge(red, {}, 1).good && reference.judge(blue, {}, 12).good);
    EXPECT_FALSE(reference.judge(blue, {}, 1).good || reference.judge(red, {}, 3).good ||
                 reference.judge(red, {}).good);
  }
  write("all.png", dark);
  const Reference reference = Reference::load(path("all.png"));
  EXPECT_TRUE(reference.judge(dark, {}, 3).good && reference.judge(dark, {}).good);
  EXPECT_FALSE(reference.judge(dark, {}, 1).good);
}

TEST_F(ReferenceTest, AnEmptyReferenceCannotJudge) {
  write("empty", "");
  write("comments", "# nothing yet\n");
  write("typo", "d41d8cd98f00b204e9800998ecf8427\n");
  write("cut.png", std::string("\x89PNG\r\n\x1a\n", 8));
  for (const char* name : {"missing.png", "empty", "comments", "typo", "cut.png", "."}) {
    EXPECT_THROW(Reference::load(path(name)), CannotJudge) << name;
  }
}

}  // namespace
}  // namespace replay
