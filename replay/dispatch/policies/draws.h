// Policies for the work that a call makes the driver do: draws, meshes and dispatches. Such a policy belongs to one
// parameter of the call (`mode` in most cases) and also reads the parameters that say how much work there is.
#pragma once

#include <cstdint>

#include "replay/dispatch/policies/memory.h"
#include "replay/dispatch/policies/names.h"

namespace replay {

// Gives arrays without storage some storage, and checks the bounds of the draw when the driver does not. Skips the
// call when it cannot be made safe. It is only called when RecordedContext says that there may be something to do.
void prepare_draw(CallInProgress& attempt);

inline bool needs_preparation(const RecordedContext& context) {
  return context.arrays->may_be_empty() || context.checks_draws;
}

// Skips the call when it is more work than a limit allows. Each factor is below 2^32; GL itself refuses negative ones.
inline void limit_work(CallInProgress& attempt, std::int64_t count, std::int64_t times, std::uint64_t most) {
  if (count > 0 && times > 0 && static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(times) > most)
      [[unlikely]] {
    attempt.skip(Skip::kTooMuchWork);
  }
}

// The mode of glDraw*. `Count` and `Instances` are the positions of the numbers of vertices and of instances, or -1
// when the function has no such parameter.
template <int Count, int Instances>
struct Draw : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if constexpr (Count >= 0) {
      std::int64_t instances = 1;
      if constexpr (Instances >= 0) instances = attempt.arg(Instances).i;
      limit_work(attempt, attempt.arg(Count).i, instances, attempt.dispatcher.limits.vertices);
    }
    if (needs_preparation(attempt.context())) [[unlikely]]
      prepare_draw(attempt);
    return static_cast<T>(value.u);
  }
};

// Limits the sum of the counts of glMultiDraw*.
void limit_counts(CallInProgress& attempt, const std::int32_t* counts, std::int64_t draws);

template <class Length>
struct Counts : In<Length> {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const T counts = In<Length>::template get<T>(attempt, value);
    if (attempt.ok) limit_counts(attempt, counts, Length::count(attempt));
    return counts;
  }
};

void limit_mesh(CallInProgress& attempt, std::int64_t columns, std::int64_t rows);

// The mode of glEvalMesh. The arguments are the positions of the first and last point in one or two directions.
template <int I1, int I2, int J1, int J2>
struct Mesh : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const std::int64_t columns = attempt.arg(I2).i - attempt.arg(I1).i + 1;
    std::int64_t rows = 1;
    if constexpr (J1 >= 0) rows = attempt.arg(J2).i - attempt.arg(J1).i + 1;
    limit_mesh(attempt, columns, rows);
    return static_cast<T>(value.u);
  }
};

// The first number of groups of glDispatchCompute. It is checked together with those of the other two directions.
template <std::size_t X, std::size_t Y, std::size_t Z>
struct Groups : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    // Each number is below 2^32, so the product of two fits into 64 bits. With a 0 among them nothing is computed.
    const std::uint64_t plane = attempt.arg(X).u * attempt.arg(Y).u, depth = attempt.arg(Z).u;
    const std::uint64_t most = attempt.dispatcher.limits.groups;
    if (plane != 0 && depth > most / plane) attempt.skip(Skip::kTooMuchWork);
    return static_cast<T>(value.u);
  }
};

// The parameter that says how many consecutive names a call makes.
template <Kind K>
struct NewCount : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.i > 0) check_room(attempt, attempt.context().map(K).alive(), value.u);
    return static_cast<T>(value.u);
  }
};

}  // namespace replay
