// Policies for parameters of calls that allocate storage or create objects.
#pragma once

#include <cstdint>

#include "replay/dispatch/policies/scalars.h"

namespace replay {

// The image that a call allocates storage for. Parameters that the function does not have keep the values that GL uses.
struct StorageRequest {
  std::uint32_t format = 0;  // the internal format
  std::int64_t width = 1, height = 1, depth = 1;
  std::int64_t levels = 1;  // from glTexStorage
  std::int64_t level = 0;   // from glTexImage
  std::int64_t samples = 1;
};

// Counts the storage for the object that argument `object` names, or that is bound to the target in this argument.
// Skips the call when the storage is more than the limits allow.
void take_storage(CallInProgress& attempt, std::size_t object, const StorageRequest& request);

// The internal format of a call that allocates an image. The template arguments are the positions of its other
// parameters, or -1 when the function has no such parameter.
template <int Object, int Width, int Height, int Depth, int Levels, int Level, int Samples>
struct ImageStorage : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
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

// Counts the storage of glBufferData and similar functions, whose argument 0 is the buffer's name or its target.
void take_buffer_storage(CallInProgress& attempt, std::int64_t bytes);

// Skips the call when `more` objects in addition to those that are alive would exceed the limit.
inline void check_room(CallInProgress& attempt, std::uint64_t alive, std::uint64_t more) {
  if (alive + more > attempt.dispatcher.limits.objects) [[unlikely]]
    attempt.skip(Skip::kTooManyObjects);
}

}  // namespace replay
