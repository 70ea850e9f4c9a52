#include "replay/shrink/contents.h"

#include <gtest/gtest.h>

#include <memory>

#include "loaders/open.h"
#include "replay/calls/call_argument.h"
#include "tests/apitrace_builder.h"

namespace replay {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

constexpr EntryIndex kViewport = 0, kTexture = 3, kRenderbuffer = 6;

StoredRecording sized_recording() {
  ApitraceBuilder trace;
  trace.call("glViewport(x, y, width, height)", {0, 0, 640, 480});
  trace.call("glGenTextures(n, textures)", {1}).out(1, items({1}));
  trace.call("glBindTexture(target, texture)", {en(0x0de1), 1});
  trace.call("glTexStorage2D(target, levels, internalformat, width, height)", {en(0x0de1), 1, en(0x8058), 256, 128});
  trace.call("glGenRenderbuffers(n, renderbuffers)", {1}).out(1, items({1}));
  trace.call("glBindRenderbuffer(target, renderbuffer)", {en(0x8d41), 1});
  trace.call("glRenderbufferStorage(target, internalformat, width, height)", {en(0x8d41), en(0x81a5), 256, 128});
  auto opened = loaders::open_trace(loaders::memory_source(trace.file()), "test");
  EXPECT_TRUE(opened);
  return {*std::move(opened), std::nullopt};
}

// An argument as a candidate has it.
std::uint64_t number_in(const StoredRecording& recording, const Candidate& candidate, EntryIndex entry,
                        std::string_view parameter) {
  loaders::Arena arena;
  const loaders::Call call = changed_call(recording.call(entry), changes_of(candidate, entry), arena);
  return argument(call, position(call, parameter));
}

Candidate with_smaller_sizes(const StoredRecording& recording, unsigned shift) {
  Candidate candidate{.kept = std::vector<bool>(recording.entries(), true), .changes = {}};
  candidate.changes = smaller_sizes(recording, find_dependencies(recording), candidate, shift);
  return candidate;
}

TEST(SmallerSizes, AreDividedByTheSameNumber) {
  const StoredRecording recording = sized_recording();
  const Candidate smaller = with_smaller_sizes(recording, 2);
  EXPECT_EQ(number_in(recording, smaller, kViewport, "width"), 160u);
  EXPECT_EQ(number_in(recording, smaller, kViewport, "height"), 120u);
  for (const EntryIndex image : {kTexture, kRenderbuffer}) {
    EXPECT_EQ(number_in(recording, smaller, image, "width"), 64u);
    EXPECT_EQ(number_in(recording, smaller, image, "height"), 32u);
  }
}

TEST(SmallerSizes, AreNeverLessThanOnePixel) {
  const StoredRecording recording = sized_recording();
  const Candidate smaller = with_smaller_sizes(recording, 20);
  for (const EntryIndex sized : {kViewport, kTexture, kRenderbuffer}) {
    EXPECT_EQ(number_in(recording, smaller, sized, "width"), 1u);
    EXPECT_EQ(number_in(recording, smaller, sized, "height"), 1u);
  }
}

TEST(SmallerSizes, AreOnlyOfCallsThatAreKept) {
  const StoredRecording recording = sized_recording();
  Candidate candidate{.kept = std::vector<bool>(recording.entries(), true), .changes = {}};
  candidate.kept[kTexture] = false;
  for (const Change& change : smaller_sizes(recording, find_dependencies(recording), candidate, 1))
    EXPECT_NE(change.entry, kTexture);
}

}  // namespace
}  // namespace replay
