#include "replay/process/launch.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;
using Words = std::vector<std::string>;

TEST(Launch, SplitsAssignmentsFromACommandInFront) {
  const Launch launch = *parse_launch("A=1 LIBGL_DRIVERS_PATH='/opt/my driver' nice -n 5 C=3");
  EXPECT_EQ(launch.environment, (Environment{{"A", "1"}, {"LIBGL_DRIVERS_PATH", "/opt/my driver"}}));
  EXPECT_EQ(launch.prefix, (Words{"nice", "-n", "5", "C=3"}));
}

TEST(Launch, QuotesAsAShellDoes) {
  EXPECT_EQ(*split_words(R"(a\ b "c 'd' \"e\"" 'f\g' '' h"i"j)"), (Words{"a b", "c 'd' \"e\"", "f\\g", "", "hij"}));
  EXPECT_EQ(*split_words("  "), Words{});
  EXPECT_FALSE(split_words("'open"));
}

TEST(Launch, AnEmptyTextIsThePlainEnvironment) {
  EXPECT_TRUE(parse_launch("")->environment.empty());
  EXPECT_EQ(parse_launch("A=")->environment, (Environment{{"A", ""}}));
  EXPECT_EQ(parse_launch("1A=x")->prefix, (Words{"1A=x"}));
  EXPECT_EQ(parse_launch("./run-with=new")->prefix, (Words{"./run-with=new"}));
}

}  // namespace
}  // namespace replay
