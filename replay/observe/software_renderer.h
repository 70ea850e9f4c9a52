// Renderers that draw on the processor. They draw when somebody waits for them, and not when a draw is issued, so time
// stamps of GL say nothing of them.
#pragma once

#include <algorithm>
#include <string_view>

namespace replay {

inline bool draws_on_processor(std::string_view renderer) {
  constexpr std::string_view kNames[] = {"llvmpipe",    "softpipe", "SWR",
                                         "SwiftShader", "lavapipe", "Software Rasterizer"};
  return std::ranges::any_of(kNames,
                             [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

}  // namespace replay
