#include "replay/seek/guesses_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace replay {
namespace {

TEST(GuessesJson, KeepsWhatHeld) {
  const SeekGuesses guesses{.calls = true,
                            .copies = false,
                            .redraws = true,
                            .state = false,
                            .not_redrawn = {{1027, 80}, {3, 8, true}},
                            .proven = {3}};
  const SeekGuesses read = guesses_of(to_json(guesses));
  EXPECT_EQ(to_json(read), to_json(guesses));
  EXPECT_FALSE(read.copies);
  EXPECT_EQ(read.not_redrawn, guesses.not_redrawn);
  EXPECT_EQ(read.proven, guesses.proven);
}

TEST(GuessesJson, RefusesWhatIsDamaged) {
  for (const char* field : {"calls", "copies", "redraws", "state", "not_redrawn", "proven"}) {
    nlohmann::json damaged = to_json(SeekGuesses::none());
    damaged[field] = "yes";
    EXPECT_THROW(guesses_of(damaged), nlohmann::json::exception) << field;
    damaged.erase(field);
    EXPECT_THROW(guesses_of(damaged), nlohmann::json::exception) << field;
  }
}

}  // namespace
}  // namespace replay
