#include "replay/process/own_command.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "replay/process/launch.h"

namespace replay {
namespace {

TEST(ShellWord, IsQuotedWhereAShellWouldReadMore) {
  EXPECT_EQ(shell_word("a/b-c_1.trace"), "a/b-c_1.trace");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$(rm)"), "'$(rm)'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  const std::vector<std::string> words = {"replay", "it's $HOME", "", "--x=\"y\""};
  EXPECT_EQ(*split_words(shell_words(words)), words);
}

TEST(DriverEnvironment, HasWhatDecidesTheDriver) {
  ::setenv("LP_PERF", "no_tex, no_blend", 1);
  ::setenv("UNRELATED_OF_ALL", "x", 1);
  const std::string text = driver_environment();
  EXPECT_NE(text.find("LP_PERF='no_tex, no_blend'"), std::string::npos) << text;
  EXPECT_EQ(text.find("UNRELATED"), std::string::npos) << text;
  const auto launch = parse_launch(text);
  ASSERT_TRUE(launch);
  EXPECT_TRUE(launch->prefix.empty()) << "all of it is assignments";
  ::unsetenv("LP_PERF");
  ::unsetenv("UNRELATED_OF_ALL");
}

TEST(OwnCommandLine, BeginsWithTheProgram) { EXPECT_NE(own_command_line().find("replay_tests"), std::string::npos); }

}  // namespace
}  // namespace replay
