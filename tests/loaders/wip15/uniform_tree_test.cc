#include "loaders/wip15/uniform_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "loaders/base/limits.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

std::string u32(std::uint64_t value) { return tests::little_endian(value, 4); }
std::string name(const std::string& text) { return u32(text.size()) + text; }
std::string scalar(const std::string& text, int location) { return name(text) + '\0' + u32(location) + "\x01\x01"; }
std::string sampler(const std::string& text, int location) {
  return name(text) + '\x07' + u32(location) + std::string("\x01\0\0\0\0", 5);
}
std::string structure(const std::string& text, int count) { return name(text) + '\x0a' + u32(count); }
std::string array(const std::string& text, int count) { return name(text) + '\x0b' + u32(count); }

// The leaves as "name=location ...", with a "!" at the end when the tree is malformed.
std::string leaves(const std::string& tree) {
  std::string text;
  const bool sound =
      read_uniform_tree(Cursor(std::as_bytes(std::span(tree))), [&](std::string_view leaf, std::uint32_t location) {
        text += std::string(leaf) + "=" + std::to_string(location) + " ";
      });
  return sound ? text : text + "!";
}

TEST(UniformTree, NamesAsGlTakesThem) {
  const std::string tree = u32(9) + u32(4) + scalar("tint", 7) + sampler("tex", 1) + array("l", 2) + structure("", 2) +
                           scalar("k", 2) + scalar("amb", 3) + structure("", 2) + scalar("k", 4) + scalar("amb", 5) +
                           structure("s", 1) + array("m", 2) + scalar("", 8) + scalar("", 9);
  EXPECT_EQ(leaves(tree), "tint=7 tex=1 l[0].k=2 l[0].amb=3 l[1].k=4 l[1].amb=5 s.m[0]=8 s.m[1]=9 ");
}

TEST(UniformTree, OfNothing) { EXPECT_EQ(leaves(u32(0) + u32(0)), ""); }

TEST(UniformTree, CutAnywhere) {
  const std::string tree = u32(1) + u32(2) + scalar("tint", 7) + array("l", 1) + structure("", 1) + scalar("k", 2);
  for (std::size_t size = 0; size < tree.size(); ++size) EXPECT_EQ(leaves(tree.substr(0, size)).back(), '!') << size;
}

TEST(UniformTree, RefusesWhatNoWriterWrites) {
  EXPECT_EQ(leaves(u32(1) + u32(1) + name("x") + '\x0c' + std::string(20, '\0')), "!") << "a base that does not exist";
  EXPECT_EQ(leaves(u32(1) + u32(0xffffffff) + scalar("x", 1)), "x=1 !");

  std::string deep = u32(1) + u32(1);
  for (int i = 0; i < 100000; ++i) deep += structure("s", 1);
  EXPECT_EQ(leaves(deep), "!") << "and no stack overflow";

  std::string wide = u32(1) + u32(1);
  for (int i = 0; i < 30; ++i) wide += structure(std::string(1000, 'n'), 1);
  EXPECT_EQ(leaves(wide + scalar("x", 1)), "!") << "a full name above " << kMaxUniformNameBytes << " bytes";
}

}  // namespace
}  // namespace loaders::wip15
