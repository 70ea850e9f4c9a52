// Wrong counts, lengths and ids must lead to an error that says where they are, without a crash and without much
// memory.
#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

// The error that stopped the reading, without the name of the file.
std::string error_of(ApitraceBuilder& trace) {
  const tests::Loaded loaded = tests::load(trace.file());
  if (!loaded.error) return "";
  return (loaded.error->damage == Damage::kCut ? "cut: " : "corrupt: ") + loaded.error->to_string();
}

// The problem of a trace whose second call has `item` as its argument.
std::string problem_of(const std::string& item, std::uint64_t version = 6) {
  ApitraceBuilder trace(version);
  trace.call("glFinish()", {}).call("foo()", {raw(item)});
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.text, "0 glFinish()\n");
  if (!loaded.error) return "";
  EXPECT_EQ(loaded.error->section, "call of foo");
  EXPECT_EQ(loaded.error->call, 1u);
  std::string problem = loaded.error->problem;
  return (loaded.error->damage == Damage::kCut ? "cut: " : "") + problem.substr(0, problem.rfind(" (at byte"));
}

TEST(ApitraceHostile, UnknownEventsDetailsAndTags) {
  ApitraceBuilder event;
  event.call("glFinish()", {}).append("\x02");
  EXPECT_EQ(error_of(event), "corrupt: test: byte 20, call 1, event: event 2 does not exist (at byte 21)");
  ApitraceBuilder detail;
  detail.call("glFinish()", {}).detail("\x06");
  EXPECT_EQ(error_of(detail),
            "corrupt: test: byte 3, call 0, call of glFinish: detail 6 of a call does not exist in version 6 (at byte "
            "17)");
  EXPECT_EQ(problem_of("\x10"), "a value with tag 16");
  EXPECT_EQ(problem_of("\x09" + num(1) + num(0) + "\x05"), "the value of an enum with tag 5");
}

TEST(ApitraceHostile, DetailsOfOtherVersions) {
  const auto with = [](std::uint64_t version, const std::string& detail) {
    ApitraceBuilder trace(version);
    trace.call("glFinish()", {}).detail(detail);
    return error_of(trace);
  };
  EXPECT_NE(with(4, "\x03" + num(1)).find("detail 3 of a call does not exist in version 4"), std::string::npos);
  EXPECT_NE(with(4, "\x04" + num(0)).find("detail 4 of a call does not exist in version 4"), std::string::npos);
  EXPECT_NE(with(5, "\x05" + num(1)).find("detail 5 of a call does not exist in version 5"), std::string::npos);
  EXPECT_EQ(with(3, "\x03" + num(0)), "");
}

TEST(ApitraceHostile, Integers) {
  EXPECT_EQ(problem_of("\x04" + std::string(10, '\xff') + "\x01"), "an integer of more than 64 bits");
  EXPECT_EQ(problem_of("\x04" + std::string(9, '\xff') + "\x02"), "an integer of more than 64 bits");
  ApitraceBuilder trace;
  trace.call("foo()", {raw("\x04" + std::string(9, '\xff') + "\x01"), raw("\x03" + std::string(9, '\xff') + "\x01")});
  EXPECT_EQ(error_of(trace), "");
}

TEST(ApitraceHostile, Counts) {
  for (const char tag : {'\x07', '\x08', '\x0b', '\x0f'}) {
    EXPECT_EQ(problem_of(tag + num(1000)).substr(0, 5), "cut: ");
    EXPECT_NE(problem_of(tag + num(~0ull)), "");
    EXPECT_NE(problem_of(tag + num(1 << 30)), "");
  }
  EXPECT_EQ(problem_of("\x07" + num(~0ull)),
            "a string of 18446744073709551615 bytes is above --limit text-bytes=16777216");
  EXPECT_EQ(problem_of("\x08" + num((1ull << 28) + 1)),
            "a blob of 268435457 bytes is above --limit call-bytes=268435456");
  EXPECT_EQ(problem_of("\x0b" + num(Limits().elements + 1)),
            "an array of 4194305 elements is above --limit elements=4194304");
  EXPECT_EQ(problem_of("\x0f" + num(Limits().elements + 1)),
            "a string of 4194305 wide characters is above --limit elements=4194304");
  EXPECT_EQ(problem_of("\x09" + num(5) + num(kMaxEntries + 1)), "65537 entries of a table");
  EXPECT_EQ(problem_of("\x0a" + num(5) + num(kMaxEntries + 1)), "65537 entries of a table");
  EXPECT_EQ(problem_of("\x0c" + num(5) + num(1) + "S" + num(kMaxEntries + 1)), "65537 members of a struct");
  EXPECT_NE(problem_of("\x09" + num(5) + num(1) + num(~0ull)), "");
}

TEST(ApitraceHostile, Ids) {
  EXPECT_EQ(problem_of("\x09" + num(Limits().ids)), "enum id 1048576 is not below --limit ids=1048576");
  EXPECT_EQ(problem_of("\x0a" + num(~0ull)), "bit mask id 18446744073709551615 is not below --limit ids=1048576");
  EXPECT_EQ(problem_of("\x0c" + num(Limits().ids)), "struct id 1048576 is not below --limit ids=1048576");
  ApitraceBuilder function;
  function.append(num(0) + num(0) + num(Limits().ids) + num(1) + "f" + num(0) + num(0));
  EXPECT_EQ(error_of(function),
            "corrupt: test: byte 3, call 0, call: function id 1048576 is not below --limit ids=1048576 (at byte 8)");
  ApitraceBuilder frame;
  frame.call("glFinish()", {}).detail("\x04" + num(1) + num(Limits().ids));
  EXPECT_NE(error_of(frame).find("stack frame id 1048576 is not below --limit ids=1048576"), std::string::npos);
  ApitraceBuilder largest;
  largest.append(num(0) + num(0) + num(Limits().ids - 1) + num(1) + "f" + num(0) + num(0));
  EXPECT_EQ(error_of(largest), "");
}

