#include "replay/dispatch/self_check.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace replay {
namespace {

TEST(SelfCheck, CountsTestsAndChecks) {
  SelfCheck check;
  check.begin_test("triangle");
  check.passed();
  check.passed();
  check.end_test();
  check.begin_test("textures");
  check.failed(17, "red is green");
  check.failed(18, "blue is green");
  check.not_checked();
  check.end_test();
  const SelfCheckResult result = check.finish();
  EXPECT_EQ(result.tests, 2u);
  EXPECT_EQ(result.failed_tests, 1u) << "a test fails once, however many checks fail in it";
  EXPECT_EQ(result.passed_checks, 2u);
  EXPECT_EQ(result.failed_checks, 2u);
  EXPECT_EQ(result.not_checked, 1u);
  ASSERT_EQ(result.failures.size(), 2u);
  EXPECT_EQ(result.failures[0].test, "textures");
  EXPECT_EQ(result.failures[0].call, 17u);
  EXPECT_EQ(result.failures[0].what, "red is green");
}

TEST(SelfCheck, ATestThatTheRecordingDoesNotEndEndsWithTheNextOne) {
  SelfCheck check;
  check.begin_test("one");
  check.failed(1, "");
  check.begin_test("two");
  check.passed();
  const SelfCheckResult result = check.finish();
  EXPECT_EQ(result.tests, 2u);
  EXPECT_EQ(result.failed_tests, 1u);
}

TEST(SelfCheck, TheLastTestEndsWithTheRecording) {
  SelfCheck check;
  check.begin_test("one");
  check.failed(1, "");
  EXPECT_EQ(check.finish().failed_tests, 1u);
}

TEST(SelfCheck, ChecksOutsideOfTestsCountAsChecks) {
  SelfCheck check;
  check.failed(1, "");
  check.end_test();
  check.begin_test("clean");
  const SelfCheckResult result = check.finish();
  EXPECT_EQ(result.failed_checks, 1u);
  EXPECT_EQ(result.failed_tests, 0u) << "the check belongs to no test, also not to the next one";
}

TEST(SelfCheck, JsonHasEveryFigure) {
  SelfCheck check;
  check.begin_test("triangle");
  check.failed(17, "red is green");
  EXPECT_EQ(to_json(check.finish()).dump(),
            R"({"failed_checks":1,"failed_tests":1,"failures":[{"call":17,"test":"triangle","what":"red is green"}],)"
            R"("not_checked":0,"passed_checks":0,"tests":1})");
}

}  // namespace
}  // namespace replay
