// Which drawable a call of a window system names, and which calls are marks.
#pragma once

#include <cstdint>
#include <optional>

#include "loaders/stream/call.h"

namespace replay {

// Returns the drawable that a swap names. Other calls, and frame ends that name no drawable, give nothing.
std::optional<std::uint64_t> drawable_of_swap(const loaders::Call& call);

// What a call makes current on its thread; a 0 stands for none. Calls that change nothing current give nothing.
struct CurrentChange {
  std::uint64_t context = 0;
  std::uint64_t drawable = 0;  // that is drawn into
  std::uint64_t read_drawable = 0;
  bool succeeded = true;  // whether the call succeeded in the recording

  bool operator==(const CurrentChange&) const = default;
};
std::optional<CurrentChange> change_of_current(const loaders::Call& call);

// Returns the name that the program gave to this place in the recording, or null when the call is not a mark.
const char* mark_name(const loaders::Call& call);

// Returns the number of the drawable that the call destroys, or nothing for other calls.
std::optional<std::uint64_t> drawable_of_destroy(const loaders::Call& call);

// What a call says about the size of a drawable, either because it creates the drawable or because it queries the size.
// A query asks for the width or the height; the other is 0 then.
struct SizeHint {
  std::uint64_t drawable = 0;
  int width = 0, height = 0;
  bool made = false;  // the call creates the drawable, and this is its final size
};
std::optional<SizeHint> size_hint(const loaders::Call& call);

}  // namespace replay
