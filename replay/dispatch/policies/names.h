// Policies for object names: recorded names become those that the driver gave in this run.
#pragma once

#include <algorithm>
#include <cstdint>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/policies/lengths.h"
#include "replay/dispatch/policies/scalars.h"
#include "replay/dispatch/policies/storage.h"
#include "replay/remap/create_name.h"

namespace replay {

// The live name, or 0 and a skip when the recording never created the object.
inline std::uint32_t live_name(Attempt& attempt, Kind kind, std::uint64_t recorded) {
  const auto name = static_cast<std::uint32_t>(recorded);
  const std::uint32_t live = attempt.context().map(kind).find(name);
  if (live == 0 && name != 0) [[unlikely]] attempt.skip(Skip::kUnknownName);
  return live;
}

// The live name; an object that the recording has not seen is made now. Binding is how programs make objects under names of
// their own choice, and how a recording that lost its glGen* shows them first.
inline std::uint32_t live_name_or_new(Attempt& attempt, Kind kind, std::uint64_t recorded) {
  const auto name = static_cast<std::uint32_t>(recorded);
  NameMap& map = attempt.context().map(kind);
  std::uint32_t live = map.find(name);
  if (live == 0 && name != 0) [[unlikely]] {
    check_room(attempt, map.alive(), 1);
    if (!attempt.ok) return 0;
    live = create_name(*attempt.dispatcher.gl, kind);
    if (live == 0) attempt.skip(Skip::kUnknownName);
    map.set(name, live);
  }
  return live;
}

inline void* live_sync(Attempt& attempt, std::uint64_t recorded) {
  const auto& syncs = attempt.context().group->syncs;
  const auto found = syncs.find(recorded);
  if (found != syncs.end()) return found->second;
  if (recorded != 0) attempt.skip(Skip::kUnknownName);
  return nullptr;
}

template <Kind K>
struct Name : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if constexpr (K == Kind::kSync) return static_cast<T>(live_sync(attempt, value.u));
    else return static_cast<T>(live_name(attempt, K, value.u));
  }
};

template <Kind K>
struct BindName : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    return static_cast<T>(live_name_or_new(attempt, K, value.u));
  }
};

// Programs and shaders keep their entry: GL lets a deleted one be named as long as it is in use or attached. There is nothing to
// delete under a name that was never made.
template <Kind K>
struct DeleteName : Name<K> {
  static constexpr bool kHasAfter = K != Kind::kProgram && K != Kind::kShader;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (!is_made(attempt, value.u)) attempt.skip(Skip::kNothingToDelete);
    return Name<K>::template get<T>(attempt, value);
  }
  static bool is_made(const Attempt& attempt, std::uint64_t recorded) {
    if constexpr (K == Kind::kSync) return recorded == 0 || attempt.context().group->syncs.contains(recorded);
    else return recorded == 0 || attempt.context().map(K).find(static_cast<std::uint32_t>(recorded)) != 0;
  }
  template <class T>
  static void after(Attempt& attempt, T, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    if constexpr (K == Kind::kSync) attempt.context().group->syncs.erase(value.u);
    else attempt.context().map(K).erase(static_cast<std::uint32_t>(value.u));
  }
};

// The object that argument Target's enum says: a renderbuffer, or a texture for every other target.
template <std::size_t Target>
struct ImageName : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    constexpr std::uint64_t kRenderbufferTarget = 0x8D41;
    const Kind kind = attempt.arg(Target).u == kRenderbufferTarget ? Kind::kRenderbuffer : Kind::kTexture;
    return static_cast<T>(live_name(attempt, kind, value.u));
  }
};

// The object whose kind argument Identifier names (glObjectLabel's GL_BUFFER, GL_SHADER ...).
template <std::size_t Identifier>
struct NameOfIdentifier : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const Kind kind = kind_of_identifier(static_cast<std::uint32_t>(attempt.arg(Identifier).u));
    if (kind == Kind::kNone) return static_cast<T>(value.u);  // not an object: GL refuses it
    return static_cast<T>(live_name(attempt, kind, value.u));
  }
};

// Reads element `index` of an array of names, whatever width the plan gave it.
inline std::uint32_t recorded_name_at(const loaders::Value& value, std::size_t index) {
  return static_cast<const std::uint32_t*>(value.p)[index];
}

// An array argument of names of which GL reads `length`: null when it is not there or too short, and the call is skipped.
inline bool has_names(Attempt& attempt, const loaders::Value& value, std::int64_t length) {
  if (!attempt.ok) return false;
  if (length == 0) return true;
  if (value.kind != loaders::ValueKind::kArray || loaders::elem_size(value.elem) != sizeof(std::uint32_t)) {
    attempt.skip(value.kind == loaders::ValueKind::kPointer ? Skip::kStrayAddress : Skip::kNoData);
    return false;
  }
  if (length > value.count) attempt.skip(Skip::kShortData);
  return attempt.ok;
}

