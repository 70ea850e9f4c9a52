// Policies for object names: they replace recorded names by those that the driver gave in this run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/policies/lengths.h"
#include "replay/dispatch/policies/scalars.h"
#include "replay/dispatch/policies/storage.h"
#include "replay/remap/create_name.h"

namespace replay {

// Returns the live name. When the recording never created the object, it skips the call and returns 0. A call of a
// display list may have created it again.
inline std::uint32_t live_name(CallInProgress& attempt, Kind kind, std::uint64_t recorded) {
  const auto name = static_cast<std::uint32_t>(recorded);
  const NameMap& map = attempt.context().map(kind);
  std::uint32_t live = map.find(name);
  if (live == 0 && name != 0) [[unlikely]] {
    live = map.find_erased(name);
    if (live == 0) attempt.skip(Skip::kUnknownName);
  }
  return live;
}

// Returns the live name, and creates the object if it is not known yet. Programs may choose a name themselves and
// create the object by binding it. In a recording that lacks a glGen*, the object also appears first when it is
// bound.
inline std::uint32_t live_name_or_new(CallInProgress& attempt, Kind kind, std::uint64_t recorded) {
  const auto name = static_cast<std::uint32_t>(recorded);
  NameMap& map = attempt.context().map(kind);
  std::uint32_t live = map.find(name);
  if (live == 0 && name != 0) [[unlikely]] {
    check_room(attempt, map.alive(), 1);
    if (!attempt.ok) return 0;
    live = map.find_erased(name);
    if (live == 0) live = create_name(*attempt.dispatcher.gl, kind);
    if (live == 0) attempt.skip(Skip::kUnknownName);
    map.set(name, live);
  }
  if (attempt.context().compiled_list != 0) [[unlikely]]
    map.note_in_list(name);
  return live;
}

inline void* live_sync(CallInProgress& attempt, std::uint64_t recorded) {
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
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if constexpr (K == Kind::kSync) return static_cast<T>(live_sync(attempt, value.u));
    else return static_cast<T>(live_name(attempt, K, value.u));
  }
};

template <Kind K>
struct BindName : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    return static_cast<T>(live_name_or_new(attempt, K, value.u));
  }
};

// The name of an object to delete. Programs and shaders keep their entry in the map, because a deleted one may be
// named as long as it is in use or attached. A call that deletes a name that was never created is skipped.
template <Kind K>
struct DeleteName : Name<K> {
  static constexpr bool kHasAfter = K != Kind::kProgram && K != Kind::kShader;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (!is_made(attempt, value.u)) attempt.skip(Skip::kNothingToDelete);
    return Name<K>::template get<T>(attempt, value);
  }
  static bool is_made(const CallInProgress& attempt, std::uint64_t recorded) {
    if constexpr (K == Kind::kSync) return recorded == 0 || attempt.context().group->syncs.contains(recorded);
    else return recorded == 0 || attempt.context().map(K).find(static_cast<std::uint32_t>(recorded)) != 0;
  }
  template <class T>
  static void after(CallInProgress& attempt, T, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    if constexpr (K == Kind::kSync) attempt.context().group->syncs.erase(value.u);
    else attempt.context().map(K).erase(static_cast<std::uint32_t>(value.u));
  }
};

// The name of a renderbuffer when argument Target says so, or of a texture for every other target.
template <std::size_t Target>
struct ImageName : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    constexpr std::uint64_t kRenderbufferTarget = 0x8D41;
    const Kind kind = attempt.arg(Target).u == kRenderbufferTarget ? Kind::kRenderbuffer : Kind::kTexture;
    return static_cast<T>(live_name(attempt, kind, value.u));
  }
};

// The name of an object whose kind is given by argument Identifier (GL_BUFFER, GL_SHADER ... of glObjectLabel).
template <std::size_t Identifier>
struct NameOfIdentifier : Policy {
  static constexpr bool kCanSkip = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const Kind kind = kind_of_identifier(static_cast<std::uint32_t>(attempt.arg(Identifier).u));
    if (kind == Kind::kNone) return static_cast<T>(value.u);  // GL refuses an identifier that is not a kind of object
    return static_cast<T>(live_name(attempt, kind, value.u));
  }
};

// Reads element `index` of an array of names. Precondition: has_names() is true for more than `index` names.
inline std::uint32_t recorded_name_at(const loaders::Value& value, std::size_t index) {
  return static_cast<const std::uint32_t*>(value.p)[index];
}

