// Slices of random programs in four dialects of GL. The calls that GL refuses are taken away first. A slice of a frame
// has to show the same picture as the whole program. The programs are the same in every run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "replay/slice/slice.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"
#include "tests/replay/seek/kept_program.h"
#include "tests/replay/seek/random_legacy_program.h"
#include "tests/replay/seek/random_modern_program.h"
#include "tests/replay/slice/only_calls.h"

namespace replay {
namespace {

constexpr int kFrames = RandomLegacyProgram::kFrames;
constexpr unsigned kPrograms = 25;  // of each dialect

// Notes the calls that GL accepts. Inside of glBegin it cannot be asked; a glEnd with an error counts as accepted, for
// its primitive goes as a whole.
class Accepted : public Observer {
 public:
  void call_done(Dispatcher& d, const loaders::Call& call) override {
    std::uint64_t skips = 0;
    for (const auto& [key, skip] : d.skips.counts()) skips += skip.count;
    const bool was_skipped = std::exchange(skips_, skips) != skips;
    const bool can_ask = d.context != nullptr && d.gl->GetError != nullptr && !d.context->begin_mode.has_value();
    const bool had_error = can_ask && (d.errors.is_pending() || d.gl->GetError() != GL_NO_ERROR);
    if (can_ask) {
      while (d.gl->GetError() != GL_NO_ERROR) {
      }
      d.errors.expected();
    }
    if (was_skipped) return;
    const bool ends =
        call.function == glbindings::FunctionId::glEnd || call.function == glbindings::FunctionId::glEndList;
    if (!had_error || ends) numbers.push_back(call.number);
  }
  std::vector<std::uint64_t> numbers;

 private:
  std::uint64_t skips_ = 0;
};

class RandomSlices : public HeadlessTest {
 protected:
  RandomSlices() { ::setenv("LP_NUM_THREADS", "0", 1); }  // see random_programs_test.cc

  template <class Program>
  void show_the_same(unsigned dialect);
};

template <class Program>
void RandomSlices::show_the_same(unsigned dialect) {
  const char *more = std::getenv("REPLAY_TEST_PROGRAMS"), *from = std::getenv("REPLAY_TEST_FIRST_PROGRAM");
  const unsigned first = from != nullptr ? static_cast<unsigned>(std::atoi(from)) : 1;
  const unsigned programs = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : kPrograms;
  std::size_t all = 0, kept = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    const Program program(seed, {}, dialect);
    Accepted accepted;
    {
      const auto source = program.source();
      const CallSet calls = *parse_call_set("*");
      Dispatcher dispatcher(platform.get(), source->functions(), {.title = "slice", .allow_lower = false});
      Player(*source, dispatcher, {.observers = {&accepted}, .watched_calls = &calls}).run();
    }
    std::ranges::sort(accepted.numbers);
    const auto open = [&] { return std::make_unique<OnlyCalls>(program.source(), accepted.numbers); };
    const std::uint64_t frame = 1 + seed % (kFrames - 1);
    const CallSet wanted = *parse_frame_set(std::to_string(frame));
    const std::string whole = show_frames(*platform, *open(), wanted, {}).hashes.at(frame);
    const auto slice =
        slice_recording(open, {.frames = CallRange{.first = frame, .last = frame}}, Caution::kCallsAreAccepted);
    ASSERT_TRUE(slice) << "program " << seed;
    const CallSet there = *parse_frame_set(std::to_string(slice->frames_before));
    OnlyCalls sliced(program.source(), slice->calls);
    const auto shown = show_frames(*platform, sliced, there, {}).hashes;
    ASSERT_TRUE(shown.contains(slice->frames_before)) << "program " << seed << ", frame " << frame;
    EXPECT_EQ(shown.at(slice->frames_before), whole) << "program " << seed << ", frame " << frame;
    if (shown.at(slice->frames_before) != whole)
      keep_program("slice_" + std::to_string(seed) + ".trace", program.file());
    all += slice->read;
    kept += slice->calls.size();
    if (HasFailure() && std::getenv("REPLAY_TEST_STOPS") != nullptr) return;
  }
  EXPECT_LT(kept, all * 9 / 10) << "too few calls were left out to test anything";
  RecordProperty("calls", std::to_string(all));
  RecordProperty("calls_kept", std::to_string(kept));
}

TEST_F(RandomSlices, ShowTheSamePictures) { show_the_same<RandomLegacyProgram>(0); }
TEST_F(RandomSlices, ShowTheSamePicturesInCoreProfiles) {
  show_the_same<RandomModernProgram>(RandomModernProgram::kCore33);
}
TEST_F(RandomSlices, ShowTheSamePicturesWithNamedFunctions) {
  show_the_same<RandomModernProgram>(RandomModernProgram::kDsa45);
}
TEST_F(RandomSlices, ShowTheSamePicturesInOpenGlEs) { show_the_same<RandomModernProgram>(RandomModernProgram::kEs3); }

}  // namespace
}  // namespace replay
