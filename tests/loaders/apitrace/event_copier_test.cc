#include "loaders/apitrace/event_copier.h"

#include <gtest/gtest.h>

#include <regex>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"
#include "tests/rewritten.h"
#include "tests/small_traces.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using tests::InMemory;
using tests::small_program;
using tests::Thread;
using namespace tests::at;

Edit keep(std::function<bool(std::uint64_t)> keeps) {
  Edit edit;
  edit.keeps = std::move(keeps);
  return edit;
}

// The builder and the copier count ids in the same way.
TEST(EventCopier, CopiesVersion6ByteForByte) {
  ApitraceBuilder trace;
  trace.dense_ids();
  trace.call("glClear(mask)", {bits(0x4100)}).call("glEnable(cap)", {en(0xbe2)}).returns(en(1, "Bool"));
  trace.call("glFoo(s)", {items({structure("S", {1, null(), ptr(4), blob(std::string(3000, 'b'))})})}).fake();
  trace.call("glFoo(a, b, c)", {wide({0x48, 0x1f600}), repr("for people", 5), real(0.25)});
  trace.call("glBar()", {}).detail(std::string("\x04\x01\x00\x02\x04main\x04\x0c\x00", 12));
  const InMemory copy = tests::rewrite(trace.file());
  EXPECT_EQ(copy.refused, "");
  EXPECT_FALSE(copy.rewritten.damage) << copy.rewritten.damage->to_string();
  EXPECT_TRUE(tests::stream_of(copy.file) == trace.stream());
  EXPECT_EQ(copy.rewritten.calls, trace.calls());
  EXPECT_EQ(copy.rewritten.numbers, (std::vector<NumberRun>{{0, 0, trace.calls()}}));
}

TEST(EventCopier, CopiesEveryVersion) {
  for (std::uint64_t version = 0; version <= 6; ++version) {
    SCOPED_TRACE(version);
    ApitraceBuilder trace = small_program(version);
    const InMemory copy = tests::rewrite(trace.file());
    const tests::Loaded before = tests::load(trace.file()), after = tests::load(copy.file);
    EXPECT_EQ(after.text, before.text);
    EXPECT_FALSE(after.error);
    EXPECT_EQ(after.info.version, version == 6 ? "6" : "6, to be replayed as " + std::to_string(version));
  }
}

TEST(EventCopier, TinyWindowsGiveTheSameFile) {
  for (const std::uint64_t version : {1, 6}) {
    ApitraceBuilder trace = small_program(version);
    RewriteOptions tiny;
    tiny.open.window_bytes = 16;
    EXPECT_TRUE(tests::rewrite(trace.file(), {}, tiny).file == tests::rewrite(trace.file()).file);
  }
}

// "12 glFinish()" -> "glFinish()"
std::string without_numbers(const std::string& text) {
  return std::regex_replace(text, std::regex("(^|\n)[0-9]+ "), "$1");
}

TEST(EventCopier, KeepsWhatTheEditKeeps) {
  ApitraceBuilder trace = small_program(6);
  const InMemory copy = tests::rewrite(trace.file(), keep([](std::uint64_t number) { return number % 2 == 1; }));
  std::istringstream lines(tests::load(trace.file()).text);
  std::string expected, line;
  for (std::uint64_t kept = 0; std::getline(lines, line);) {
    if (std::stoull(line) % 2 == 1) expected += std::to_string(kept++) + line.substr(line.find(' ')) + "\n";
  }
  EXPECT_EQ(tests::load(copy.file).text, expected);
  EXPECT_EQ(copy.rewritten.calls, trace.calls() / 2);
  EXPECT_EQ(copy.rewritten.numbers.at(2), (NumberRun{5, 2, 1}));
}

// The definitions that stand in the calls before go with the first call that stays.
TEST(EventCopier, DefinitionsGoWithTheFirstCallThatStays) {
  for (std::uint64_t version = 0; version <= 6; ++version) {
    ApitraceBuilder trace = small_program(version);
    const std::uint64_t calls = trace.calls();
    for (std::uint64_t only = 0; only < calls; ++only) {
      const InMemory copy = tests::rewrite(trace.file(), keep([&](std::uint64_t number) { return number == only; }));
      const tests::Loaded loaded = tests::load(copy.file);
      EXPECT_EQ(loaded.calls, 1u) << only;
      EXPECT_FALSE(loaded.error) << loaded.error->to_string();
      EXPECT_NE(without_numbers("\n" + tests::load(trace.file()).text).find(without_numbers("\n" + loaded.text)),
                std::string::npos)
          << loaded.text;
    }
  }
}

// An enum with a table of `names` names. Only its first use has the table.
Item large_enum(std::uint64_t value, std::size_t names) {
  std::string bytes = "\x09" + num(3);
  if (names > 0) bytes += num(names);
  for (std::size_t i = 0; i < names; ++i) {
    const std::string name = "GL_NAME_" + std::to_string(i);
    bytes += num(name.size()) + name + "\x04" + num(i);
  }
  return raw(bytes + "\x04" + num(value));
}

