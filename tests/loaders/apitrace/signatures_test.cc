#include "loaders/apitrace/signatures.h"

#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

std::string text_of(ApitraceBuilder& trace) {
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.error) << loaded.error->to_string();
  return loaded.text;
}

TEST(ApitraceSignatures, UnknownFunctionsKeepWhatTheFileHas) {
  ApitraceBuilder trace;
  trace.call("fooBar(first, second)", {1, ptr(16), "more"}).returns(en(-1));
  EXPECT_EQ(text_of(trace), "0 fooBar(first = 1, second = 0x10, \"more\") = -1\n");
  const tests::FirstBatch first(trace.file());
  const Call& call = first.batch.calls[0];
  EXPECT_EQ(call.function, glbindings::FunctionId::kUnknown);
  EXPECT_EQ(first.source->functions()[call.recorded].name, "fooBar");
  EXPECT_EQ(first.source->functions()[call.recorded].arg_names, (std::vector<std::string>{"first", "second"}));
}

TEST(ApitraceSignatures, FewerArgumentsThanGlHasAreFilledWithNull) {
  ApitraceBuilder trace;
  trace.call("glBindTexture(target)", {en(0x0de1)});
  EXPECT_EQ(text_of(trace), "0 glBindTexture(target = GL_TEXTURE_2D, texture = NULL)\n");
}

TEST(ApitraceSignatures, OneNameUnderTwoIds) {
  ApitraceBuilder trace;
  trace.call("glClear(mask)", {bits(0x4000)}).call("glClear(bits)", {bits(0x100)}).call("glClear(mask)", {0});
  EXPECT_EQ(text_of(trace),
            "0 glClear(mask = GL_COLOR_BUFFER_BIT)\n1 glClear(mask = GL_DEPTH_BUFFER_BIT)\n2 glClear(mask = 0)\n");
}

// A first use can be anywhere: in results, in outputs, in nested values.
TEST(ApitraceSignatures, DefinitionsAnywhere) {
  for (const std::uint64_t version : {0, 1, 2, 3, 4, 5, 6}) {
    ApitraceBuilder trace(version);
    trace.call("fooOne()", {}).out(0, items({en(5, "A"), structure("S", {en(6, "B"), bits(7)})}));
    trace.call("fooTwo()", {}).returns(structure("S", {en(6, "B"), bits(8)}));
    trace.call("fooOne()", {en(5, "A"), en(7, "B")});
    EXPECT_EQ(text_of(trace), "0 fooOne({5, {6, 7}})\n1 fooTwo() = {6, 8}\n2 fooOne(5, 7)\n") << version;
  }
}

TEST(ApitraceSignatures, EnumsOfEveryVersion) {
  for (const std::uint64_t version : {0, 1, 2, 3, 4, 5, 6}) {
    ApitraceBuilder trace(version);
    for (int i = 0; i < 2; ++i) trace.call("foo()", {en(0x0de1), en(-2), en(0x12345678), en(0x0de1)});
    EXPECT_EQ(text_of(trace), "0 foo(3553, -2, 305419896, 3553)\n1 foo(3553, -2, 305419896, 3553)\n") << version;
  }
}

TEST(ApitraceSignatures, EmptyTables) {
  ApitraceBuilder trace;
  const std::string none = num(0);
  trace.call("foo()", {raw("\x09" + num(100) + none + "\x04" + num(5)), raw("\x0a" + num(100) + none + num(6)),
                       raw("\x0c" + num(100) + none + none)});
  trace.call("foo()",
             {raw("\x09" + num(100) + "\x03" + num(5)), raw("\x0a" + num(100) + num(6)), raw("\x0c" + num(100))});
  EXPECT_EQ(text_of(trace), "0 foo(5, 6, {})\n1 foo(-5, 6, {})\n");
}

// An event that runs past the window is read again from its start, with its definitions.
TEST(ApitraceSignatures, AreReadAgainWithTheirEvent) {
  ApitraceBuilder trace;
  trace.call("glFinish()", {});
  trace.call("glTexParameteri(target, pname, param)", {en(0x0de1), en(0x2801), en(0x2600)});
  trace.detail("\x04" + num(2) + num(7) + "\x01" + num(3) + "lib" + "\x04" + num(30) + num(0) + num(7));
  trace.call("fooVisual(vis)", {items({structure("XVisualInfo", {1, bits(3)})})});
  trace.call("glTexParameteri(target, pname, param)", {en(0x0de1), en(0x2801), en(0x2601)});
  const std::string whole = text_of(trace);
  for (std::size_t window = 1; window < 200; ++window) {
    const tests::Loaded loaded = tests::load(trace.file(Container::kSnappy, window), window);
    ASSERT_EQ(loaded.text, whole) << window;
    ASSERT_FALSE(loaded.error);
  }
  auto opened = open_trace(memory_source(trace.file(Container::kSnappy, 5)), "test", {1});
  Batch batch;
  while ((*opened)->read(batch) == ReadStatus::kBatch) continue;
  EXPECT_EQ((*opened)->functions().size(), 4u) << "each once, and replayBacktrace";
}

TEST(ApitraceSignatures, BacktracesStandBeforeTheirCalls) {
  ApitraceBuilder trace(5);
  const std::string frame = "\x01" + num(6) + "module" + "\x02" + num(1) + "f" + "\x03" + num(3) + "f.c" + "\x04" +
                            num(12) + "\x05" + num(0x1234) + num(0);
  trace.call("glFinish()", {}).detail("\x04" + num(2) + num(0) + frame + num(70000) + frame);
  trace.call("glFlush()", {}).detail("\x04" + num(3) + num(0) + num(0) + num(70000));
  trace.call("glFinish()", {}).detail("\x04" + num(0));
  const std::string text = "\"module: f (f.c:12) +0x1234\"";
  EXPECT_EQ(text_of(trace), "  + replayBacktrace(frames = {" + text + ", " + text + "})\n0 glFinish()\n" +
                                "  + replayBacktrace(frames = {" + text + ", " + text + ", " + text +
                                "})\n1 glFlush()\n" + "  + replayBacktrace(frames = {})\n2 glFinish()\n");
}

}  // namespace
}  // namespace loaders::apitrace
