// How events become calls: threads, nesting, incomplete calls, flags.
#include "loaders/apitrace/calls.h"

#include <gtest/gtest.h>

#include "loaders/stream/dump.h"
#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using tests::Thread;
using namespace tests::at;

tests::Loaded loaded(ApitraceBuilder& trace) { return tests::load(trace.file()); }

TEST(ApitraceCalls, DeliveredAsTheyAreLeftNumberedAsTheyAreEntered) {
  ApitraceBuilder trace;
  const unsigned clear = trace.enter("glClear(mask)", {bits(0x4000)});
  const unsigned swap = trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(16), 5}, Thread{1});
  trace.call("glFinish()", {}, Thread{2});
  trace.leave(swap).leave(clear);
  const tests::Loaded all = loaded(trace);
  EXPECT_EQ(all.text,
            "2 @2 glFinish()\n1 @1 glXSwapBuffers(dpy = 0x10, drawable = 5)\n0 glClear(mask = GL_COLOR_BUFFER_BIT)\n");
  EXPECT_EQ(all.batches, (std::vector<std::size_t>{2, 1})) << "a frame ends a batch";
  EXPECT_TRUE(all.warnings.empty());
}

TEST(ApitraceCalls, NestedOnesComeFirst) {
  ApitraceBuilder trace;
  const unsigned outer = trace.enter("glDrawArrays(mode, first, count)", {en(4), 0, 3});
  trace.call("glFlush()", {}).fake();
  trace.leave(outer);
  EXPECT_EQ(loaded(trace).text, "1 glFlush()  // fake\n0 glDrawArrays(mode = GL_TRIANGLES, first = 0, count = 3)\n");
}

TEST(ApitraceCalls, OutputsReplaceInputs) {
  ApitraceBuilder trace;
  trace.call("glXChooseFBConfig(dpy, screen, attrib_list, nelements)", {ptr(16), 0, items({en(0)}), items({0})});
  trace.out(3, items({2})).returns(items({ptr(32), ptr(48)}));
  trace.call("glGetIntegerv(pname, data)", {en(0xd57)}).out(1, items({24}));
  EXPECT_EQ(loaded(trace).text,
            "0 glXChooseFBConfig(dpy = 0x10, screen = 0, attrib_list = {0}, nelements = {2}) = {0x20, 0x30}\n"
            "1 glGetIntegerv(pname = GL_STENCIL_BITS, data = {24})\n");
}

TEST(ApitraceCalls, ArgumentsInAnyOrderAndTheLastCounts) {
  ApitraceBuilder trace;
  trace.call("glBindTexture(target, texture)", {}).out(1, 5).out(0, en(0x0de1)).out(1, 6).returns(1).returns(2);
  trace.call("glFinish()", {}).out(2, 7);
  trace.call("glFinish()", {}).returns(1).out(0, 2);
  EXPECT_EQ(loaded(trace).text,
            "0 glBindTexture(target = GL_TEXTURE_2D, texture = 6) = 2\n1 glFinish(NULL, NULL, 7)\n2 glFinish(2) = 1\n");
}

TEST(ApitraceCalls, FakeOnesAreMarkedSinceVersion6) {
  for (const std::uint64_t version : {5, 6}) {
    ApitraceBuilder trace(version);
    trace.call("memcpy(dest, src, n)", {ptr(4096), blob("abc"), 3}).fake();
    const tests::FirstBatch first(trace.file());
    EXPECT_EQ(first.batch.calls[0].is(kFake), version == 6);
    EXPECT_EQ(loaded(trace).text,
              std::string("0 memcpy(dest = 0x1000, src = blob(3), n = 3)") + (version == 6 ? "  // fake\n" : "\n"));
  }
  ApitraceBuilder trace;
  trace.call("glFinish()", {}).detail(num(5) + num(0xfe));
  EXPECT_EQ(loaded(trace).text, "0 glFinish()\n") << "other bits mean nothing yet";
}

TEST(ApitraceCalls, ThreadDetailBeforeVersion4) {
  ApitraceBuilder trace(3);
  trace.call("glFinish()", {}).detail(num(3) + num(2));
  EXPECT_EQ(loaded(trace).text, "0 @2 glFinish()\n");
}

TEST(ApitraceCalls, IncompleteOnesComeLast) {
  ApitraceBuilder trace;
  trace.enter("glGetIntegerv(pname, data)", {en(0xd57)}, Thread{1});
  trace.call("glFinish()", {});
  trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(16), 5});
  const tests::Loaded all = loaded(trace);
  EXPECT_EQ(all.text,
            "1 glFinish()\n"
            "0 @1 glGetIntegerv(pname = GL_STENCIL_BITS, data = NULL)  // incomplete\n"
            "2 glXSwapBuffers(dpy = 0x10, drawable = 5)  // incomplete\n");
  EXPECT_FALSE(all.error);
  ASSERT_EQ(all.warnings.size(), 1u);
  EXPECT_EQ(all.warnings[0], "2 calls were entered and never left (first call 0: glGetIntegerv)");
  EXPECT_EQ(all.frames, 1u) << "the frame of an unfinished swap has been drawn";
}

