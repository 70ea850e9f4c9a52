#include "replay/shrink/groups.h"

#include <map>
#include <set>

#include "glbindings/signature.h"
#include "replay/base/mixed_hash.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using Kept = std::vector<bool>;
using Groups = std::vector<Group>;

bool has_trait(const StoredRecording& recording, EntryIndex entry, unsigned traits) {
  return (glbindings::signature(recording.call(entry).function).traits & traits) != 0;
}

// glEnd draws, and goes with its glBegin.
EntryIndex opener_or_self(const Dependencies& dependencies, EntryIndex entry) {
  return dependencies.closes[entry].value_or(entry);
}

template <class Key, class KeyOf>
Groups grouped_by(const Kept& kept, KeyOf key_of) {
  std::map<Key, Group> groups;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (!kept[entry]) continue;
    if (const std::optional<Key> key = key_of(entry)) groups[*key].push_back(entry);
  }
  Groups result;
  for (auto& [key, group] : groups) result.push_back(std::move(group));
  return result;
}

// What asks for something and changes nothing.
Groups queries(const StoredRecording& recording, const Dependencies& dependencies, const Kept& kept) {
  std::set<EntryIndex> needed;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (kept[entry]) needed.insert(dependencies.needs[entry].begin(), dependencies.needs[entry].end());
  }
  return grouped_by<std::uint32_t>(kept, [&](EntryIndex entry) {
    const bool asks = has_trait(recording, entry, glbindings::kNoSideEffects | glbindings::kAnnotates);
    return asks && !needed.contains(entry) ? std::optional(dependencies.frames[entry]) : std::nullopt;
  });
}

Groups drawing_of_frames(const StoredRecording& recording, const Dependencies& dependencies, const Kept& kept) {
  constexpr unsigned kDrawing = glbindings::kRenders | glbindings::kRendersBeside | glbindings::kEndsFrame;
  Groups groups = grouped_by<std::uint32_t>(kept, [&](EntryIndex entry) {
    return has_trait(recording, entry, kDrawing) ? std::optional(dependencies.frames[entry]) : std::nullopt;
  });
  for (Group& group : groups) {
    for (EntryIndex& entry : group) entry = opener_or_self(dependencies, entry);
  }
  return groups;
}

Groups frames(const StoredRecording&, const Dependencies& dependencies, const Kept& kept) {
  return grouped_by<std::uint32_t>(kept, [&](EntryIndex entry) { return std::optional(dependencies.frames[entry]); });
}

// What is between an opening call and its closing one: debug groups, matrices and attributes that are saved.
Groups brackets(const StoredRecording&, const Dependencies& dependencies, const Kept& kept) {
  Groups groups;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (!kept[entry] || !dependencies.closes[entry]) continue;
    groups.emplace_back();
    for (EntryIndex inside = *dependencies.closes[entry]; inside <= entry; ++inside) {
      if (kept[inside]) groups.back().push_back(inside);
    }
  }
  return groups;
}

// What is drawn into one framebuffer from one bind or clear to the next.
Groups passes(const StoredRecording& recording, const Dependencies&, const Kept& kept) {
  std::uint32_t pass = 0;
  return grouped_by<std::uint32_t>(kept, [&](EntryIndex entry) {
    const glbindings::FunctionId function = recording.call(entry).function;
    const bool begins = has_trait(recording, entry, glbindings::kSetsTarget | glbindings::kEndsFrame) ||
                        function == glbindings::FunctionId::glClear;
    if (begins) ++pass;
    return std::optional(pass);
  });
}

Groups objects(const StoredRecording&, const Dependencies& dependencies, const Kept& kept) {
  std::map<ObjectNumber, Group> groups;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (!kept[entry]) continue;
    for (const ObjectNumber object : dependencies.objects[entry]) groups[object].push_back(entry);
  }
  Groups result;
  for (auto& [object, group] : groups) result.push_back(std::move(group));
  return result;
}

// The calls of a function that the same function with the same enums makes again later, and so probably overwrites.
Groups overwritten(const StoredRecording& recording, const Dependencies&, const Kept& kept) {
  std::map<std::uint64_t, EntryIndex> last;
  const auto key_of = [&](EntryIndex entry) {
    const loaders::Call& call = recording.call(entry);
    const auto params = glbindings::signature(call.function).params();
    std::uint64_t key = mixed(static_cast<std::uint64_t>(call.function), call.thread);
    for (std::size_t i = 0; i < std::min<std::size_t>(call.argc, params.size()); ++i) {
      const bool selects = params[i].type == glbindings::Type::kEnum ||
                           std::string_view(params[i].name()) == "location" ||
                           std::string_view(params[i].name()) == "index";
      if (selects && call.args[i].is_integer()) key = mixed(key, call.args[i].u);
    }
    return key;
  };
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (kept[entry]) last[key_of(entry)] = entry;
  }
  return grouped_by<std::uint64_t>(kept, [&](EntryIndex entry) {
    const std::uint64_t key = key_of(entry);
    return last[key] != entry ? std::optional(key) : std::nullopt;
  });
}

Groups functions(const StoredRecording& recording, const Dependencies&, const Kept& kept) {
  return grouped_by<std::uint32_t>(kept,
                                   [&](EntryIndex entry) { return std::optional(recording.call(entry).recorded); });
}

Groups single_calls(const StoredRecording&, const Dependencies& dependencies, const Kept& kept) {
  Groups groups;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (kept[entry] && !dependencies.closes[entry]) groups.push_back({entry});
  }
  return groups;
}

}  // namespace

Groups draws(const StoredRecording& recording, const Dependencies& dependencies, const Kept& kept) {
  Groups groups;
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    const bool is_draw = kept[entry] && has_trait(recording, entry, glbindings::kRenders | glbindings::kRendersBeside);
    if (is_draw) groups.push_back({opener_or_self(dependencies, entry)});
  }
  return groups;
}

const std::vector<Level> kCoarseLevels = {
    // Drawing takes the most time, so later candidates are quick when it goes first.
    {"drawing of frames", drawing_of_frames, true},
    {"draws", draws, true},
    {"frames", frames},
    {"queries", queries},
    {"debug groups and other brackets", brackets},
    {"passes", passes, true},
    {"objects", objects},
    {"overwritten state", overwritten},
};

const std::vector<Level> kFineLevels = {
    {"objects", objects},
    {"functions", functions},
    {"single calls", single_calls},
};

}  // namespace replay