// Returns whether an array has the `length` names that GL reads. Skips the call when the array is missing or too short.
inline bool has_names(CallInProgress& attempt, const loaders::Value& value, std::int64_t length) {
  if (!attempt.ok) return false;
  if (length == 0) return true;
  if (value.kind != loaders::ValueKind::kArray || loaders::elem_size(value.elem) != sizeof(std::uint32_t)) {
    attempt.skip(value.kind == loaders::ValueKind::kPointer ? Skip::kStrayAddress : Skip::kNoData);
    return false;
  }
  if (length > value.count) attempt.skip(Skip::kShortData);
  return attempt.ok;
}

// Returns the first `count` names in scratch memory, each converted by `turn(recorded)`. Returns null when there are
// fewer.
template <class Turn>
std::uint32_t* turned_names(CallInProgress& attempt, const loaders::Value& value, std::int64_t count, Turn turn) {
  if (!has_names(attempt, value, count)) return nullptr;
  auto* live = attempt.scratch<std::uint32_t>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) live[i] = turn(recorded_name_at(value, i));
  return live;
}

template <Kind K, class Length>
struct Names : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    return turned_names(attempt, value, Length::count(attempt),
                        [&](std::uint32_t recorded) { return live_name(attempt, K, recorded); });
  }
};

// The names of glBindTextures and similar functions. A null array unbinds; an unknown name creates the object.
template <Kind K, class Length>
struct BindNames : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    return turned_names(attempt, value, Length::count(attempt),
                        [&](std::uint32_t recorded) { return live_name_or_new(attempt, K, recorded); });
  }
};

// Gives back the storage that was counted for a deleted object. Buffers are counted under their recorded names.
inline void give_back_storage(CallInProgress& attempt, Kind kind, std::uint32_t recorded, std::uint32_t live) {
  Storage& storage = attempt.context().group->storage;
  if (kind == Kind::kTexture) storage.give_back(Storage::Of::kTexture, live);
  if (kind == Kind::kRenderbuffer) storage.give_back(Storage::Of::kRenderbuffer, live);
  if (kind == Kind::kBuffer) storage.give_back(Storage::Of::kBuffer, recorded);
}

// The names of glDelete*. Unknown names are passed as 0, which glDelete* ignores. When GL refuses a deletion, the
// names stay.
template <Kind K, class Length>
struct DeleteNames : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const NameMap& map = attempt.context().map(K);
    return turned_names(attempt, value, Length::count(attempt), [&](std::uint32_t recorded) {
      const std::uint32_t live = map.find(recorded);
      return live != 0 ? live : map.find_erased(recorded);
    });
  }
  template <class T>
  static void after(CallInProgress& attempt, T live, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    const auto count = Length::count(attempt);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      attempt.context().map(K).erase(recorded_name_at(value, i));
      give_back_storage(attempt, K, recorded_name_at(value, i), live[i]);
    }
  }
};

// The names of glGen* and glCreate*. The recording has the names that its driver made; our driver makes as many. Where
// display lists have a live name already, it is used instead, unless the call has made an object.
template <Kind K, class Length>
struct NewNames : ScratchPolicy {
  static constexpr bool kHasAfter = true;
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const std::int64_t count = Length::count(attempt);
    check_room(attempt, attempt.context().map(K).alive(), static_cast<std::uint64_t>(count));
    return turned_names(attempt, value, count, [](std::uint32_t) { return 0u; });
  }
  template <class T>
  static void after(CallInProgress& attempt, T live, const loaders::Value& value) {
    const auto count = Length::count(attempt);
    NameMap& map = attempt.context().map(K);
    const bool only_names = std::string_view(glbindings::signature(attempt.call.function).name()).starts_with("glGen");
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const std::uint32_t recorded = recorded_name_at(value, i), in_lists = map.find_erased(recorded);
      map.set(recorded, only_names && in_lists != 0 ? in_lists : live[i]);
    }
  }
};

// The result of glCreateShader, glCreateProgram and glFenceSync, which is the new name.
template <Kind K>
struct NewName {
  template <class T>
  static void after(CallInProgress& attempt, T live) {
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

// The longest range of consecutive names. No program reaches it.
inline constexpr std::int64_t kMaxRange = 1 << 20;

// The result of glGenFragmentShadersATI(range), which is the first name of the range.
template <Kind K, class Length>
struct NewNameRange {
  template <class T>
  static void after(CallInProgress& attempt, T live) {
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
  static void after(CallInProgress& attempt, T, const loaders::Value& value) {
    if (is_inside_begin(attempt.dispatcher)) return;
    const auto count = static_cast<std::uint32_t>(std::min(Length::count(attempt), kMaxRange));
    for (std::uint32_t i = 0; i < count; ++i) attempt.context().map(K).erase(static_cast<std::uint32_t>(value.u) + i);
  }
};

}  // namespace replay
