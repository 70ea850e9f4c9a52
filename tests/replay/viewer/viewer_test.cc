// The parts of the viewer that need no window.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "replay/viewer/keys.h"
#include "replay/viewer/screen.h"
#include "replay/viewer/speed.h"
#include "replay/viewer/viewed_pictures.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

TEST(ViewerKeys, DocumentationHasTheSameTable) {
  std::ifstream file(DATA_DIR "/../docs/window.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string table = "|---|---|\n";
  for (const KeyRow& row : key_rows()) {
    if (row.keys[0] != '\0') table += fmt::format("| {} | {} |\n", row.keys, row.does);
  }
  EXPECT_NE(page.find(table + "\n"), std::string::npos) << table;
}

TEST(ViewerKeys, AKeyThatIsHeldDownMovesAndTogglesNothing) {
  EXPECT_EQ(action_of({.key = Key::kRight, .repeats = true}), ViewerAction::kNext);
  EXPECT_EQ(action_of({.key = Key::kLeft, .shift = true}), ViewerAction::kTenBack);
  EXPECT_EQ(action_of({.key = key_of(' ')}), ViewerAction::kPause);
  EXPECT_EQ(action_of({.key = key_of(' '), .repeats = true}), ViewerAction::kNone);
  EXPECT_EQ(action_of({.key = key_of('7')}), ViewerAction::kDigit);
  EXPECT_EQ(action_of({.key = key_of('x')}), ViewerAction::kNone);
}

TEST(ViewerScreen, APictureKeepsItsShape) {
  const Placed wide = place_of_picture(64, 48, 400, 600);
  EXPECT_EQ(wide.width, 400);
  EXPECT_EQ(wide.height, 300);
  EXPECT_EQ(wide.y, 150);
  const Placed tall = place_of_picture(100, 4000, 200, 200);
  EXPECT_EQ(tall.height, 200);
  EXPECT_EQ(tall.width, 5);
  EXPECT_EQ(place_of_picture(10000, 1, 100, 100).height, 1) << "nothing is smaller than a pixel";
}

TEST(ViewerSpeed, EachFrameIsDueAfterTheOneBefore) {
  const Speed::Clock::time_point begin(std::chrono::seconds(100));
  Speed speed(10);
  EXPECT_EQ(speed.wait(begin), 0);
  speed.frame_shown(begin);
  EXPECT_EQ(speed.wait(begin), 100);
  EXPECT_EQ(speed.wait(begin + std::chrono::milliseconds(40)), 60);
  const auto late = begin + std::chrono::seconds(5);
  EXPECT_EQ(speed.wait(late), 0);
  speed.frame_shown(late);
  EXPECT_LE(speed.wait(late), 100) << "what was late is not made up for";
  Speed fastest(std::nullopt);
  fastest.frame_shown(begin);
  EXPECT_EQ(fastest.wait(begin), 0);
  EXPECT_EQ(fastest.text(), "");
  fastest.go_slower();
  EXPECT_EQ(fastest.text(), "60 frames/s");
  for (int times = 0; times < 3; ++times) fastest.go_faster();
  EXPECT_FALSE(fastest.is_limited());
}

TEST(ViewerPictures, TheOnesThatWereNotUsedLongestGo) {
  const auto picture = [] { return ViewedPicture{.picture = {10, 10, true, std::vector<std::uint8_t>(400)}}; };
  const auto key = [](std::uint64_t frame) { return PictureKey{.place = {frame}}; };
  ViewedPictures pictures(1000);
  pictures.put(key(1), picture());
  pictures.put(key(2), picture());
  EXPECT_NE(pictures.find(key(1)), nullptr);
  pictures.put(key(3), picture());
  EXPECT_EQ(pictures.find(key(2)), nullptr);
  EXPECT_NE(pictures.find(key(1)), nullptr);
  EXPECT_NE(pictures.find(key(3)), nullptr);
  pictures.put(key(3), picture());
  EXPECT_EQ(pictures.bytes(), 800U);
}

}  // namespace
}  // namespace replay
