#include "replay/shrink/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

#include "loaders/open.h"
#include "tests/apitrace_builder.h"

namespace replay {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

StoredRecording stored(ApitraceBuilder& trace, std::optional<std::uint64_t> last = std::nullopt) {
  auto opened = loaders::open_trace(loaders::memory_source(trace.file()), "test");
  EXPECT_TRUE(opened);
  return {*std::move(opened), last};
}

// Calls 0 to 9 make textures, 10 to 19 bind them, 20 to 29 are draws, with a swap after each.
ApitraceBuilder textures() {
  ApitraceBuilder trace;
  for (int i = 1; i <= 10; ++i) trace.call("glGenTextures(n, textures)", {1}).out(1, items({i}));
  for (int i = 1; i <= 10; ++i) trace.call("glBindTexture(target, texture)", {en(0x0de1), i});
  for (int i = 0; i < 10; ++i) trace.call("glClear(mask)", {bits(0x4000)});
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 7});
  return trace;
}

std::vector<EntryIndex> kept_entries(const Candidate& candidate) {
  std::vector<EntryIndex> entries;
  for (EntryIndex i = 0; i < candidate.kept.size(); ++i) {
    if (candidate.kept[i]) entries.push_back(i);
  }
  return entries;
}

class Search : public testing::Test {
 protected:
  // The fault is there while all of `cause` are.
  std::vector<EntryIndex> shrink(const std::vector<EntryIndex>& cause, std::size_t judges, std::uint64_t seed = 0) {
    ApitraceBuilder trace = textures();
    const StoredRecording recording = stored(trace);
    const Dependencies dependencies = find_dependencies(recording);
    Oracle oracle{.question = "test", .needed = {30}, .judges = {}};
    for (std::size_t i = 0; i < judges; ++i) {
      oracle.judges.push_back([&, cause](const Candidate& candidate, const SeenPictures*) -> Judged {
        ++judged;
        const bool there = std::ranges::all_of(cause, [&](EntryIndex entry) { return candidate.kept[entry]; });
        return {there && !(is_flaky && judged % 3 == 0) ? Verdict::kThere : Verdict::kGone};
      });
    }
    const SearchLimits limits{.end = {}, .seed = seed};
    ShrinkSearch search(
        recording, dependencies, oracle, limits, [](const ShrinkProgress&) {}, [&] { return judged >= most; });
    begun = search.begin({.kept = std::vector<bool>(recording.entries(), true), .changes = {}});
    search.drop_calls(
        [&](const Candidate& candidate) { return slices ? slices(candidate) : std::vector<Candidate>{}; });
    progress = search.progress();
    return kept_entries(search.smallest());
  }

  std::atomic<int> judged = 0;
  int most = 1'000'000;
  bool is_flaky = false, begun = false;
  std::function<std::vector<Candidate>(const Candidate&)> slices;
  ShrinkProgress progress;
};

TEST_F(Search, FindsTheCallsThatMatterWithAllThatTheyNeed) {
  EXPECT_EQ(shrink({15, 22}, 1), (std::vector<EntryIndex>{5, 15, 22, 30}));
  EXPECT_EQ(progress.calls, 4u);
  EXPECT_EQ(progress.flaky, 0u);
}

TEST_F(Search, GivesTheSameResultHoweverManyJudgesThereAre) {
  const auto one = shrink({12, 17, 25, 28}, 1);
  EXPECT_EQ(shrink({12, 17, 25, 28}, 2), one);
  EXPECT_EQ(shrink({12, 17, 25, 28}, 7), one);
  EXPECT_EQ(one, (std::vector<EntryIndex>{2, 7, 12, 17, 25, 28, 30}));
}

TEST_F(Search, GivesTheSameResultForASeed) {
  EXPECT_EQ(shrink({15, 22}, 1, 5), shrink({15, 22}, 3, 5));
  EXPECT_EQ(shrink({15, 22}, 1, 5), (std::vector<EntryIndex>{5, 15, 22, 30}));
}

