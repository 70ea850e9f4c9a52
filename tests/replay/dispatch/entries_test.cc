// Each call finds the function of its own name in glad's table.
#include "replay/dispatch/entries.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace replay {
namespace {

using glbindings::FunctionId;

// Addresses that are never called.
void fill(GladGLContext& table) {
  std::uintptr_t address = 0;
#define REPLAY_ENTRY(function, entry) table.entry = reinterpret_cast<decltype(table.entry)>(++address);
#include "glbindings/gl_entries.inc"
#undef REPLAY_ENTRY
}

TEST(Entries, AreFoundByTheFunctionOfACall) {
  GladGLContext table{};
  fill(table);
  std::size_t checked = 0;
#define REPLAY_ENTRY(function, entry)                                                                \
  ASSERT_EQ(entry_of<decltype(table.entry)>(table, FunctionId::function), table.entry) << #function; \
  ++checked;
#include "glbindings/gl_entries.inc"
#undef REPLAY_ENTRY
  EXPECT_GT(checked, 3000u);
}

}  // namespace
}  // namespace replay
