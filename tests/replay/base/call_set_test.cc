#include "replay/base/call_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::kEndsFrame;
using glbindings::kRenders;
using glbindings::kSetsTarget;

constexpr std::uint64_t kMax = UINT64_MAX;

std::vector<std::uint64_t> members_below(const CallSet& set, std::uint64_t end, std::uint16_t traits = 0) {
  std::vector<std::uint64_t> members;
  for (std::uint64_t number = 0; number < end; ++number) {
    if (set.contains(number, traits)) members.push_back(number);
  }
  return members;
}

// Walks through the set as the replay loop does, which asks only about numbers that next() returns.
std::vector<std::uint64_t> walked_below(const CallSet& set, std::uint64_t end, std::uint16_t traits = 0) {
  std::vector<std::uint64_t> members;
  for (std::uint64_t number = set.next(0); number < end; number = set.next(number + 1)) {
    if (set.contains(number, traits)) members.push_back(number);
  }
  return members;
}

std::string call_problem(const std::string& text) {
  const auto set = parse_call_set(text);
  return set ? "" : set.error().problem;
}

std::string frame_problem(const std::string& text) {
  const auto set = parse_frame_set(text);
  return set ? "" : set.error().problem;
}

CallSet calls(std::string_view text) { return *parse_call_set(text); }
CallSet frames(std::string_view text) { return *parse_frame_set(text); }

// A file of ranges that is removed when the test ends.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text) {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() / fmt::format("call_set_test.{}.{}", ::getpid(), ++count);
    std::ofstream(path_) << text;
  }
  ~ScratchFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

using Numbers = std::vector<std::uint64_t>;

TEST(CallSet, HoldsSingleNumbers) {
  const CallSet set = calls("7");
  EXPECT_EQ(members_below(set, 20), (Numbers{7}));
  EXPECT_EQ(set.next(0), 7u);
  EXPECT_EQ(set.next(7), 7u);
  EXPECT_EQ(set.next(8), CallSet::kEnd);
  EXPECT_EQ(set.last(), 7u);
  EXPECT_EQ(set.only(), 7u);
}

TEST(CallSet, HoldsBothEndsOfARange) {
  const CallSet set = calls("3-5");
  EXPECT_EQ(members_below(set, 20), (Numbers{3, 4, 5}));
  EXPECT_EQ(set.last(), 5u);
  EXPECT_EQ(set.only(), std::nullopt);
}

TEST(CallSet, OpenRangesHaveNoLastNumber) {
  for (const char* text : {"*", "all", "all/2", "5-", "5-/3", "*/draw", "frame", "3,9-"}) {
    EXPECT_EQ(calls(text).last(), std::nullopt) << text;
  }
  EXPECT_EQ(members_below(calls("17-"), 20), (Numbers{17, 18, 19}));
  EXPECT_EQ(members_below(calls("*"), 3), (Numbers{0, 1, 2}));
}

TEST(CallSet, StepsCountFromTheStartOfTheRange) {
  EXPECT_EQ(members_below(calls("10-20/2"), 99), (Numbers{10, 12, 14, 16, 18, 20}));
  EXPECT_EQ(members_below(calls("11-20/4"), 99), (Numbers{11, 15, 19}));
  EXPECT_EQ(members_below(calls("*/7"), 20), (Numbers{0, 7, 14}));
  EXPECT_EQ(members_below(calls("5-/6"), 20), (Numbers{5, 11, 17}));
}

TEST(CallSet, LastIsTheLastNumberThatAStepReaches) {
  EXPECT_EQ(calls("11-20/4").last(), 19u);
  EXPECT_EQ(calls("11-20/100").only(), 11u);
  EXPECT_EQ(calls("11-20/draw").last(), 20u);
}

TEST(CallSet, FrequenciesPickCallsByTheirTraits) {
  const CallSet draws = calls("*/draw");
  EXPECT_TRUE(draws.contains(4, kRenders));
  EXPECT_FALSE(draws.contains(4, kEndsFrame | kSetsTarget));
  EXPECT_FALSE(draws.contains(4));

  const CallSet targets = calls("10-20/fbo");
  EXPECT_TRUE(targets.contains(10, kSetsTarget));
  EXPECT_TRUE(targets.contains(20, kEndsFrame));
  EXPECT_FALSE(targets.contains(15, kRenders));
  EXPECT_FALSE(targets.contains(21, kSetsTarget));

  const CallSet frames = calls("1000-/frame");
  EXPECT_TRUE(frames.contains(1000, kEndsFrame));
  EXPECT_FALSE(frames.contains(999, kEndsFrame));
}