// The picture is how many of the draws 20 to 24 are left, which is also what decides about the fault.
TEST_F(Search, ConcludesFromPicturesTheSameHoweverManyJudgesThereAre) {
  const auto result = [](std::size_t judges, std::atomic<int>& concluded) {
    ApitraceBuilder trace = textures();
    const StoredRecording recording = stored(trace);
    const Dependencies dependencies = find_dependencies(recording);
    const auto judge = [&](const Candidate& candidate, const SeenPictures* seen) -> Judged {
      const auto first = candidate.kept.begin() + 20;
      const auto picture = static_cast<std::uint64_t>(std::count(first, first + 5, true));
      const bool was_without = seen != nullptr && seen->was_without_fault(picture);
      concluded += was_without ? 1 : 0;
      EXPECT_TRUE(picture < 3 || !was_without);
      return {picture >= 3 ? Verdict::kThere : Verdict::kGone, picture};
    };
    const Oracle oracle{.question = "test", .needed = {30}, .judges = std::vector<Judge>(judges, judge)};
    const SearchLimits limits{};
    ShrinkSearch search(
        recording, dependencies, oracle, limits, [](const ShrinkProgress&) {}, [] { return false; });
    EXPECT_TRUE(search.begin({.kept = std::vector<bool>(recording.entries(), true), .changes = {}}));
    search.drop_calls([](const Candidate&) { return std::vector<Candidate>(); });
    return kept_entries(search.smallest());
  };
  std::atomic<int> concluded = 0;
  const auto one = result(1, concluded);
  EXPECT_GT(concluded, 0);
  EXPECT_EQ(one.size(), 4u);
  EXPECT_EQ(result(2, concluded), one);
  EXPECT_EQ(result(5, concluded), one);
}

TEST_F(Search, RemembersCandidates) {
  shrink({15, 22}, 1);
  EXPECT_EQ(static_cast<std::size_t>(judged.load()), progress.candidates);
  EXPECT_GT(progress.remembered, 0u);
}

TEST_F(Search, NoticesAFaultThatComesAndGoes) {
  is_flaky = true;
  const auto left = shrink({15, 22}, 1);
  EXPECT_GT(progress.flaky, 0u);
  EXPECT_TRUE(std::ranges::includes(left, std::vector<EntryIndex>{5, 15, 22, 30}));
}

TEST_F(Search, TakesASliceOfWhatIsLeft) {
  std::vector<std::ptrdiff_t> left;  // of entries 10 to 19, whenever slices are asked for
  slices = [&](const Candidate& candidate) {
    left.push_back(std::count(candidate.kept.begin() + 10, candidate.kept.begin() + 20, true));
    std::vector<Candidate> smaller(2, candidate);
    smaller[0].kept[22] = false;  // the fault is gone
    for (EntryIndex entry = 10; entry < 20; ++entry) smaller[1].kept[entry] = entry == 15;
    return smaller;
  };
  EXPECT_EQ(shrink({15, 22}, 1), (std::vector<EntryIndex>{5, 15, 22, 30}));
  ASSERT_GT(left.size(), 1u) << "before the first level, and after those that drop draws";
  EXPECT_EQ(left[0], 10);
  EXPECT_EQ(left[1], 1);
}

TEST_F(Search, HasTheSmallestSoFarWhenItIsEnded) {
  most = 6;
  const auto left = shrink({15, 22}, 1);
  EXPECT_LE(judged, 8);
  EXPECT_LT(left.size(), 31u);
  EXPECT_TRUE(std::ranges::includes(left, std::vector<EntryIndex>{5, 15, 22, 30}));
}

TEST_F(Search, DoesNotBeginWithoutTheFault) {
  ApitraceBuilder trace = textures();
  const StoredRecording recording = stored(trace);
  const Dependencies dependencies = find_dependencies(recording);
  const Oracle oracle{
      .question = "test", .needed = {}, .judges = {[](const Candidate&, const SeenPictures*) { return Judged(); }}};
  const SearchLimits limits{};
  ShrinkSearch search(
      recording, dependencies, oracle, limits, [](const ShrinkProgress&) {}, [] { return false; });
  EXPECT_FALSE(search.begin({.kept = std::vector<bool>(recording.entries(), true), .changes = {}}));
}

// Where the fault needs a draw that is the fourth from the end, no candidate draws more than the last four.
TEST_F(Search, BeginsWithTheLastDrawsThatShowTheFault) {
  ApitraceBuilder trace = textures();
  const StoredRecording recording = stored(trace);
  const Dependencies dependencies = find_dependencies(recording);
  for (const auto& [cause, drawn] : {std::pair<EntryIndex, std::ptrdiff_t>{26, 4}, {29, 1}, {15, 0}, {20, 9}}) {
    std::ptrdiff_t most_drawn = 0;
    const auto judge = [&](const Candidate& candidate, const SeenPictures*) -> Judged {
      const auto first = candidate.kept.begin() + 20;
      most_drawn = std::max(most_drawn, std::count(first, first + 10, true));
      return {candidate.kept[cause] ? Verdict::kThere : Verdict::kGone};
    };
    const Oracle oracle{.question = "test", .needed = {30}, .judges = {judge}};
    const SearchLimits limits{};
    ShrinkSearch search(
        recording, dependencies, oracle, limits, [](const ShrinkProgress&) {}, [] { return false; });
    const bool has_begun =
        search.begin_with_last_draws({.kept = std::vector<bool>(recording.entries(), true), .changes = {}});
    EXPECT_EQ(has_begun, cause != 20) << "the first draw is none of the last nine";
    EXPECT_EQ(most_drawn, drawn) << cause;
    EXPECT_TRUE(!has_begun || search.smallest().kept[cause]);
  }
}

