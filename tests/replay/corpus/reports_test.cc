#include "replay/corpus/reports.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "replay/command_line/options.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/paths.h"

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
  ASSERT_TRUE(xml.load_string(junit_xml(samples(), "suite", "results", {}).c_str()));
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

// Returns what xmllint says of a report, and how it ended.
std::string judged_by(const std::string& schema, const std::string& xml) {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "junit.xml") << xml;
  const std::string command =
      fmt::format("{} --noout --schema {}/{} {}/junit.xml 2>&1", XMLLINT, SCHEMAS_DIR, schema, scratch.path().string());
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  return ::pclose(pipe) == 0 ? "valid" : text;
}

// Every status, and text that XML cannot express.
std::vector<Result> one_of_each_status() {
  std::vector<Result> results;
  for (const Status status : all_statuses()) {
    results.push_back({.test = to_string(status),
                       .device = "gl-x",
                       .status = status,
                       .reason = "\x01 ]]> & <b>\xff",
                       .seconds = 0.5,
                       .frames = {{.frame = "0", .verdict = "differs", .actual_picture = "a.png"}},
                       .hashes = {"x"},
                       .output = "\x1b[31mred"});
  }
  return results;
}

TEST(Reports, JunitFitsTheSchemasOfTheEngines) {
  for (const char* schema : {"junit_gitlab.xsd", "junit_jenkins.xsd"}) {
    EXPECT_EQ(judged_by(schema, junit_xml(one_of_each_status(), "suite", "results", {})), "valid");
    EXPECT_EQ(judged_by(schema, junit_xml({}, "suite", "results", {})), "valid");
    EXPECT_NE(judged_by(schema, "<testsuites><testsuite name='x' tests='many'/></testsuites>"), "valid");
  }
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
