// Which drawable a window system's call is about, and which calls are marks.
#pragma once

#include <cstdint>
#include <optional>

#include "loaders/stream/call.h"

namespace replay {

// The drawable that a swap names; nothing for other calls and for frame ends that name none.
std::optional<std::uint64_t> drawable_of_swap(const loaders::Call& call);

// A call that makes a context and a drawable (0: none) current on its thread; nothing for other calls.
struct CurrentChange {
  std::uint64_t context = 0;
  std::uint64_t drawable = 0;
  bool succeeded = true;  // in the recording
};
std::optional<CurrentChange> change_of_current(const loaders::Call& call);

// The name of a place in the recording that the program marked; null for other calls.
const char* mark_name(const loaders::Call& call);

// The number of a drawable that the call ends; nothing for other calls.
std::optional<std::uint64_t> drawable_of_destroy(const loaders::Call& call);

// What a call says of a drawable's size, by its making or by the answer to a query. Queries ask for one of the two at a time:
// the other is 0 then.
struct SizeWord {
  std::uint64_t drawable = 0;
  int width = 0, height = 0;
  bool made = false;  // the drawable is new, and this is its size for good
};
std::optional<SizeWord> size_word(const loaders::Call& call);

}  // namespace replay
