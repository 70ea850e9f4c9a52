// The fast path gives the same calls as CallReader, wherever the window ends.
#include "loaders/apitrace/fast_path.h"

#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/loaders/apitrace/both_ways.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

void expect_both_ways_equal(const std::string& stream) {
  const tests::Loaded quick = tests::load(tests::to_bytes(tests::pack(Container::kGzip, stream)));
  tests::expect_as_in_full(quick.text, stream);
  const tests::Loaded piecemeal = tests::load(tests::to_bytes(tests::pack(Container::kGzip, stream)), 1);
  EXPECT_EQ(quick.text, piecemeal.text);
  EXPECT_EQ(quick.error ? quick.error->to_string() : "", piecemeal.error ? piecemeal.error->to_string() : "");
}

TEST(FastPath, NumbersOfOneTwoAndThreeBytes) {
  ApitraceBuilder trace;
  for (int i = 0; i < 16500; ++i) trace.call("glVertex2f(x, y)", {0.5 * i, 1.0});
  expect_both_ways_equal(trace.stream());
}

TEST(FastPath, NumbersOfEverySize) {
  ApitraceBuilder trace;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t number = std::uint64_t{1} << bit;
    trace.call("glEnable(cap)", {number}).call("glEnable(cap)", {number - 1});
    trace.call("glVertexPointer(size, type, stride, pointer)", {2, en(0x1406), 0, ptr(number)});
    trace.call("glUniform1i(location, v0)", {-1 - static_cast<std::int64_t>(number - 1), 7});
  }
  expect_both_ways_equal(trace.stream());
}

TEST(FastPath, EveryKindOfValue) {
  ApitraceBuilder trace;
  for (int i = 0; i < 3; ++i) {
    trace.call("glClear(mask)", {bits(0x4000)});
    trace.call("glUniform4fv(location, count, value)", {1, 1, items({1.0, 2.0, 3.0, 4.0})});
    trace.call("glUniform4fv(location, count, value)", {1, 1, items({1.0, 2})});
    trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 5, blob("hello")});
    trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 0, blob("")});
    trace.call("glBufferData(target, size, data, usage)", {en(0x8892), 5, null(), en(0x88e4)});
    trace.call("glTexParameterf(target, pname, param)", {en(0x0de1), en(0x2800), en(0x2601)});
    trace.call("glCreateShader(type)", {en(0x8b31)}).returns(3);
    trace.call("glGetError()", {}).returns(en(0));
    trace.call("glVertex2d(x, y)", {real(1), 2.0});
  }
  expect_both_ways_equal(trace.stream());
}

// Cuts the stream after every byte: the fast path stops where bytes are missing, and CallReader finds out which.
TEST(FastPath, EveryCut) {
  ApitraceBuilder trace;
  trace.call("glVertex2f(x, y)", {0.5, 1.0});
  trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 5, blob("hello")});
  trace.call("glUniform2fv(location, count, value)", {1, 1, items({1.0, 2.0})}).call("glFinish()", {});
  const std::string whole = trace.stream();
  for (std::size_t size = 1; size < whole.size(); ++size) expect_both_ways_equal(whole.substr(0, size));
}

}  // namespace
}  // namespace loaders::apitrace
