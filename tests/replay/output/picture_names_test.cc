#include "replay/output/picture_names.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

std::string problem_of(const std::string& output, bool several) {
  const auto names = PictureNames::make("t", output, several);
  return names ? "" : names.error().problem;
}

TEST(PictureNames, OnePictureIsTheFileItself) {
  const PictureNames names = *PictureNames::make("cubes.wip15", "shot.png", false);
  EXPECT_EQ(names.frame(120), "shot.png");
  EXPECT_EQ(names.call(7), "shot.png");
  EXPECT_EQ(names.frame(120, 2), "shot.ctx2.png");
}

TEST(PictureNames, WithoutOutputTheyAreInTheCurrentFolder) {
  const PictureNames names = *PictureNames::make("some/where/cubes.v2.wip15", "", true);
  EXPECT_EQ(names.frame(7), "cubes.v2.frame_0007.png");
  EXPECT_EQ(names.frame(123456), "cubes.v2.frame_123456.png");
  EXPECT_EQ(names.call(12345), "cubes.v2.call_0000012345.png");
  EXPECT_EQ(names.frame(7, 0), "cubes.v2.frame_0007.ctx0.png");
  EXPECT_EQ(PictureNames("cubes.wip15").frame(7), "cubes.frame_0007.png");
}

TEST(PictureNames, SeveralPicturesGoToAFolderThatIsMade) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "a" / "b";
  const PictureNames names = *PictureNames::make("cubes.wip15", folder.string(), true);
  EXPECT_TRUE(fs::is_directory(folder));
  EXPECT_EQ(names.frame(120), folder / "frame_0120.png");
  EXPECT_EQ(names.call(12345), folder / "call_0000012345.png");
  EXPECT_EQ(names.frame(120, 2), folder / "frame_0120.ctx2.png");
}

TEST(PictureNames, ATrailingSlashOrAFolderThatExistsIsAFolderForOnePictureToo) {
  const ScratchFolder scratch;
  const PictureNames slash = *PictureNames::make("t", (scratch.path() / "new").string() + "/", false);
  EXPECT_EQ(slash.frame(1), scratch.path() / "new" / "frame_0001.png");
  EXPECT_TRUE(fs::is_directory(scratch.path() / "new"));
  const PictureNames existing = *PictureNames::make("t", scratch.path().string(), false);
  EXPECT_EQ(existing.frame(1), scratch.path() / "frame_0001.png");
}

TEST(PictureNames, PathsThatCannotBeWrittenAreRefusedAtOnce) {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "file").string();
  std::ofstream(file) << "in the way";
  EXPECT_EQ(problem_of(file, true), "cannot make the folder '" + file + "': Not a directory");
  EXPECT_EQ(problem_of(file + "/deep/", false), "cannot make the folder '" + file + "/deep/': Not a directory");
  const std::string missing = (scratch.path() / "missing").string();
  EXPECT_EQ(problem_of(missing + "/a.png", false),
            "cannot write '" + missing + "/a.png': '" + missing + "' is not a folder");
  EXPECT_FALSE(fs::exists(missing));
}

}  // namespace
}  // namespace replay
