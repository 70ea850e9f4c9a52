// Cuts files at every byte, and changes every byte. Nothing may crash, and the calls before the damage must be read.
#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::data;
using tests::Generation;
using tests::list;
using tests::Wip15Builder;

class Wip15Damage : public testing::TestWithParam<Generation> {
 protected:
  static Wip15Builder trace() {
    Wip15Builder trace(GetParam());
    trace.group("EnableCap");
    trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {2, list({1, 2})});
    trace.declare("glBufferSubData(UnsignedInt:g, Int, Int, Data)");
    trace.call("glBufferSubData", {0x8892, 0, 40, data(std::string(40, 'x'), Compression::kZlib)});
    trace.call("glBufferSubData", {0x8892, 0, 2000, data(std::string(2000, 'y'), Compression::kLz4)});
    trace.declare("glShaderSource(UnsignedInt, Int, String[], Int[])");
    trace.call("glShaderSource", {1, 1, list({"void main() {}"}), list({14})});
    trace.declare("glLinkProgram(UnsignedInt)").call("glLinkProgram", {3});
    trace.extra("replay/program/uniform", tests::little_endian(4, 4) + tests::little_endian(1, 4) + "u");
    trace.declare("glXSwapBuffers(Ptr, UnsignedInt)").call("glXSwapBuffers", {16, 77});
    trace.call("glGenBuffers", {1, list({3})}).call("glXSwapBuffers", {16, 77});
    return trace;
  }
};
INSTANTIATE_TEST_SUITE_P(Generations, Wip15Damage, testing::ValuesIn(tests::kGenerations));

// The calls of trace() are its operations 2, 4, 5, 7, 9, 11, 12 and 13; the header is operation 0.
std::size_t calls_before(const std::vector<std::size_t>& ends, std::size_t size) {
  constexpr std::size_t kCalls[] = {3, 5, 6, 8, 10, 12, 13, 14};
  std::size_t count = 0;
  for (const std::size_t operation : kCalls) count += ends.at(operation) <= size;
  return count;
}

TEST_P(Wip15Damage, CutAtEveryByte) {
  Wip15Builder builder = trace();
  const auto bytes = builder.file();
  const auto ends = builder.ends();
  const std::string whole = tests::load(bytes).text;
  for (std::size_t size = ends[0]; size < bytes.size(); ++size) {
    const tests::Loaded loaded = tests::load({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, 64);
    // A short file of 8-byte integers can have any encoding.
    if (GetParam() == Generation::kRaw8 && size < ends[5]) continue;
    if (GetParam() == Generation::kSleb && size < ends[3]) continue;
    ASSERT_EQ(loaded.calls, calls_before(ends, size)) << "cut after " << size << " bytes";
    ASSERT_EQ(loaded.text, whole.substr(0, loaded.text.size()));
    const bool clean = std::find(ends.begin(), ends.end(), size) != ends.end();
    ASSERT_EQ(loaded.error.has_value(), !clean) << "cut after " << size << " bytes";
    if (!clean) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut) << loaded.error->to_string();
      EXPECT_EQ(loaded.error->call, loaded.calls);
    }
  }
}

TEST_P(Wip15Damage, ChangedAtEveryByte) {
  const auto bytes = trace().file();
  for (const auto mask : {std::byte{0xff}, std::byte{0x01}, std::byte{0x80}}) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto changed = bytes;
      changed[i] ^= mask;
      const tests::Loaded loaded = tests::load(std::move(changed));
      EXPECT_LE(loaded.text.size(), 100000u);
    }
  }
}

}  // namespace
}  // namespace loaders::wip15
