#include "loaders/base/record_problem.h"

#include <gtest/gtest.h>

namespace loaders {
namespace {

TEST(RecordProblem, KeepsTheFirstAndMakesTheCursorBad) {
  const std::byte bytes[4]{};
  Cursor cursor(bytes);
  RecordProblem problem;
  problem.malformed(cursor, "one");
  problem.malformed(cursor, "two");
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(problem.text(), "one");
}

TEST(RecordProblem, SaysNothingOfBytesThatRanOut) {
  Cursor cursor;
  RecordProblem problem;
  cursor.u8();
  problem.malformed(cursor, "of zeros");
  problem.explain(cursor, "of zeros as well");
  EXPECT_EQ(problem.text(), "");
  EXPECT_EQ(cursor.missing(), 1u);
}

TEST(RecordProblem, ExplainsACursorThatFailedWithoutAWord) {
  const std::byte bytes[4]{};
  Cursor cursor(bytes);
  RecordProblem problem;
  problem.explain(cursor, "not yet");
  EXPECT_EQ(problem.text(), "");
  cursor.fail();
  problem.explain(cursor, "one");
  problem.explain(cursor, "two");
  EXPECT_EQ(problem.text(), "one");
}

}  // namespace
}  // namespace loaders