std::vector<EntryIndex> valid(const StoredRecording& recording, std::initializer_list<EntryIndex> without) {
  std::vector<bool> kept(recording.entries(), true);
  for (const EntryIndex entry : without) kept[entry] = false;
  find_dependencies(recording).make_valid(kept);
  std::vector<EntryIndex> gone;
  for (EntryIndex i = 0; i < kept.size(); ++i) {
    if (!kept[i]) gone.push_back(i);
  }
  return gone;
}

using Entries = std::vector<EntryIndex>;

TEST(ShrinkDependencies, OfObjectsGoWithWhatMakesThem) {
  ApitraceBuilder trace;
  trace.call("glCreateShader(type)", {en(0x8b31)}).returns(3);
  trace.call("glCreateProgram()", {}).returns(4);
  trace.call("glAttachShader(program, shader)", {4, 3});
  trace.call("glUseProgram(program)", {4});
  trace.call("glBindTexture(target, texture)", {en(0x0de1), 9});  // a bind makes it
  trace.call("glDeleteShader(shader)", {3});
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {0}), (Entries{0, 2, 5}));
  EXPECT_EQ(valid(recording, {1}), (Entries{1, 2, 3}));
  EXPECT_EQ(valid(recording, {4}), (Entries{4}));
}

TEST(ShrinkDependencies, OfNamesThatAreUsedAgainAreThoseOfTheNewObject) {
  ApitraceBuilder trace;
  trace.call("glGenTextures(n, textures)", {1}).out(1, items({5}));
  trace.call("glDeleteTextures(n, textures)", {1, items({5})});
  trace.call("glGenTextures(n, textures)", {1}).out(1, items({5}));
  trace.call("glBindTexture(target, texture)", {en(0x0de1), 5});
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {0}), (Entries{0, 1}));
  EXPECT_EQ(valid(recording, {2}), (Entries{2, 3}));
}

TEST(ShrinkDependencies, OfCallsAreTheContextThatIsCurrent) {
  ApitraceBuilder trace;
  trace.call("glXCreateContext(dpy, vis, shareList, direct)", {ptr(16), null(), null(), 1}).returns(ptr(0x500));
  trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(16), 7, ptr(0x500)}).returns(1);
  trace.call("glClear(mask)", {bits(0x4000)});
  trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(16), 0, null()}).returns(1);
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {0}), (Entries{0, 1, 2}));
  EXPECT_EQ(valid(recording, {1}), (Entries{1, 2}));
  EXPECT_EQ(valid(recording, {3}), (Entries{3}));
}

TEST(ShrinkDependencies, OfClosingCallsAreTheirOpeners) {
  ApitraceBuilder trace;
  trace.call("glPushMatrix()", {});
  trace.call("glBegin(mode)", {en(4)});
  trace.call("glVertex2f(x, y)", {0.0, 0.0});
  trace.call("glEnd()", {});
  trace.call("glPopMatrix()", {});
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {1}), (Entries{1, 2, 3}));
  EXPECT_EQ(valid(recording, {0}), (Entries{0, 4}));
  EXPECT_EQ(valid(recording, {3, 4}), (Entries{}));  // what is opened is closed
  EXPECT_EQ(valid(recording, {2}), (Entries{2}));
}

TEST(ShrinkDependencies, OfUniformsAreWhatToldTheirLocations) {
  ApitraceBuilder trace;
  trace.call("glCreateProgram()", {}).returns(4);
  trace.call("glGetUniformLocation(program, name)", {4, "a"}).returns(1);
  trace.call("glGetUniformLocation(program, name)", {4, "b"}).returns(2);
  trace.call("glUseProgram(program)", {4});
  trace.call("glUniform1i(location, v0)", {2, 7});
  trace.call("glProgramUniform1i(program, location, v0)", {4, 1, 7});
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {1}), (Entries{1, 5}));
  EXPECT_EQ(valid(recording, {2}), (Entries{2, 4}));
}

