// UnusedArrays: which declarations of arrays in client memory a replay may leave out, because the draws that use them are.
//
// Programs of old GL declare their arrays anew for each draw, and each declaration uploads what the recording holds. Where the draws
// in between are left out only the last one matters:
//
//   glVertexPointer(2, GL_FLOAT, 0, memory)    left out: nothing that is made uses it
//   glDrawArrays(...)                          dead
//   glVertexPointer(2, GL_FLOAT, 0, memory)    made
//   glDrawArrays(...)                          made
//
// It is looked for within a batch, from its end to its start, and only among declarations of the same form: the later one cannot
// fail where the earlier would not. Between them nothing may stand that rules.cc does not say to leave arrays alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "loaders/stream/batch.h"

namespace replay {

class UnusedArrays {
 public:
  // `dead`: of each call of the batch, whether it is in a run of dead calls; not 0 if so.
  void find(const loaders::Batch& batch, std::span<const std::uint8_t> dead);

  void forget() { any_ = false; }

  // Of the batch that was looked through last.
  bool contains(std::size_t index) const { return any_ && unused_[index]; }

 private:
  void look_at(const loaders::Call& call, std::size_t index, bool dead);
  void declare(const loaders::Call& call, std::size_t index);

  bool any_ = false;
  std::vector<bool> unused_;
  std::uint32_t thread_ = 0;
  // By array: the declaration that comes next, with nothing between that could use what is declared before.
  std::unordered_map<std::uint64_t, const loaders::Call*> next_;
};

}  // namespace replay
