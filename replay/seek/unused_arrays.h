// UnusedArrays: the declarations of arrays in client memory that a replay may leave out, because it leaves out the
// draws that use them.
//
// Old programs declare their arrays anew for each draw, and each declaration uploads what the recording holds. Where
// the draws in between are left out, only the last declaration matters:
//
//   glVertexPointer(2, GL_FLOAT, 0, memory)    left out: nothing that is made uses it
//   glDrawArrays(...)                          dead
//   glVertexPointer(2, GL_FLOAT, 0, memory)    made
//   glDrawArrays(...)                          made
//
// The search goes through one batch, from its end to its start. Only a later declaration of the same form makes one
// unused, because it cannot fail where the earlier one would not. All calls between the two must be ones that leave
// arrays alone, as rules.cc says.
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
  // `dead` has one element for each call of the batch, which is not 0 when the call is in a run of dead calls.
  void find(const loaders::Batch& batch, std::span<const std::uint8_t> dead);

  void forget() { any_ = false; }

  // Tells about the batch that was searched last.
  bool contains(std::size_t index) const { return any_ && unused_[index]; }

 private:
  void follow(const loaders::Call& call, std::size_t index, bool dead);
  void declare(const loaders::Call& call, std::size_t index);

  bool any_ = false;
  std::vector<bool> unused_;
  std::uint32_t thread_ = 0;
  // By array: the next declaration, when no call before it could use an earlier one.
  std::unordered_map<std::uint64_t, const loaders::Call*> next_;
};

}  // namespace replay