TEST(ShrinkDependencies, OfUploadsAreWhatTellsTheirLayout) {
  const std::string upload = "glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)";
  const auto image = [](ApitraceBuilder& trace, const std::string& call) {
    trace.call(call, {en(0x0DE1), 0, en(0x1907), 1, 1, 0, en(0x1907), en(0x1401), blob("abc")});
  };
  ApitraceBuilder trace;
  trace.call("glPixelStorei(pname, param)", {en(0x0CF5), 4});  // the alignment that a context begins with
  image(trace, upload);
  trace.call("glPixelStorei(pname, param)", {en(0x0CF5), 1});
  image(trace, upload);
  trace.call("glPixelStorei(pname, param)", {en(0x0CF5), 4});
  image(trace, upload);
  const StoredRecording recording = stored(trace);
  EXPECT_EQ(valid(recording, {0}), (Entries{0}));
  EXPECT_EQ(valid(recording, {2}), (Entries{2, 3}));
  EXPECT_EQ(valid(recording, {4}), (Entries{4, 5}));

  ApitraceBuilder reads;
  reads.call("glPixelStorei(pname, param)", {en(0x0D05), 1});  // of glReadPixels
  image(reads, upload);
  EXPECT_EQ(valid(stored(reads), {0}), (Entries{0}));
}

TEST(StoredRecording, EndsAtACall) {
  ApitraceBuilder trace = textures();
  const StoredRecording recording = stored(trace, 12);
  EXPECT_EQ(recording.entries(), 13u);
  EXPECT_EQ(recording.entry_of(12), 12u);
  EXPECT_EQ(recording.entry_of(13), std::nullopt);
}

TEST(StoredRecording, StoresOnlyWhatIsWanted) {
  ApitraceBuilder trace = textures();
  auto opened = loaders::open_trace(loaders::memory_source(trace.file()), "test");
  std::vector<bool> wanted(31);
  wanted[3] = wanted[30] = true;
  const StoredRecording recording(*std::move(opened), std::nullopt, &wanted);
  EXPECT_EQ(recording.entries(), 31u);
  EXPECT_EQ(recording.calls(2).size(), 0u);
  EXPECT_EQ(recording.number(2), 2u);
  ASSERT_EQ(recording.calls(3).size(), 1u);
  EXPECT_EQ(recording.call(3).number, 3u);
  EXPECT_EQ(recording.call(30).function, glbindings::FunctionId::glXSwapBuffers);
}

TEST(ChangedCall, KeepsTheSizeOfWhatBecomesZeros) {
  ApitraceBuilder trace;
  trace.call("glBufferData(target, size, data, usage)", {en(0x8892), 8, blob("abcdefgh"), en(0x88e4)});
  const StoredRecording recording = stored(trace);
  loaders::Arena arena;
  const std::vector<Change> zeros = {{.how = Change::How::kZero, .entry = 0, .argument = 2, .value = 3}};
  const loaders::Call buffer = changed_call(recording.call(0), zeros, arena);
  ASSERT_EQ(buffer.args[2].byte_size(), 8u);
  EXPECT_EQ(buffer.args[2].bytes()[2], std::byte{'c'});
  EXPECT_EQ(buffer.args[2].bytes()[3], std::byte{0});
  EXPECT_EQ(buffer.args[2].bytes()[7], std::byte{0});
}

TEST(ChangedCall, HasWhatTheChangesSay) {
  ApitraceBuilder trace;
  trace.call("glBufferData(target, size, data, usage)", {en(0x8892), 8, blob("abcdefgh"), en(0x88e4)});
  trace.call("glShaderSource(shader, count, string, length)", {3, 2, items({"one", "two"}), null()});
  const StoredRecording recording = stored(trace);
  loaders::Arena arena;
  const std::vector<Change> cuts = {{.how = Change::How::kNumber, .entry = 0, .argument = 1, .value = 4},
                                    {.how = Change::How::kCut, .entry = 0, .argument = 2, .value = 4},
                                    {.how = Change::How::kZero, .entry = 0, .argument = 2},
                                    {.how = Change::How::kNumber, .entry = 0, .argument = 99, .value = 1}};
  const loaders::Call buffer = changed_call(recording.call(0), cuts, arena);
  EXPECT_EQ(buffer.args[1].i, 4);
  ASSERT_EQ(buffer.args[2].byte_size(), 4u);
  EXPECT_EQ(buffer.args[2].bytes()[3], std::byte{0});
  EXPECT_EQ(recording.call(0).args[2].bytes()[3], std::byte{'d'});
  const std::vector<Change> text = {{.how = Change::How::kText, .entry = 1, .argument = 2, .text = "three"}};
  const loaders::Call shader = changed_call(recording.call(1), text, arena);
  ASSERT_EQ(shader.args[2].count, 1u);
  EXPECT_EQ(shader.args[2].array<loaders::Value>()[0].text(), "three");
}

}  // namespace
}  // namespace replay
