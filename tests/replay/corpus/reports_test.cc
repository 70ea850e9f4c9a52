#include "replay/corpus/reports.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "replay/command_line/options.h"

namespace replay {
namespace {

std::vector<Result> samples() {
  std::vector<Result> results = {{.test = "good", .device = "gl-x", .status = Status::kPass},
                                 {.test = "bad", .device = "gl-x", .status = Status::kFail, .reason = "a < b & \x01"},
                                 {.test = "gone", .device = "gl-x", .status = Status::kMissing},
                                 {.test = "not", .device = "gl-x", .status = Status::kSkip},
                                 {.test = "unknown", .device = "gl-x", .status = Status::kNotJudged},
                                 {.test = "dead", .device = "gl-x", .status = Status::kCrash}};
  results[1].frames = {{.frame = "last", .number = 7, .actual = "x", .accepted = {"y"}, .verdict = "differs"}};
  results[1].frames[0].actual_picture = "pictures/bad/frame_0007.png";
  return results;
}

TEST(Reports, JunitIsXmlWithTheRightCounts) {
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(junit_xml(samples(), "suite").c_str()));
  const pugi::xml_node suite = xml.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 6);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("errors").as_int(), 3);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 1);
  const pugi::xml_node bad = suite.find_child_by_attribute("testcase", "name", "bad");
  EXPECT_STREQ(bad.child("failure").attribute("message").value(), "Fail: a < b & ?");
  EXPECT_NE(std::string(bad.child_value("system-out")).find("[[ATTACHMENT|pictures/bad/frame_0007.png]]"),
            std::string::npos);
  EXPECT_FALSE(suite.find_child_by_attribute("testcase", "name", "good").first_child());
}

TEST(Reports, ALineOfNdjsonIsTheResult) {
  for (const Result& result : samples()) {
    const nlohmann::json line = to_json(result);
    EXPECT_EQ(to_json(*result_of(line)), line);
  }
  EXPECT_FALSE(result_of({{"test", "x"}, {"status", "Great"}}));
}

TEST(Reports, TheWorstResultDecidesTheExitCode) {
  const auto code = [](std::initializer_list<Status> statuses) {
    std::vector<Result> results;
    for (const Status status : statuses) results.push_back({.status = status});
    return exit_code(count(results));
  };
  EXPECT_EQ(code({Status::kPass, Status::kSkip, Status::kFlake, Status::kExpectedFail}), kGood);
  for (const Status bad : {Status::kFail, Status::kCrash, Status::kTimeout, Status::kUnexpectedImprovement}) {
    EXPECT_EQ(code({Status::kPass, Status::kMissing, bad}), kDiffers);
  }
  EXPECT_EQ(code({Status::kPass, Status::kMissing}), kCannotJudge);
  EXPECT_EQ(code({Status::kPass, Status::kNotJudged}), kCannotJudge);
  EXPECT_EQ(code({Status::kFail, Status::kNotJudged}), kDiffers);
  EXPECT_EQ(code({Status::kSkip}), kCannotJudge);
  EXPECT_EQ(code({}), kCannotJudge);
}

}  // namespace
}  // namespace replay