// The first `count` names, each turned by `turn(recorded)`, in scratch memory; null when there are not as many.
template <class Turn>
std::uint32_t* turned_names(Attempt& attempt, const loaders::Value& value, std::int64_t count, Turn turn) {
  if (!has_names(attempt, value, count)) return nullptr;
  auto* live = attempt.scratch<std::uint32_t>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) live[i] = turn(recorded_name_at(value, i));
  return live;
}

template <Kind K, class Length>
struct Names : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    return turned_names(attempt, value, Length::count(attempt),
                        [&](std::uint32_t recorded) { return live_name(attempt, K, recorded); });
  }
};

// glBindTextures and its like: a null array unbinds, an unknown name makes the object.
template <Kind K, class Length>
struct BindNames : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    return turned_names(attempt, value, Length::count(attempt),
                        [&](std::uint32_t recorded) { return live_name_or_new(attempt, K, recorded); });
  }
};

// What a deleted object took; buffers go by their recorded names.
inline void give_back_storage(Attempt& attempt, Kind kind, std::uint32_t recorded, std::uint32_t live) {
  Storage& storage = attempt.context().group->storage;
  if (kind == Kind::kTexture) storage.give_back(Storage::Of::kTexture, live);
  if (kind == Kind::kRenderbuffer) storage.give_back(Storage::Of::kRenderbuffer, live);
  if (kind == Kind::kBuffer) storage.give_back(Storage::Of::kBuffer, recorded);
}

// Unknown names are passed as 0, which glDelete* ignores. A deletion that GL refused leaves the names alone.
template <Kind K, class Length>
struct DeleteNames : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const NameMap& map = attempt.context().map(K);
    return turned_names(attempt, value, Length::count(attempt),
                        [&](std::uint32_t recorded) { return map.find(recorded); });
  }
  template <class T>
  static void after(Attempt& attempt, T live, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    const auto count = Length::count(attempt);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      attempt.context().map(K).erase(recorded_name_at(value, i));
      give_back_storage(attempt, K, recorded_name_at(value, i), live[i]);
    }
  }
};

// glGen*, glCreate*: the recording holds the names that its driver made, ours makes as many.
template <Kind K, class Length>
struct NewNames : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const std::int64_t count = Length::count(attempt);
    check_room(attempt, attempt.context().map(K).alive(), static_cast<std::uint64_t>(count));
    return turned_names(attempt, value, count, [](std::uint32_t) { return 0u; });
  }
  template <class T>
  static void after(Attempt& attempt, T live, const loaders::Value& value) {
    const auto count = Length::count(attempt);
    NameMap& map = attempt.context().map(K);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) map.set(recorded_name_at(value, i), live[i]);
  }
};

// glCreateShader, glCreateProgram, glFenceSync: the result is the name.
template <Kind K>
struct NewName {
  template <class T>
  static void after(Attempt& attempt, T live) {
    const loaders::Value* recorded = attempt.call.result();
    if (recorded == nullptr || recorded->u == 0) return;
    if constexpr (K == Kind::kSync) {
      auto& syncs = attempt.context().group->syncs;
      if (syncs.size() < attempt.dispatcher.limits.objects) syncs[recorded->u] = live;
    } else {
      const auto name = static_cast<std::uint32_t>(recorded->u);
      const auto live_name = static_cast<std::uint32_t>(live);
      attempt.context().map(K).set(name, live_name);
      if constexpr (K == Kind::kProgram) attempt.context().group->add_program(name, live_name);
    }
  }
};

// Ranges of consecutive names, cut at a number that no program reaches.
inline constexpr std::int64_t kMaxRange = 1 << 20;

// glGenFragmentShadersATI(range): the result is the first name.
template <Kind K, class Length>
struct NewNameRange {
  template <class T>
  static void after(Attempt& attempt, T live) {
    const loaders::Value* recorded = attempt.call.result();
    if (recorded == nullptr || recorded->u == 0 || live == 0) return;
    const auto count = static_cast<std::uint32_t>(std::min(Length::count(attempt), kMaxRange));
    for (std::uint32_t i = 0; i < count; ++i) {
      attempt.context().map(K).set(static_cast<std::uint32_t>(recorded->u) + i, static_cast<std::uint32_t>(live) + i);
    }
  }
};

template <Kind K, class Length>
struct DeleteNameRange : Name<K> {
  static constexpr bool kHasAfter = true;
  template <class T>
  static void after(Attempt& attempt, T, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    const auto count = static_cast<std::uint32_t>(std::min(Length::count(attempt), kMaxRange));
    for (std::uint32_t i = 0; i < count; ++i) attempt.context().map(K).erase(static_cast<std::uint32_t>(value.u) + i);
  }
};

}  // namespace replay
