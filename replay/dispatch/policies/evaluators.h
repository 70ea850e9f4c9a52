// The policy for the control points of glMap1 and glMap2, which have a stride in each direction.
#pragma once

#include <cstdint>

#include "replay/dispatch/policies/memory.h"

namespace replay {

// Returns how many numbers a control point of a map target has (GL_MAP1_VERTEX_3: 3), or 0 for any other enum.
constexpr std::int64_t evaluator_components(std::uint32_t target) {
  constexpr std::uint32_t kMap1Color4 = 0x0D90, kMap2Color4 = 0x0DB0;
  // Both ranges have the order COLOR_4, INDEX, NORMAL, TEXTURE_COORD_1 .. 4, VERTEX_3, VERTEX_4.
  constexpr std::int64_t kComponents[] = {4, 1, 3, 1, 2, 3, 4, 3, 4};
  const std::uint32_t index = target >= kMap2Color4 ? target - kMap2Color4 : target - kMap1Color4;
  return index < std::size(kComponents) ? kComponents[index] : 0;
}

// The template arguments are argument positions, which are -1 for the second direction of glMap1.
template <int Target, int UStride, int UOrder, int VStride, int VOrder>
struct EvaluatorPoints : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const auto components = evaluator_components(static_cast<std::uint32_t>(attempt.arg(Target).u));
    std::int64_t last = reach<UStride, UOrder>(attempt);
    if constexpr (VStride >= 0) last += reach<VStride, VOrder>(attempt);
    const auto size = static_cast<std::int64_t>(sizeof(Pointee<T>));
    return static_cast<T>(readable(attempt, value, (last + components) * size, sizeof(Pointee<T>)));
  }

 private:
  // Returns the distance of the last point from the first. GL refuses orders above a few dozen before it reads.
  template <int Stride, int Order>
  static std::int64_t reach(const CallInProgress& attempt) {
    constexpr std::int64_t kMaxPoints = 1 << 10;
    const auto order = std::clamp<std::int64_t>(attempt.arg(Order).i, 1, kMaxPoints);
    return std::clamp<std::int64_t>(attempt.arg(Stride).i, 0, std::int64_t{1} << 32) * (order - 1);
  }
};

}  // namespace replay
