// Wrong lengths, counts and indices must lead to an error that says where they are, without a crash and without much
// memory.
#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::Generation;
using tests::list;
using tests::little_endian;
using tests::raw;
using tests::Wip15Builder;

std::string u32(std::uint64_t value) { return little_endian(value, 4); }

// The error that stopped the reading, without the name of the file.
std::string error_of(Wip15Builder& trace) {
  const tests::Loaded loaded = tests::load(trace.file());
  if (!loaded.error) return "";
  return (loaded.error->damage == Damage::kCut ? "cut: " : "corrupt: ") + loaded.error->to_string();
}

TEST(Wip15Hostile, UndeclaredFunction) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glFinish()").call("glFinish", {}).append(little_endian(2, 1) + u32(4) + u32(0));
  EXPECT_EQ(error_of(trace), "corrupt: test: byte 49, call 1, call: function 4 was not declared (at byte 54)");
  Wip15Builder beyond(Generation::kFinal);
  beyond.append(little_endian(2, 1) + u32(0xffffffff) + u32(0));
  EXPECT_EQ(error_of(beyond),
            "corrupt: test: byte 16, call 0, call: function 4294967295 was not declared (at byte 21)");
}

TEST(Wip15Hostile, UnknownOperation) {
  Wip15Builder trace(Generation::kFinal);
  trace.append("\x03");
  EXPECT_EQ(error_of(trace), "corrupt: test: byte 16, call 0, operation: operation 3 does not exist (at byte 17)");
}

TEST(Wip15Hostile, Declarations) {
  const auto declaration = [](std::uint32_t index, const std::string& name, std::uint32_t count,
                              const std::string& types) {
    Wip15Builder trace(Generation::kFinal);
    trace.append(std::string(1, '\0') + u32(index) + name + std::string(3, '\0') + u32(count) + types);
    return error_of(trace);
  };
  const std::string name = u32(1) + "f";
  EXPECT_EQ(declaration(7, name, 0, ""), "");
  EXPECT_EQ(declaration(0xffffffff, name, 0, ""),
            "corrupt: test: byte 16, call 0, declaration of a function: function index 4294967295 is above 65536 (at "
            "byte 21)");
  EXPECT_EQ(declaration(7, u32(0x40000000), 0, ""),
            "corrupt: test: byte 16, call 0, declaration of a function: a function name of 1073741824 bytes is above "
            "--limit name-bytes=4096 (at byte 25)");
  EXPECT_EQ(declaration(7, name, 0xffffffff, ""),
            "corrupt: test: byte 16, call 0, declaration of a function: 4294967295 arguments (at byte 33)");
  EXPECT_EQ(declaration(7, name, 1, std::string("\x0b\0\0", 3)),
            "corrupt: test: byte 16, call 0, declaration of a function: a base type that does not exist (at byte 36)");
}

TEST(Wip15Hostile, EndlessDeclarations) {
  Wip15Builder trace(Generation::kFinal);
  const std::string one = std::string(1, '\0') + u32(7) + u32(1) + "f" + std::string(3, '\0') + u32(0);
  std::string many;
  for (std::size_t i = 0; i <= FunctionTable::kMaxFunctions; ++i) many += one;
  trace.append(many);
  EXPECT_NE(error_of(trace).find("more than 65536 declarations"), std::string::npos);
}

TEST(Wip15Hostile, Counts) {
  for (const char* type : {"UnsignedInt[]", "Float[]", "Double[]", "Bool[]", "String[]", "Data[]", "Ptr[]", "String"}) {
    for (const std::uint32_t count : {1000u, 0x7fffffffu, 0xffffffffu}) {
      Wip15Builder trace(Generation::kFinal);
      trace.declare(std::string("fooBar(") + type + ")").call("fooBar", {raw(u32(count))});
      const tests::Loaded loaded = tests::load(trace.file());
      ASSERT_TRUE(loaded.error) << type;
      EXPECT_EQ(loaded.error->damage, count == 1000 ? Damage::kCut : Damage::kCorrupt) << loaded.error->to_string();
    }
  }
}

