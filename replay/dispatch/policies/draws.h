// Policies for what a call makes the driver do: draws, meshes and dispatches. They stand on a parameter that says how, `mode`
// mostly, and look at those that say how much.
#pragma once

#include <cstdint>

#include "replay/dispatch/policies/memory.h"
#include "replay/dispatch/policies/names.h"

namespace replay {

// What a draw needs besides its arguments: arrays that have storage, and bounds where the driver does not check them. Skips the
// call when it cannot be had. Only called when RecordedContext says that there may be something to do.
void prepare_draw(Attempt& attempt);

inline bool needs_preparation(const RecordedContext& context) {
  return context.arrays->may_be_empty() || context.checks_draws;
}

// Skips the call when it is more work than a limit allows. Each factor is below 2^32; negative ones are GL's to refuse.
inline void limit_work(Attempt& attempt, std::int64_t count, std::int64_t times, std::uint64_t most) {
  if (count > 0 && times > 0 && static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(times) > most) [[unlikely]] {
    attempt.skip(Skip::kTooMuchWork);
  }
}

// Of glDraw*: positions of the number of vertices and of instances; -1 where the call does not say it.
template <int Count, int Instances>
struct Draw : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if constexpr (Count >= 0) {
      std::int64_t instances = 1;
      if constexpr (Instances >= 0) instances = attempt.arg(Instances).i;
      limit_work(attempt, attempt.arg(Count).i, instances, attempt.dispatcher.limits.vertices);
    }
    if (needs_preparation(attempt.context())) [[unlikely]] prepare_draw(attempt);
    return static_cast<T>(value.u);
  }
};

// The counts of glMultiDraw*, all of them together.
void limit_counts(Attempt& attempt, const std::int32_t* counts, std::int64_t draws);

template <class Length>
struct Counts : In<Length> {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const T counts = In<Length>::template get<T>(attempt, value);
    if (attempt.ok) limit_counts(attempt, counts, Length::count(attempt));
    return counts;
  }
};

void limit_mesh(Attempt& attempt, std::int64_t columns, std::int64_t rows);

// glEvalMesh: first and last point in one or two directions.
template <int I1, int I2, int J1, int J2>
struct Mesh : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const std::int64_t columns = attempt.arg(I2).i - attempt.arg(I1).i + 1;
    std::int64_t rows = 1;
    if constexpr (J1 >= 0) rows = attempt.arg(J2).i - attempt.arg(J1).i + 1;
    limit_mesh(attempt, columns, rows);
    return static_cast<T>(value.u);
  }
};

// glDispatchCompute's first number of groups, with those of the other directions.
template <std::size_t X, std::size_t Y, std::size_t Z>
struct Groups : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    // Below 2^32 each; the product of two fits, and with one of them 0 nothing is done.
    const std::uint64_t plane = attempt.arg(X).u * attempt.arg(Y).u, depth = attempt.arg(Z).u;
    const std::uint64_t most = attempt.dispatcher.limits.groups;
    if (plane != 0 && depth > most / plane) attempt.skip(Skip::kTooMuchWork);
    return static_cast<T>(value.u);
  }
};

// How many consecutive names a call makes.
template <Kind K>
struct NewCount : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (value.i > 0) check_room(attempt, attempt.context().map(K).alive(), value.u);
    return static_cast<T>(value.u);
  }
};

}  // namespace replay
