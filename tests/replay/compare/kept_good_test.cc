#include "replay/compare/kept_good.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

class KeptGood : public testing::Test {
 protected:
  std::string path(const std::string& name) const {
    return (std::filesystem::path(testing::TempDir()) / (name + "." + std::to_string(::getpid()))).string();
  }
  void SetUp() override {
    for (const char* name : {"a", "b"}) std::ofstream(path(name)) << name;
    std::filesystem::remove(file_);
  }
  void TearDown() override {
    for (const char* name : {"a", "b", "kept"}) std::filesystem::remove(path(name));
  }
  static std::vector<Measurement> counted(double count) {
    Measurement measurement;
    measurement.valgrind_count = count;
    return {measurement};
  }
  nlohmann::json key(const std::string& name, const std::string& environment = "") const {
    return key_of_good(path(name), environment, {"--first", "1"});
  }
  double count_of(const nlohmann::json& key) const {
    const auto measured = read_kept_good(file_, key);
    return measured.empty() ? 0 : measured.front().valgrind_count;
  }

  const std::string file_ = path("kept");
};

TEST_F(KeptGood, SeveralTracesHaveTheirOwnEntries) {
  EXPECT_EQ(count_of(key("a")), 0);
  write_kept_good(file_, key("a"), counted(1));
  write_kept_good(file_, key("b"), counted(2));
  write_kept_good(file_, key("b", "LP_NUM_THREADS=1"), counted(3));
  EXPECT_EQ(count_of(key("a")), 1);
  EXPECT_EQ(count_of(key("b")), 2);
  EXPECT_EQ(count_of(key("b", "LP_NUM_THREADS=1")), 3);
  EXPECT_EQ(count_of(key("a", "LP_NUM_THREADS=1")), 0);
}

TEST_F(KeptGood, ATraceThatChangedIsMeasuredAgainAndTakesThePlaceOfTheOldOne) {
  write_kept_good(file_, key("a"), counted(1));
  std::ofstream(path("a")) << "longer than before";
  EXPECT_EQ(count_of(key("a")), 0);
  write_kept_good(file_, key("a"), counted(2));
  EXPECT_EQ(count_of(key("a")), 2);
  EXPECT_EQ(nlohmann::json::parse(std::ifstream(file_)).at("replay.good").size(), 1u);
}

TEST_F(KeptGood, RefusesAFileOfAnotherKind) {
  for (const char* text : {"", "[]", "{\"replay.good\": 3}", "{\"replay.good\": [3]}"}) {
    std::ofstream(file_, std::ios::trunc) << text;
    EXPECT_THROW(read_kept_good(file_, key("a")), CannotJudge) << text;
    EXPECT_THROW(write_kept_good(file_, key("a"), counted(1)), CannotJudge) << text;
  }
}

}  // namespace
}  // namespace replay
