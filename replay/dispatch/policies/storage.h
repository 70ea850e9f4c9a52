// Policies for parameters of calls that make storage, and for those that make objects.
#pragma once

#include <cstdint>

#include "replay/dispatch/policies/scalars.h"

namespace replay {

// What a call asks storage for: positions of its parameters are resolved, absent ones have the value that GL has in mind.
struct StorageRequest {
  std::uint32_t format = 0;  // internal
  std::int64_t width = 1, height = 1, depth = 1;
  std::int64_t levels = 1;   // of glTexStorage
  std::int64_t level = 0;    // of glTexImage
  std::int64_t samples = 1;
};

// Counts it for the object that argument `object` names, or that is bound to the target which it says. Skips the call when
// that is more than the limits allow.
void take_storage(Attempt& attempt, std::size_t object, const StorageRequest& request);

// The internal format of a call that makes an image; positions of its other parameters, -1 where it has none.
template <int Object, int Width, int Height, int Depth, int Levels, int Level, int Samples>
struct ImageStorage : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    StorageRequest request{.format = static_cast<std::uint32_t>(value.u), .width = attempt.arg(Width).i};
    if constexpr (Height >= 0) request.height = attempt.arg(Height).i;
    if constexpr (Depth >= 0) request.depth = attempt.arg(Depth).i;
    if constexpr (Levels >= 0) request.levels = attempt.arg(Levels).i;
    if constexpr (Level >= 0) request.level = attempt.arg(Level).i;
    if constexpr (Samples >= 0) request.samples = attempt.arg(Samples).i;
    take_storage(attempt, Object, request);
    return static_cast<T>(value.u);
  }
};

// For glBufferData and its like: argument 0 says the buffer, by name or by target.
void take_buffer_storage(Attempt& attempt, std::int64_t bytes);

// Skips the call when so many objects more would be too many.
inline void check_room(Attempt& attempt, std::uint64_t alive, std::uint64_t more) {
  if (alive + more > attempt.dispatcher.limits.objects) [[unlikely]] attempt.skip(Skip::kTooManyObjects);
}

}  // namespace replay
