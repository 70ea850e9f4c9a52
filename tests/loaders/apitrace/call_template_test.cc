// Calls that agree with a template must be read as they are without it. The other tests are about which templates are
// kept.
#include "loaders/apitrace/call_template.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/apitrace_builder.h"
#include "tests/loaders/apitrace/both_ways.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

// A program of random calls, with runs of calls that are mostly alike.
class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) {
    for (int run = 0; run < 1000; ++run) add_run();
  }
  std::string stream() { return trace_.stream(); }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  bool rarely() { return below(100) == 0; }
  // A number of the size that numbers have in this run.
  Item number() {
    const std::uint64_t bits = (rarely() ? 1u : 1u << size_) + below(1u << size_);
    return rarely() ? Item(-static_cast<std::int64_t>(bits)) : Item(bits);
  }
  Item pointer() { return rarely() ? null() : ptr(address_ + below(2)); }
  Item an_enum() { return en(static_cast<std::int64_t>(0x0b00 + (rarely() ? below(300) : 0))); }
  // An integer may take four bytes, as many as a float.
  Item floats(std::size_t count) {
    std::vector<Item> numbers;
    for (std::size_t i = 0; i < count; ++i) {
      numbers.push_back(rarely() ? Item(1 << 22) : Item(0.25 * static_cast<double>(below(1000))));
    }
    return items(numbers);
  }
  Item bytes(std::size_t count) { return blob(std::string(count, static_cast<char>(below(256)))); }

  void add_run() {
    const std::uint64_t kind = below(14), count = below(40);
    const tests::Thread thread{rarely() ? below(200) : 0};
    size_ = static_cast<unsigned>(below(24));
    address_ = random_();
    for (int i = 0; i < 30; ++i) {
      const std::size_t now = rarely() ? below(40) : count;
      switch (kind) {
        case 0: trace_.call("glVertex2f(x, y)", {0.5 * i, 1.0}, thread); break;
        case 1: trace_.call("glVertex2s(x, y)", {number(), number()}, thread); break;
        case 2: trace_.call("glColor4ub(red, green, blue, alpha)", {number(), i, 230 + i, 255 - i}, thread); break;
        case 3: trace_.call("glUniform1i(location, v0)", {number(), number()}, thread); break;
        case 4: trace_.call("glBindTexture(target, texture)", {an_enum(), number()}, thread); break;
        case 5: trace_.call("glEnable(cap)", {an_enum()}, thread); break;
        case 6:
          trace_.call("glVertexPointer(size, type, stride, pointer)", {3, an_enum(), number(), pointer()}, thread);
          break;
        case 7: trace_.call("glMultMatrixf(m)", {floats(16)}, thread); break;
        case 8: trace_.call("glUniform1fv(location, count, value)", {number(), now, floats(now)}, thread); break;
        case 9:
          trace_.call("glBufferSubData(target, offset, size, data)", {an_enum(), i, 3 * now, bytes(3 * now)}, thread);
          break;
        case 10:
          trace_.call("glCreateShader(type)", {an_enum()}, thread);
          if (below(4) != 0) trace_.returns(number());
          break;
        case 11: trace_.call("glClear(mask)", {bits(below(2))}, thread); break;
        case 12: trace_.call("glViewport(x, y, width, height)", {number(), i, number(), number()}, thread); break;
        case 13: trace_.call("glEnd()", {}, thread); break;
      }
      if (rarely()) trace_.fake();
    }
  }

  std::mt19937 random_;
  unsigned size_ = 0;
  std::uint64_t address_ = 0;
  ApitraceBuilder trace_;
};

TEST(CallTemplate, MakesNoDifference) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    const std::string stream = Program(seed).stream();
    tests::expect_as_in_full(tests::load(tests::to_bytes(tests::pack(Container::kGzip, stream))).text, stream);
  }
}

TEST(CallTemplate, IsOnlyOfNumbersThatTheirTypeHasRoomFor) {
  ApitraceBuilder trace;
  for (const std::uint64_t bits : {7, 8, 14, 15, 16, 21, 31, 32}) {
    const std::uint64_t end = std::uint64_t{1} << bits;
    for (std::uint64_t number = end - 20; number < end + 20; ++number) {
      trace.call("glColor3b(red, green, blue)", {number, 1, 2}).call("glColor3ub(red, green, blue)", {number, 1, 2});
      trace.call("glVertex2s(x, y)", {number, 1}).call("glUniform1i(location, v0)", {number, 1});
      trace.call("glBindTexture(target, texture)", {en(0x0de1), number});
    }
  }
  for (int i = 0; i < 100; ++i) trace.call("glEnd()", {});
  tests::expect_as_in_full(tests::load(trace.file()).text, trace.stream());
}

TEST(CallTemplate, EndsABatchWhereOthersDo) {
  ApitraceBuilder trace;
  for (int i = 0; i < 10000; ++i) trace.call("glEnd()", {});
  for (int i = 0; i < 3; ++i) trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 77}).call("glEnd()", {});
  for (int i = 1; i < 100; ++i) trace.call("glEnd()", {});
  const tests::Loaded loaded = tests::load(trace.file());
  constexpr std::size_t kMax = Batch::kMaxCalls;
  EXPECT_EQ(loaded.batches, (std::vector<std::size_t>{kMax, kMax, 10001 - 2 * kMax, 2, 2, 100}));
}