TEST(CallSet, EveryWordOfTheGrammarIsKnownBareAndAfterABase) {
  struct Row {
    const char* word;
    std::uint16_t traits;
  };
  for (const Row& row : {Row{"frame", kEndsFrame}, Row{"rendertarget", kEndsFrame | kSetsTarget},
                         Row{"fbo", kEndsFrame | kSetsTarget}, Row{"render", kRenders}, Row{"draw", kRenders}}) {
    for (const std::string prefix : {"", "*/", "0-/", "0-99/"}) {
      const CallSet set = calls(prefix + row.word);
      for (const std::uint16_t trait : {kEndsFrame, kSetsTarget, kRenders}) {
        EXPECT_EQ(set.contains(5, trait), (row.traits & trait) != 0) << prefix << row.word << " " << trait;
      }
    }
  }
}

TEST(CallSet, NextOfTraitRangesNamesEveryCandidate) {
  const CallSet set = calls("3,10-12/draw");
  EXPECT_EQ(set.next(0), 3u);
  EXPECT_EQ(set.next(4), 10u);
  EXPECT_EQ(set.next(11), 11u);
  EXPECT_EQ(set.next(13), CallSet::kEnd);
  EXPECT_TRUE(set.contains(3));
  EXPECT_FALSE(set.contains(11));
}

TEST(CallSet, AListIsTheUnionOfItsRanges) {
  EXPECT_EQ(members_below(calls("0,60,120"), 200), (Numbers{0, 60, 120}));
  EXPECT_EQ(members_below(calls("8-9,1-3,2-4,6"), 20), (Numbers{1, 2, 3, 4, 6, 8, 9}));
  EXPECT_EQ(members_below(calls("0-6/3,1-9/4"), 20), (Numbers{0, 1, 3, 5, 6, 9}));
  EXPECT_EQ(calls("9,4").last(), 9u);
  EXPECT_EQ(calls("4,4").only(), 4u);
  EXPECT_EQ(calls("4,4/draw").only(), std::nullopt);
}

TEST(CallSet, WhiteSpaceIsFreeAndSeparates) {
  EXPECT_EQ(members_below(calls(" 1 - 3 , 8 / 2 "), 20), (Numbers{1, 2, 3, 8}));
  EXPECT_EQ(members_below(calls("1 5\t7"), 20), (Numbers{1, 5, 7}));
}

TEST(CallSet, WalkingFindsWhatAskingEveryNumberFinds) {
  for (const char* text :
       {"7", "3-5,9-12", "*/3,4", "2-30/5,1-29/7,13", "*/draw,5-9/2", "10-20/frame,15", "0-0,2-2,1"}) {
    const CallSet set = calls(text);
    for (const std::uint16_t traits : {std::uint16_t{0}, std::uint16_t{kRenders}, std::uint16_t{kEndsFrame}}) {
      EXPECT_EQ(walked_below(set, 60, traits), members_below(set, 60, traits)) << text;
    }
  }
}

TEST(CallSet, MergedIntervalsMatchAPlainListWhateverTheOrder) {
  std::uint32_t seed = 1;
  const auto random = [&seed](std::uint32_t bound) { return (seed = seed * 1664525 + 1013904223) / 65536 % bound; };
  for (int round = 0; round < 200; ++round) {
    CallSet set;
    std::vector<bool> expected(100, false);
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t first = random(90);
      const std::uint64_t last = first + random(10);
      set.add({first, last});
      for (std::uint64_t n = first; n <= last; ++n) expected[n] = true;
    }
    Numbers numbers;
    for (std::uint64_t n = 0; n < expected.size(); ++n) {
      if (expected[n]) numbers.push_back(n);
    }
    ASSERT_EQ(members_below(set, 100), numbers);
    ASSERT_EQ(walked_below(set, 100), numbers);
  }
}

TEST(CallSet, NumbersUpTo64BitsDoNotWrap) {
  const CallSet set = calls("4294967297,18446744073709551614");
  EXPECT_FALSE(set.contains(1));
  EXPECT_TRUE(set.contains(4294967297));
  EXPECT_EQ(set.last(), kMax - 1);
  EXPECT_EQ(calls("18446744073709551610-/4").next(kMax - 1), kMax - 1);
  EXPECT_EQ(calls("18446744073709551610-/9").next(kMax - 1), CallSet::kEnd);
  EXPECT_EQ(calls("5-18446744073709551614/18446744073709551615").only(), 5u);
}