TEST(ApitraceHostile, Functions) {
  const auto define = [](const std::string& signature) {
    ApitraceBuilder trace;
    trace.append(num(0) + num(0) + num(5) + signature);
    return error_of(trace);
  };
  EXPECT_EQ(
      define(num(1 << 20) + "f"),
      "corrupt: test: byte 3, call 0, call: a name of 1048576 bytes is above --limit name-bytes=4096 (at byte 9)");
  EXPECT_EQ(define(num(1) + "f" + num(255)), "corrupt: test: byte 3, call 0, call: 255 arguments (at byte 10)");
  ApitraceBuilder many;
  for (std::size_t i = 0; i <= FunctionTable::kMaxFunctions; ++i) {
    many.append(num(0) + num(0) + num(i) + num(1) + "f" + num(0) + num(0) + num(1) + num(i) + num(0));
  }
  EXPECT_NE(error_of(many).find("more than 65536 functions"), std::string::npos);
}

TEST(ApitraceHostile, Arguments) {
  const auto with = [](std::uint64_t index) {
    ApitraceBuilder trace;
    trace.call("glFinish()", {}).out(index, 1);
    return error_of(trace);
  };
  EXPECT_EQ(with(kMaxArguments - 1), "");
  EXPECT_EQ(with(kMaxArguments), "corrupt: test: byte 17, call 0, return of glFinish: argument 254 (at byte 22)");
  EXPECT_NE(with(~0ull).find("argument 18446744073709551615"), std::string::npos);
}

TEST(ApitraceHostile, Threads) {
  ApitraceBuilder trace;
  trace.call("glFinish()", {}, tests::Thread{kMaxThreads - 1}).call("glFinish()", {}, tests::Thread{kMaxThreads});
  EXPECT_NE(error_of(trace).find("call 1, call: thread 65536"), std::string::npos);
}

TEST(ApitraceHostile, Depth) {
  const auto nested = [](const std::string& one, std::size_t depth, const std::string& last = std::string(1, '\0')) {
    std::string item;
    for (std::size_t i = 0; i < depth; ++i) item += one;
    return item + last;
  };
  const std::string array = "\x0b" + num(1);
  ApitraceBuilder deep;
  deep.call("foo()", {raw(nested(array, Limits().nesting))});
  EXPECT_EQ(error_of(deep), "");
  EXPECT_EQ(problem_of(nested(array, Limits().nesting + 1)), "values are nested deeper than --limit nesting=100");
  EXPECT_EQ(problem_of(nested(array, 1000000)), "values are nested deeper than --limit nesting=100");
  EXPECT_EQ(problem_of(nested(std::string("\x0e\x00", 2), 1000000)),
            "values are nested deeper than --limit nesting=100");
  EXPECT_EQ(problem_of(nested("\x0e", 1000000)), "values are nested deeper than --limit nesting=100");
  EXPECT_EQ(problem_of("\x0c" + num(1) + num(0) + num(1) + num(0) + nested("\x0c\x01", 1000000)),
            "values are nested deeper than --limit nesting=100");
}

// Arrays in arrays, each of which claims as many elements as the rest of the file could hold. Memory is needed only for
// what is there.
TEST(ApitraceHostile, NestedCounts) {
  std::string item;
  for (int i = 0; i < 60; ++i) item += "\x0b" + num(900000);
  ApitraceBuilder trace;
  trace.call("foo()", {raw(item + std::string(1000000, '\x0b'))});
  EXPECT_NE(error_of(trace), "");
}

TEST(ApitraceHostile, Backtraces) {
  const auto with = [](const std::string& backtrace) {
    ApitraceBuilder trace;
    trace.call("glFinish()", {}).detail("\x04" + backtrace);
    return error_of(trace);
  };
  EXPECT_NE(with(num(kMaxFrames + 1)).find("a backtrace of 4097 frames"), std::string::npos);
  EXPECT_NE(with(num(1) + num(0) + "\x06").find("detail 6 of a stack frame does not exist"), std::string::npos);
}

TEST(ApitraceHostile, CallsThatAreNeverLeft) {
  ApitraceBuilder trace;
  for (std::size_t i = 0; i <= Limits().open_calls; ++i) trace.enter("glFinish()", {});
  const tests::Loaded loaded = tests::load(trace.file());
  ASSERT_TRUE(loaded.error);
  EXPECT_EQ(loaded.error->call, Limits().open_calls);
  EXPECT_EQ(loaded.error->problem, "more calls are entered and not left than --limit open-calls=4096 (at byte 16398)");
  EXPECT_EQ(loaded.calls, Limits().open_calls) << "incomplete, all of them";
}

// A short file that unpacks to gigabytes is read in pieces, up to its end or to an error in it.
TEST(ApitraceHostile, Bombs) {
  const std::string zeros(64 << 20, '\0');
  for (const Container container : {Container::kGzip, Container::kZstd, Container::kBrotli}) {
    const auto file = tests::to_bytes(tests::pack(container, ApitraceBuilder(5).stream() + zeros, zeros.size() * 2));
    EXPECT_LT(file.size(), 100000u);
    const tests::Loaded loaded = tests::load(file);
    ASSERT_TRUE(loaded.error);
    EXPECT_NE(loaded.error->problem.find("more calls are entered and not left"), std::string::npos)
        << loaded.error->problem;
  }
}

}  // namespace
}  // namespace loaders::apitrace
