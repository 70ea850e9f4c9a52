// Cuts files at every byte, and changes every byte. Nothing may crash, and the calls before the damage must be read.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/loaders/load_text.h"
#include "tests/wtf_builder.h"

namespace loaders::wtf {
namespace {

using tests::array;
using tests::WtfBuilder;
using tests::WtfKind;

class WtfDamage : public testing::TestWithParam<WtfKind> {
 protected:
  static WtfBuilder trace() {
    WtfBuilder trace;
    trace.define("my#all(uint8 a, float32 b, utf8 c, any d, uint16[] e, uint8[] f)", "scope");
    trace.event(1, "wtf.zone#create", {1, "zone", "script", ""}).event(1, "wtf.zone#set", {1});
    trace.event(2, "my#all", {1, 0.5, "text", "{\"a\":[1,{}]}", array({1, 2, 3}), array({1, 2, 3, 4, 5})});
    trace.next_chunk();
    trace.event(3, "wtf.scope#leave").event(4, "wtf.trace#mark", {"mark", "1e5"});
    trace.event(5, "wtf.timing#frameEnd", {1}).event(6, "wtf.scope#leave");
    return trace;
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, WtfDamage, testing::ValuesIn(tests::kWtfKinds));

bool is_list(WtfKind kind) { return kind == WtfKind::kList1 || kind == WtfKind::kList2; }

TEST_P(WtfDamage, CutAtEveryByte) {
  WtfBuilder builder = trace();
  const auto bytes = builder.file(GetParam());
  const auto ends = builder.ends();
  const tests::Loaded whole = tests::load(bytes);
  ASSERT_FALSE(whole.error);
  std::size_t most = 0;
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    SCOPED_TRACE("cut after " + std::to_string(size) + " bytes");
    const tests::Loaded loaded = tests::load({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, 64);
    if (loaded.refused) {
      ASSERT_EQ(most, 0u) << loaded.refused->to_string();
      continue;
    }
    ASSERT_EQ(loaded.text, whole.text.substr(0, loaded.text.size()));
    ASSERT_GE(loaded.calls, most) << "a longer file has no fewer events";
    most = loaded.calls;
    if (loaded.error) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut) << loaded.error->to_string();
      EXPECT_EQ(loaded.error->call, loaded.calls);
    }
    if (ends.empty()) continue;
    // In a list, the 10 definitions are no events.
    const auto complete = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
    const std::size_t definitions = is_list(GetParam()) ? std::min<std::size_t>(complete, 10) : 0;
    ASSERT_EQ(loaded.calls, complete - definitions);
  }
  EXPECT_EQ(most, whole.calls);
}

TEST_P(WtfDamage, ChangedAtEveryByte) {
  const auto bytes = trace().file(GetParam());
  for (const auto mask : {std::byte{0xff}, std::byte{0x01}, std::byte{0x80}, std::byte{0x20}}) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto changed = bytes;
      changed[i] ^= mask;
      const tests::Loaded loaded = tests::load(std::move(changed));
      EXPECT_LE(loaded.text.size(), 100000u);
    }
  }
}

}  // namespace
}  // namespace loaders::wtf