TEST(Wip15Hostile, CountsOfNothing) {
  for (const char* type : {"Void[]", "FunctionPtr[]"}) {
    Wip15Builder trace(Generation::kFinal);
    trace.declare(std::string("fooBar(") + type + ")").call("fooBar", {raw(u32(0xffffffff))});
    EXPECT_EQ(tests::load(trace.file()).text, "0 fooBar(NULL)\n") << "needs no memory, so it may be any number";
  }
}

TEST(Wip15Hostile, CountOfExtras) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glFinish()").append(little_endian(2, 1) + u32(3) + u32(0xffffffff));
  EXPECT_EQ(error_of(trace),
            "cut: test: byte 40, call 0, call of glFinish: 4 more bytes are needed at byte 49 than the file has");
}

TEST(Wip15Hostile, VariantInVariant) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("fooBar(Variant)").call("fooBar", {raw(std::string("\x0a\0\0\x0a\0\0", 6))});
  EXPECT_EQ(error_of(trace), "corrupt: test: byte 41, call 0, call of fooBar: a Variant inside a Variant (at byte 49)");
  Wip15Builder unknown(Generation::kFinal);
  unknown.declare("fooBar(Variant)").call("fooBar", {raw(std::string("\x0b\0\0", 3))});
  EXPECT_EQ(
      error_of(unknown),
      "corrupt: test: byte 41, call 0, call of fooBar: a Variant of a base type that does not exist (at byte 49)");
}

TEST(Wip15Hostile, CompressionMethod) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("fooBar(Data)").call("fooBar", {raw(tests::block(4, 1, "x"))});
  EXPECT_EQ(error_of(trace),
            "corrupt: test: byte 41, call 0, call of fooBar: data of an unknown compression method (at byte 47)");
}

TEST(Wip15Hostile, IntegerOfMoreThan64Bits) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glUniform1i(Int, Int)").call("glUniform1i", {1, raw(std::string(11, '\xff'))});
  EXPECT_EQ(error_of(trace),
            "corrupt: test: byte 49, call 0, call of glUniform1i: an integer of more than 64 bits (at byte 55)");
}

// Blocks of some megabytes can promise a gigabyte, which is plausible for their method.
TEST(Wip15Hostile, BombsAreBounded) {
  const auto bomb = [](std::uint32_t size, std::size_t packed) {
    Wip15Builder trace(Generation::kFinal);
    trace.declare("fooBar(Data[])").call("fooBar", {list({})});
    trace.call("fooBar", {raw(u32(1) + tests::block(1, size, std::string(packed, 'j')))});
    const tests::Loaded loaded = tests::load(trace.file());
    EXPECT_EQ(loaded.text.substr(0, 12), "0 fooBar({})");
    return loaded.error ? loaded.error->problem : loaded.text;
  };
  EXPECT_EQ(bomb(1 << 30, (1 << 20) + 2000).substr(0, 53), "the call takes more than --limit call-bytes=268435456");
  EXPECT_EQ(bomb(1 << 30, 2000), "0 fooBar({})\n1 fooBar({NULL})\n") << "which no block of its size can be";
}

// Each block by itself is allowed.
TEST(Wip15Hostile, AllBlocksOfACallTogetherAreBounded) {
  const std::string zeros(1 << 20, '\0');
  const std::string one = tests::block(1, 1 << 20, tests::pack(Compression::kZlib, zeros));
  Wip15Builder trace(Generation::kFinal);
  std::string blocks = u32(300);
  for (int i = 0; i < 300; ++i) blocks += one;
  trace.declare("fooBar(Data[])").call("fooBar", {raw(blocks)});
  EXPECT_EQ(
      error_of(trace).substr(0, 110),
      "corrupt: test: byte 41, call 0, call of fooBar: the call takes more than --limit call-bytes=268435456 (at byte");
}

}  // namespace
}  // namespace loaders::wip15
