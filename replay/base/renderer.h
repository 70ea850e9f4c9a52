// What the name of a renderer (GL_RENDERER) tells.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace replay {

// Whether the driver draws on the CPU. Such a driver has no time of a GPU to tell: it takes a time stamp when it has
// read the command, not when it has drawn. And replays cannot disturb each other there.
inline bool draws_on_cpu(std::string_view renderer) {
  constexpr std::string_view kNames[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader", "SWR"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

}  // namespace replay