// Few values of a large table are used when most calls are left out.
TEST(EventCopier, WritesOnlyTheNamesThatAreUsedWhenCallsAreLeftOut) {
  ApitraceBuilder trace;
  trace.call("glFoo(a)", {large_enum(5, 500)});
  for (const std::uint64_t value : {7, 7, 5, 9000}) trace.call("glFoo(a)", {large_enum(value, 0)});
  const InMemory whole = tests::rewrite(trace.file());
  const InMemory copy = tests::rewrite(trace.file(), keep([](std::uint64_t number) { return number > 0; }));
  EXPECT_NE(tests::stream_of(whole.file).find("GL_NAME_499"), std::string::npos);
  const std::string stream = tests::stream_of(copy.file);
  EXPECT_NE(stream.find("GL_NAME_5"), std::string::npos);
  EXPECT_NE(stream.find("GL_NAME_7"), std::string::npos);
  EXPECT_EQ(stream.find("GL_NAME_7"), stream.rfind("GL_NAME_7")) << "the name is there once";
  EXPECT_EQ(stream.find("GL_NAME_499"), std::string::npos);
  EXPECT_EQ(tests::load(copy.file).text, "0 glFoo(a = 7)\n1 glFoo(a = 7)\n2 glFoo(a = 5)\n3 glFoo(a = 9000)\n");
}

TEST(EventCopier, CallsOfThreadsStayInterleaved) {
  ApitraceBuilder trace;
  trace.dense_ids();
  const unsigned first = trace.enter("glFinish()", {}, Thread{1});
  const unsigned second = trace.enter("glFlush()", {}, Thread{2});
  const unsigned third = trace.enter("glLoadIdentity()", {}, Thread{3});
  trace.leave(third).leave(first).leave(second);
  const InMemory whole = tests::rewrite(trace.file());
  EXPECT_TRUE(tests::stream_of(whole.file) == trace.stream());
  const InMemory copy = tests::rewrite(trace.file(), keep([](std::uint64_t number) { return number != 1; }));
  EXPECT_EQ(tests::load(copy.file).text, "1 @3 glLoadIdentity()\n0 @1 glFinish()\n");
  EXPECT_EQ(copy.rewritten.numbers, (std::vector<NumberRun>{{0, 0, 1}, {2, 1, 1}}));
}

TEST(EventCopier, ReadsOnUntilTheCallsThatStayAreLeft) {
  ApitraceBuilder trace;
  const unsigned open = trace.enter("glCreateProgram()", {}, Thread{1});
  trace.call("glFlush()", {}).call("glFinish()", {});
  trace.leave(open).returns(7).call("glFlush()", {});
  Edit edit;
  edit.end = 2;
  const InMemory copy = tests::rewrite(trace.file(), edit);
  EXPECT_EQ(tests::load(copy.file).text, "1 glFlush()\n0 @1 glCreateProgram() = 7\n");
}

TEST(EventCopier, AThreadOfOldVersionsGoesToItsPlace) {
  ApitraceBuilder trace(2);
  const unsigned call = trace.enter("glFinish()", {});
  trace.detail(std::string("\x03\x05", 2)).leave(call);
  EXPECT_EQ(tests::load(tests::rewrite(trace.file()).file).text, "0 @5 glFinish()\n");
}

TEST(EventCopier, WritesUpToTheDamage) {
  ApitraceBuilder trace;
  trace.call("glFinish()", {}).call("glFlush()", {}).append(std::string(1, '\x07'));
  const InMemory copy = tests::rewrite(trace.file());
  ASSERT_TRUE(copy.rewritten.damage);
  EXPECT_EQ(copy.rewritten.damage->call, 2u);
  EXPECT_NE(copy.rewritten.damage->to_string().find("event 7 does not exist"), std::string::npos);
  EXPECT_EQ(tests::load(copy.file).text, "0 glFinish()\n1 glFlush()\n");
}

// Whatever is copied of a damaged file can be read to its end.
TEST(EventCopier, DamageAtEveryByte) {
  ApitraceBuilder trace = small_program(6);
  const std::string stream = trace.stream();
  for (std::size_t at = 1; at < stream.size(); ++at) {
    std::string damaged = stream;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    const auto file = tests::to_bytes(tests::pack(Container::kSnappy, damaged));
    const InMemory copy = tests::rewrite(file);
    if (!copy.refused.empty()) continue;
    const tests::Loaded before = tests::load(file), after = tests::load(copy.file);
    EXPECT_FALSE(after.error) << at << ": " << after.error->to_string();
    EXPECT_EQ(before.error.has_value(), copy.rewritten.damage.has_value()) << at;
    if (before.error || copy.rewritten.damage) continue;
    EXPECT_EQ(after.text, before.text) << at;
  }
}

}  // namespace
}  // namespace loaders::apitrace
