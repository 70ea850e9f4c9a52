#include "loaders/rewrite.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"
#include "tests/rewritten.h"
#include "tests/small_traces.h"

namespace loaders {
namespace {

using glbindings::FunctionId;
using tests::ApitraceBuilder;
using tests::InMemory;
using namespace tests::at;

Call call_without_arguments(FunctionId function) {
  Call call;
  call.function = function;
  return call;
}

std::vector<std::byte> three_calls() {
  ApitraceBuilder trace;
  return trace.call("glFinish()", {}).call("glFlush()", {}).call("glFinish()", {}).file();
}

std::vector<std::byte> three_calls_of_wip15() {
  tests::Wip15Builder trace(tests::Generation::kFinal);
  trace.declare("glFinish()").declare("glFlush()");
  return trace.call("glFinish", {}).call("glFlush", {}).call("glFinish", {}).file();
}

TEST(Rewrite, ReplacesInsertsAndAppends) {
  const std::vector<Call> load = {call_without_arguments(FunctionId::glLoadIdentity)};
  const std::vector<Call> two = {call_without_arguments(FunctionId::glPushMatrix),
                                 call_without_arguments(FunctionId::glPopMatrix)};
  const std::vector<Edit::Insertion> insertions = {{0, load}, {1, two}, {1, load}, {90, load}};
  Edit edit;
  edit.keeps = [](std::uint64_t number) { return number != 1; };
  edit.insertions = insertions;
  edit.at_end = two;
  for (const auto& file : {three_calls(), three_calls_of_wip15()}) {
    const InMemory copy = tests::rewrite(file, edit);
    EXPECT_EQ(tests::load(copy.file).text,
              "0 glLoadIdentity()\n1 glFinish()\n2 glPushMatrix()\n3 glPopMatrix()\n4 glLoadIdentity()\n5 glFinish()\n"
              "6 glLoadIdentity()\n7 glPushMatrix()\n8 glPopMatrix()\n");
    EXPECT_EQ(copy.rewritten.numbers, (std::vector<NumberRun>{{0, 1, 1}, {2, 5, 1}}));
    EXPECT_EQ(copy.rewritten.calls, 9u);
    EXPECT_EQ(copy.rewritten.kept_calls, 2u);
  }
}

// The signature of a function stands at its first use, also when an edit adds that call.
TEST(Rewrite, AddedCallsShareTheSignaturesOfTheRecording) {
  const std::vector<Call> finish = {call_without_arguments(FunctionId::glFinish)};
  const std::vector<Edit::Insertion> insertions = {{0, finish}, {2, finish}};
  Edit edit;
  edit.insertions = insertions;
  const std::string stream = tests::stream_of(tests::rewrite(three_calls(), edit).file);
  const std::size_t first = stream.find("glFinish");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(stream.find("glFinish", first + 1), std::string::npos);
}

TEST(Rewrite, StopsAtTheEndOfTheEdit) {
  std::uint64_t asked = 0;
  Edit edit;
  edit.end = 1;
  edit.keeps = [&](std::uint64_t number) { return asked = number, true; };
  const std::vector<Call> flush = {call_without_arguments(FunctionId::glFlush)};
  edit.at_end = flush;
  for (const auto& file : {three_calls(), three_calls_of_wip15()}) {
    EXPECT_EQ(tests::load(tests::rewrite(file, edit).file).text, "0 glFinish()\n1 glFlush()\n");
    EXPECT_EQ(asked, 0u);
  }
}

TEST(Rewrite, KeepsAndAddsProperties) {
  ApitraceBuilder trace;
  trace.property("process.name", "game").property("replay.command", "trim");
  RewriteOptions options;
  options.properties = {{"replay.command", "shrink"}, {"replay.source", "a.trace"}};
  const tests::Loaded loaded = tests::load(tests::rewrite(trace.call("glFinish()", {}).file(), {}, options).file);
  EXPECT_EQ(loaded.info.properties,
            (std::vector<std::pair<std::string, std::string>>{
                {"process.name", "game"}, {"replay.command", "shrink"}, {"replay.source", "a.trace"}}));
}

TEST(Rewrite, CallsOfOtherFormatsGoThroughTheLowering) {
  RewriteOptions options;
  options.lowering = [](std::span<const Call> calls, const FunctionTable&, Arena&, std::vector<Call>& lowered) {
    for (const Call& call : calls) lowered.insert(lowered.end(), 2, call);
  };
  const InMemory copy = tests::rewrite(three_calls_of_wip15(), {}, options);
  EXPECT_EQ(tests::load(copy.file).text,
            "0 glFinish()\n1 glFinish()\n2 glFlush()\n3 glFlush()\n4 glFinish()\n5 glFinish()\n");
  EXPECT_EQ(copy.rewritten.numbers, (std::vector<NumberRun>{{0, 0, 1}, {1, 2, 1}, {2, 4, 1}}));
}

TEST(Rewrite, WritesEveryContainer) {
  for (const Packing packing : {Packing::kSnappy, Packing::kGzip, Packing::kZstd, Packing::kBrotli, Packing::kNone}) {
    RewriteOptions options;
    options.packing = packing;
    EXPECT_EQ(tests::load(tests::rewrite(three_calls(), {}, options).file).text, tests::load(three_calls()).text);
  }
}

TEST(Rewrite, WritesEveryFormatUpToTheDamage) {
  for (const auto& whole : {three_calls_of_wip15(), tests::every_value(tests::Generation::kFinal).file()}) {
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 300) {
      const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const tests::Loaded before = tests::load(cut);
      const InMemory copy = tests::rewrite(cut);
      ASSERT_EQ(before.refused.has_value(), !copy.refused.empty()) << size;
      if (before.refused) continue;
      EXPECT_EQ(before.error.has_value(), copy.rewritten.damage.has_value()) << size;
      EXPECT_FALSE(tests::load(copy.file).error);
    }
  }
}

class RewriteFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(in_, std::ios::binary)
        .write(reinterpret_cast<const char*>(file_.data()), static_cast<std::streamsize>(file_.size()));
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::vector<std::byte> file_ = three_calls();
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("rewrite_test_" + std::to_string(::getpid()));
  const std::string in_ = folder_ / "in.trace", out_ = folder_ / "out.trace";
};