TEST(CallSet, BadSetsAreErrorsWithASentence) {
  EXPECT_EQ(call_problem(""), "it is empty");
  EXPECT_EQ(call_problem(" "), "it is empty");
  EXPECT_EQ(call_problem("20-10"), "20-10 runs backwards");
  EXPECT_EQ(call_problem("10-20/0"), "a step of 0 would never move on");
  EXPECT_EQ(call_problem("18446744073709551616"), "18446744073709551616 is larger than 64 bits can hold");
  EXPECT_EQ(call_problem("1/99999999999999999999"), "99999999999999999999 is larger than 64 bits can hold");
  EXPECT_EQ(call_problem("5/swap"), "'swap' is none of frame, rendertarget, fbo, render, draw");
  EXPECT_EQ(call_problem("Draw"), "'Draw' is none of frame, rendertarget, fbo, render, draw");
  EXPECT_EQ(call_problem("1,,2"), "a number was expected at ',2'");
  EXPECT_EQ(call_problem("1,"), "a number is missing at its end");
  EXPECT_EQ(call_problem(",1"), "a number was expected at ',1'");
  EXPECT_EQ(call_problem("-5"), "a number was expected at '-5'");
  EXPECT_EQ(call_problem("5/"), "a number is missing at its end");
  EXPECT_EQ(call_problem("/2"), "a number was expected at '/2'");
  EXPECT_EQ(call_problem("1-2-3"), "a comma was expected at '-3'");
  EXPECT_EQ(call_problem("10*"), "a comma was expected at '*'");
  EXPECT_EQ(call_problem("10draw"), "a comma was expected at 'draw'");
  EXPECT_EQ(call_problem("0x10"), "a comma was expected at 'x10'");
  EXPECT_EQ(call_problem("*/2/draw"), "a comma was expected at '/draw'");
  EXPECT_EQ(call_problem("1.5"), "a comma was expected at '.5'");
}

TEST(CallSet, FilesHoldRangesSeparatedByWhiteSpaceOrCommas) {
  const ScratchFile file("3\n5-6\r\n10-14/2, 20\n\n*/draw\n");
  const CallSet set = calls("1,@" + file.path() + ",30");
  EXPECT_EQ(members_below(set, 99), (Numbers{1, 3, 5, 6, 10, 12, 14, 20, 30}));
  EXPECT_TRUE(set.contains(77, kRenders));
}

TEST(CallSet, AFileCannotNameAFileSoThatNoneCanNameItself) {
  const ScratchFile file("1,@call_set_test\n");
  EXPECT_EQ(call_problem("@" + file.path()), "in '" + file.path() + "': a file of ranges cannot name another file");
}

TEST(CallSet, ErrorsInFilesNameTheFile) {
  const ScratchFile file("1\n9-8\n");
  EXPECT_EQ(call_problem("@" + file.path()), "in '" + file.path() + "': 9-8 runs backwards");
  const ScratchFile empty("\n");
  EXPECT_EQ(call_problem("@" + empty.path()), "in '" + empty.path() + "': it is empty");
}

TEST(CallSet, UnreadableFilesAreErrors) {
  EXPECT_EQ(call_problem("@"), "a file name must follow '@'");
  EXPECT_EQ(call_problem("@/no/such/file"), "cannot read '/no/such/file': No such file or directory");
  EXPECT_EQ(call_problem("@/"), "cannot read '/': Is a directory");
}

TEST(FrameSet, HoldsTheLastFrameAsSoonAsItIsKnown) {
  CallSet set = frames("0-4/2,last");
  EXPECT_TRUE(set.wants_last());
  EXPECT_FALSE(set.last() || set.is_single());
  set.settle_last(90);
  EXPECT_FALSE(set.wants_last());
  EXPECT_EQ(members_below(set, 99), (Numbers{0, 2, 4, 90}));
  EXPECT_EQ(set.last(), 90u);
  CallSet last = frames("last");
  EXPECT_TRUE(last.is_single() && !last.empty() && !last.only());
  last.settle_last(0);
  EXPECT_EQ(last.only(), 0u);
  last.settle_last(7);
  EXPECT_EQ(last.only(), 0u) << "it is settled once";
  EXPECT_EQ(call_problem("last"), "'last' is none of frame, rendertarget, fbo, render, draw");
}

TEST(FrameSet, IsACallSetWithoutFrequencies) {
  EXPECT_EQ(members_below(frames("0,60,10-20/5"), 99), (Numbers{0, 10, 15, 20, 60}));
  EXPECT_EQ(frame_problem("draw"), "'draw' picks calls, a set of frames has numbers and 'last' only");
  EXPECT_EQ(frame_problem("*/frame"), "'frame' picks calls, a set of frames has numbers and 'last' only");
  const ScratchFile file("frame\n");
  EXPECT_EQ(frame_problem("@" + file.path()),
            "in '" + file.path() + "': 'frame' picks calls, a set of frames has numbers and 'last' only");
}

TEST(CallSet, NamesTheCallsOfRangesThatHaveAnEnd) {
  EXPECT_TRUE(calls("5").names(5));
  EXPECT_TRUE(calls("3-9/3").names(6));
  EXPECT_TRUE(calls("*/draw, 5").names(5));
  for (const char* text : {"*", "5-", "*/draw", "0-9/draw", "*/5", "6"}) EXPECT_FALSE(calls(text).names(5)) << text;
}

}  // namespace
}  // namespace replay
