// What a recorded draw says about the vertices that it reads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "loaders/stream/call.h"

namespace replay {

// Vertices one after the other: `first` and those after it, or those that indices name.
struct DrawRange {
  std::int64_t first = 0, count = 0;
  const loaders::Value* indices = nullptr;  // bytes of the client, or an offset into the buffer of indices
  std::int64_t base_vertex = 0;
  std::int64_t instances = 1;
  std::uint64_t base_instance = 0;
};

// Where a draw has its ranges from.
struct DrawCall {
  enum class From : std::uint8_t {
    kArguments,          // `ranges`
    kIndirect,           // commands in a buffer, or in memory of the client
    kTransformFeedback,  // an object of transform feedback knows the count
    kImmediate,          // glEnd: calls since glBegin
    kList,               // glCallList, glCallLists
  };
  From from = From::kArguments;
  std::uint32_t mode = 0;        // GL_TRIANGLES ...; unknown for kImmediate and kList
  std::uint32_t index_type = 0;  // GL_UNSIGNED_SHORT ...; 0: without indices
  std::vector<DrawRange> ranges{};
  const loaders::Value* indirect = nullptr;                 // the first command
  std::int64_t commands = 1, stride = 0;                    // of kIndirect; a stride of 0: one after the other
  std::optional<std::int64_t> count_offset = std::nullopt;  // where the parameter buffer has the number of commands
};

// Nothing for a call that draws no vertices. The arguments are those of the recording: nothing is checked but that they
// are there.
std::optional<DrawCall> draw_call_of(const loaders::Call& call);

}  // namespace replay
