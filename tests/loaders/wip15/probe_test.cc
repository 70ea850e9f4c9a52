#include "loaders/wip15/probe.h"

#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::Generation;
using tests::list;
using tests::Wip15Builder;

constexpr std::size_t kHeaderBytes = 30;

Wip15Builder some_calls(Generation generation) {
  Wip15Builder trace(generation);
  trace.group("EnableCap");
  trace.declare("glXGetProcAddressARB(String) -> Ptr");
  trace.call("glXGetProcAddressARB", {"glClear"}).returns(0x7fffdeadbeef);
  trace.declare("glEnable(UnsignedInt:g)").call("glEnable", {0xb71});
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {4, list({1, 2, 3, 4})});
  trace.declare("glViewport(Int, Int, Int, Int)").call("glViewport", {0, 0, 320, 240});
  trace.declare("glXSwapBuffers(Ptr, UnsignedInt)");
  for (int i = 0; i < 20; ++i) trace.call("glXSwapBuffers", {0x556ca672a810, 2097154});
  return trace;
}

Integers probed(Generation generation, std::size_t cut = 0) {
  const auto bytes = some_calls(generation).file();
  return probe_integers(std::span(bytes).subspan(kHeaderBytes).first(bytes.size() - kHeaderBytes - cut));
}

TEST(Wip15Probe, TellsTheThreeEncodings) {
  EXPECT_EQ(probed(Generation::kRaw8), Integers::kRaw8);
  EXPECT_EQ(probed(Generation::kLeb), Integers::kSignBit);
  EXPECT_EQ(probed(Generation::kSleb), Integers::kSleb);
}

TEST(Wip15Probe, TellsThemInFilesThatAreCut) {
  for (std::size_t cut = 1; cut < 100; ++cut) {
    EXPECT_EQ(probed(Generation::kRaw8, cut), Integers::kRaw8) << cut;
    EXPECT_EQ(probed(Generation::kLeb, cut), Integers::kSignBit) << cut;
    EXPECT_EQ(probed(Generation::kSleb, cut), Integers::kSleb) << cut;
  }
}

TEST(Wip15Probe, WithoutACountTakesWhatWritersWrite) {
  Wip15Builder trace(Generation::kSleb);
  trace.declare("glViewport(Int, Int, Int, Int)").call("glViewport", {0, 0, 320, 240});
  const auto bytes = trace.file();
  EXPECT_EQ(probe_integers(std::span(bytes).subspan(kHeaderBytes)), Integers::kSignBit);
  EXPECT_EQ(probe_integers({}), Integers::kSignBit);
}

TEST(Wip15Probe, OneCountIsEnough) {
  for (const Generation generation : {Generation::kLeb, Generation::kSleb}) {
    Wip15Builder trace(generation);
    trace.declare("glGenTextures(Int, UnsignedInt[])").call("glGenTextures", {1, list({1})});
    const auto bytes = trace.file();
    EXPECT_EQ(probe_integers(std::span(bytes).subspan(kHeaderBytes)),
              generation == Generation::kLeb ? Integers::kSignBit : Integers::kSleb);
  }
}

TEST(Wip15Probe, SaysWhatItFound) {
  const auto version = [](Generation generation) { return tests::load(some_calls(generation).file()).info.version; };
  EXPECT_EQ(version(Generation::kRaw8), "0.0a, raw 8-byte integers");
  EXPECT_EQ(version(Generation::kLeb), "0.0a, LEB128 integers");
  EXPECT_EQ(version(Generation::kSleb), "0.0a, signed LEB128 integers");
  EXPECT_EQ(version(Generation::kFinal), "0.0");
}

TEST(Wip15Probe, AllEncodingsReadTheSame) {
  const std::string expected = tests::load(some_calls(Generation::kFinal).file()).text;
  for (const Generation generation : tests::kGenerations) {
    EXPECT_EQ(tests::load(some_calls(generation).file()).text, expected);
  }
}

}  // namespace
}  // namespace loaders::wip15
