// Random programs in four dialects of GL, with some calls that GL refuses. Each frame has to be the same with and
// without seeking. When seeking is sure that a call is accepted or refused, the driver has to agree. The programs are
// the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/asked_program.h"
#include "tests/replay/seek/frame_hashes.h"
#include "tests/replay/seek/kept_program.h"
#include "tests/replay/seek/random_legacy_program.h"
#include "tests/replay/seek/random_modern_program.h"

namespace replay {
namespace {

class RandomPrograms : public HeadlessTest {
 protected:
  static constexpr int kFrames = RandomLegacyProgram::kFrames;
  static constexpr unsigned kPrograms = 30;  // of each dialect

  // With threads, llvmpipe of Mesa 22.3 draws one program of 300 differently from run to run, near glGenerateMipmap. It
  // does so as well when the calls that seeking leaves are a trace of their own. Without threads, and with softpipe,
  // every run is the same.
  RandomPrograms() { ::setenv("LP_NUM_THREADS", "0", 1); }

  template <class Program>
  void show_the_same(unsigned dialect);
};

template <class Program>
void RandomPrograms::show_the_same(unsigned dialect) {
  const char *more = std::getenv("REPLAY_TEST_PROGRAMS"), *from = std::getenv("REPLAY_TEST_FIRST_PROGRAM");
  const unsigned first = from != nullptr ? static_cast<unsigned>(std::atoi(from)) : 1;
  const unsigned programs = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : kPrograms;
  std::uint64_t left_out = 0, boxes = 0, viewports = 0;
  std::set<std::string> different;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    const AskedProgram asked = ask_driver(*platform, *Program(seed, {}, dialect).source());
    EXPECT_EQ(asked.misjudged, "") << "program " << seed;
    if (!asked.misjudged.empty())
      keep_program("program_" + std::to_string(seed) + ".trace", Program(seed, {}, dialect).file());
    boxes += asked.boxes;
    viewports += asked.viewports;
    const Program program(seed, Answers(asked.errors), dialect);
    ASSERT_EQ(asked.hashes.size(), static_cast<std::size_t>(kFrames));
    for (const std::uint64_t frame : {std::uint64_t{kFrames - 1}, std::uint64_t{seed % (kFrames - 1)}}) {
      const std::string& hash = asked.hashes.at(frame);
      different.insert(hash);
      const CallSet wanted = *parse_frame_set(std::to_string(frame));
      const auto open = [&] { return program.source(); };
      const FramesShown sought =
          seed % 2 == 0 ? seek_indexed_frames(*platform, open, wanted) : seek_frames(*platform, open, wanted);
      EXPECT_EQ(sought.hashes.at(frame), hash) << "program " << seed << ", frame " << frame;
      if (sought.hashes.at(frame) != hash) keep_program("program_" + std::to_string(seed) + ".trace", program.file());
      left_out += sought.left_out;
    }
    if (HasFailure() && std::getenv("REPLAY_TEST_STOPS") != nullptr) return;
  }
  EXPECT_GT(left_out, 5 * programs) << "too few calls were left out to test anything";
  EXPECT_GT(different.size(), programs);
  EXPECT_GT(boxes, programs) << "scissor boxes were hardly ever known";
  EXPECT_GT(viewports, programs) << "viewports were hardly ever known";
  RecordProperty("calls_left_out", std::to_string(left_out));
}

TEST_F(RandomPrograms, ShowTheSamePictures) { show_the_same<RandomLegacyProgram>(0); }
TEST_F(RandomPrograms, ShowTheSamePicturesInCoreProfiles) {
  show_the_same<RandomModernProgram>(RandomModernProgram::kCore33);
}
TEST_F(RandomPrograms, ShowTheSamePicturesWithNamedFunctions) {
  show_the_same<RandomModernProgram>(RandomModernProgram::kDsa45);
}
TEST_F(RandomPrograms, ShowTheSamePicturesWithTwoContexts) {
  show_the_same<RandomModernProgram>(RandomModernProgram::kShared45);
}
TEST_F(RandomPrograms, ShowTheSamePicturesInOpenGlEs) { show_the_same<RandomModernProgram>(RandomModernProgram::kEs3); }

}  // namespace
}  // namespace replay