// Flags and results belong to one call only, not to the next one that begins with the same bytes.
TEST(CallTemplate, TellsNothingOfResultsAndFlags) {
  ApitraceBuilder trace;
  for (int i = 0; i < 2; ++i) trace.call("glCreateShader(type)", {en(0x8b31)}).returns(i);
  for (int i = 0; i < 2; ++i) trace.call("glCreateShader(type)", {en(0x8b31)});
  for (int i = 0; i < 2; ++i) trace.call("glCreateShader(type)", {en(0x8b31)}).returns(i);
  for (int i = 0; i < 2; ++i) trace.call("glEnd()", {}).fake();
  for (int i = 0; i < 2; ++i) trace.call("glEnd()", {});
  for (int i = 0; i < 2; ++i) trace.call("glEnd()", {}).fake();
  for (int i = 0; i < 100; ++i) trace.call("glFinish()", {});  // near the end of a file there are no templates
  tests::expect_as_in_full(tests::load(trace.file()).text, trace.stream());
}

// Reads the events of a trace of one function one by one.
class Layouts : public testing::Test {
 protected:
  struct Event {
    std::string bytes;
    Call call;
  };
  // The calls of `trace` without the first, which has the definitions.
  std::vector<Event> events(ApitraceBuilder& trace) {
    const std::string stream = trace.stream();
    const std::vector<std::size_t> ends = trace.ends();
    first_ = std::make_unique<tests::FirstBatch>(trace.file());
    Cursor cursor(as_bytes(stream).subspan(ends[0] + 2));  // behind event and thread
    signatures.read_function(cursor);
    signatures.commit();
    std::vector<Event> found;
    for (std::size_t call = 1; call < first_->batch.calls.size(); ++call) {
      found.push_back({stream.substr(ends[2 * call]), first_->batch.calls[call]});
      found.back().bytes.resize(1000);
    }
    return found;
  }
  static std::span<const std::byte> as_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }
  static UncheckedCursor cursor_at(const Event& event) {
    UncheckedCursor cursor(as_bytes(event.bytes));
    EXPECT_TRUE(cursor.has(CallTemplate::kMaxBytes));
    return cursor;
  }
  CallTemplate* find(const Event& event) { return CallTemplates::find(templates.all(), cursor_at(event)); }
  bool agrees(const Event& event) { return find(event) != nullptr && find(event)->agrees(cursor_at(event)); }
  bool learn_if_wanted(const Event& event) {
    if (!templates.wants(cursor_at(event))) return false;
    templates.learn(as_bytes(event.bytes), event.call, signatures);
    return true;
  }

  RecordProblem problem;
  Limits limits;
  FunctionTable table;
  Signatures signatures{table, problem, limits};
  CallTemplates templates;

 private:
  std::unique_ptr<tests::FirstBatch> first_;
};

TEST_F(Layouts, AgreeWithOtherNumbersOfTheSameSize) {
  ApitraceBuilder trace;
  for (const int number : {1, 1, 127, 128, 16383}) trace.call("glUniform1f(location, v0)", {number, 0.5 * number});
  const std::vector<Event> calls = events(trace);
  EXPECT_FALSE(agrees(calls[0]));
  EXPECT_TRUE(learn_if_wanted(calls[0]));
  EXPECT_TRUE(agrees(calls[0]) && agrees(calls[1]));
  EXPECT_FALSE(agrees(calls[2]) || agrees(calls[3]));
}

TEST_F(Layouts, StayWhenOneCallIsOddAndGiveWayToOthers) {
  ApitraceBuilder trace;
  for (int i = 0; i < 2; ++i) trace.call("glPointSize(size)", {0.5});
  trace.call("glPointSize(size)", {null()});
  const std::vector<Event> calls = events(trace);
  EXPECT_TRUE(learn_if_wanted(calls[0]));
  Value values[CallTemplate::kMaxValues];
  for (int i = 0; i < 10; ++i) find(calls[0])->fill(cursor_at(calls[0]), values);
  EXPECT_TRUE(learn_if_wanted(calls[1]));
  EXPECT_TRUE(agrees(calls[0])) << "one odd call";
  EXPECT_TRUE(learn_if_wanted(calls[1]));
  EXPECT_TRUE(agrees(calls[1])) << "two of them";
}

// Learning a template from each of these calls would cost more than reading them.
TEST_F(Layouts, ThatChangeAllTheTimeAreLeftAloneForAWhile) {
  ApitraceBuilder trace;
  trace.call("glEnable(cap)", {en(2)}).call("glEnable(cap)", {en(3)}).call("glEnable(cap)", {en(4)});
  const std::vector<Event> calls = events(trace);
  EXPECT_TRUE(learn_if_wanted(calls[0]));
  EXPECT_TRUE(learn_if_wanted(calls[1]));
  EXPECT_EQ(find(calls[1]), nullptr) << "the first one has served nobody";
  int before = 0;
  while (!learn_if_wanted(calls[0])) ++before;
  EXPECT_GT(before, 100);
  EXPECT_TRUE(agrees(calls[0]));
}

}  // namespace
}  // namespace loaders::apitrace