// Whether the recorded program ended in it, or went on and the file lost its end.
TEST(ApitraceCalls, IncompleteOnesAreTheLastOfTheirThreadOrNot) {
  ApitraceBuilder trace;
  trace.enter("glFlush()", {}, Thread{0});
  trace.enter("glFlush()", {}, Thread{1});
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 5}, Thread{1});  // ends a batch
  trace.call("glFinish()", {}, Thread{0}).fake();
  trace.enter("glFlush()", {}, Thread{2});
  trace.enter("glFlush()", {}, Thread{2});
  std::vector<std::pair<std::uint64_t, bool>> incomplete;
  const auto opened = open_trace(memory_source(trace.file()), "test");
  ASSERT_TRUE(opened);
  Batch batch;
  while ((*opened)->read(batch) == ReadStatus::kBatch) {
    for (const Call& call : batch.calls) {
      if (call.is(kIncomplete)) incomplete.emplace_back(call.number, call.is(kLastOfThread));
    }
  }
  EXPECT_EQ(incomplete, (std::vector<std::pair<std::uint64_t, bool>>{{0, true}, {1, false}, {4, false}, {5, true}}));
}

TEST(ApitraceCalls, UnknownReturnsAreDropped) {
  ApitraceBuilder trace;
  trace.leave(7).out(0, en(5, "New")).out(300 % 254, 1).returns("x");
  trace.call("foo()", {en(6, "New")}).leave(0);
  const tests::Loaded all = loaded(trace);
  EXPECT_EQ(all.text, "0 foo(6)\n") << "what they define counts";
  ASSERT_EQ(all.warnings.size(), 1u);
  EXPECT_EQ(all.warnings[0], "2 returns of calls that were never entered are ignored (first at byte 3: call 7)");
}

// The values of a pending call must live until it is delivered, even when the batch that it was read into is used
// again.
TEST(ApitraceCalls, PendingCallsOutliveTheirBatch) {
  ApitraceBuilder trace;
  const std::string large(3000, 'L');
  const unsigned open = trace.enter("foo()", {blob("small"), blob(large), "text", 7,
                                              items({"one", structure("S", {ptr(5), items({0.5})})}), items({1, 2})});
  for (int i = 0; i < 5; ++i) {
    trace.call("glBufferSubData(target, offset, size, data)", {1, 0, 3000, blob(std::string(3000, 'o'))});
    trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 5});
  }
  trace.leave(open).out(6, blob("out")).returns("result");
  for (const std::size_t window : {64, 4096, 1 << 20}) {
    auto opened = open_trace(memory_source(trace.file(Container::kSnappy, 1000)), "test", {window});
    Batch batch;
    for (int i = 0; i < 6; ++i) ASSERT_EQ((*opened)->read(batch), ReadStatus::kBatch);
    const Call& call = batch.calls[0];
    ASSERT_EQ(call.number, open);
    std::string line;
    append_call(line, call, (*opened)->functions());
    EXPECT_EQ(line, "0 foo(blob(5), blob(3000), \"text\", 7, {\"one\", {0x5, {0.5}}}, {1, 2}, blob(3)) = \"result\"\n");
    EXPECT_EQ(std::string(static_cast<const char*>(call.args[1].p), 3000), large);
    EXPECT_EQ(std::string(static_cast<const char*>(call.args[0].p), 5), "small");
    EXPECT_EQ((*opened)->read(batch), ReadStatus::kEnd);
  }
}

// A return that is cut has no effect.
TEST(ApitraceCalls, ACutReturnLeavesTheCallAsItWas) {
  ApitraceBuilder trace;
  trace.call("foo()", {1, blob("in")}).out(1, blob(std::string(2000, 'o'))).out(5, 9).returns("result");
  const std::string stream = trace.stream();
  for (std::size_t cut = trace.ends()[1]; cut < stream.size(); ++cut) {
    for (const std::size_t window : {64, 1 << 20}) {
      const tests::Loaded all =
          tests::load(tests::to_bytes(tests::pack(Container::kSnappy, stream.substr(0, cut))), window);
      ASSERT_EQ(all.text, "0 foo(1, blob(2))  // incomplete\n") << cut;
    }
  }
}

}  // namespace
}  // namespace loaders::apitrace