TEST_F(RewriteFiles, WritesAFileThatIsWhole) {
  ASSERT_TRUE(rewrite(in_, out_, {}));
  EXPECT_EQ(tests::load(open_trace(out_)).text, tests::load(open_trace(in_)).text);
}

TEST_F(RewriteFiles, RefusesToOverwriteTheRecording) {
  std::filesystem::create_symlink(in_, out_);
  for (const std::string& same : {in_, out_}) {
    const auto refused = rewrite(in_, same, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().problem.find("it is the recording that is read"), std::string::npos);
  }
  EXPECT_EQ(std::filesystem::file_size(in_), file_.size());
}

TEST_F(RewriteFiles, LeavesNothingWhenThereIsNothingToRead) {
  std::ofstream(in_, std::ios::trunc) << "no trace at all";
  EXPECT_FALSE(rewrite(in_, out_, {}));
  EXPECT_FALSE(rewrite(in_ + ".missing", out_, {}));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

std::string dump_of(const std::string& file) {
  const std::string text = file + ".txt";
  const int status =
      std::system(("apitrace dump -v --color=never '" + file + "' > '" + text + "' 2> /dev/null").c_str());
  std::ifstream read(text);
  return status == 0 ? std::string(std::istreambuf_iterator<char>(read), {}) : "apitrace cannot read it";
}

// apitrace itself sees no difference between a recording and its copy.
TEST_F(RewriteFiles, ApitraceDumpsTheCopyAsTheRecording) {
  if (std::system("command -v apitrace > /dev/null 2>&1") != 0) GTEST_SKIP() << "the program apitrace is not there";
  const std::filesystem::path samples = APITRACE_SAMPLES_DIR;
  if (!std::filesystem::exists(samples)) GTEST_SKIP() << "no samples in " << samples;
  for (const auto& entry : std::filesystem::directory_iterator(samples)) {
    if (entry.path().extension() != ".trace") continue;
    std::filesystem::copy_file(entry.path(), in_, std::filesystem::copy_options::overwrite_existing);
    ASSERT_TRUE(rewrite(in_, out_, {}));
    EXPECT_TRUE(dump_of(out_) == dump_of(in_)) << entry.path();
  }
}

}  // namespace
}  // namespace loaders
