// Places: what holds the state of GL objects and contexts, and which calls have set it.
//
// A place is one piece of state: the blend function, level 2 of a texture, a matrix. Its settings are the calls that
// made it what it is. A call may set the whole place, so that the settings before it do not matter any more, or a part
// of it. A part is known by a key; a later call for the same part replaces the earlier one:
//
//   glTexImage2D(level 0)                  the whole place "level 0 of this texture"
//   glTexSubImage2D(level 0, at 8 8, 4x4)  the part (8, 8, 4, 4) of it
//   glTexSubImage2D(level 0, at 8 8, 4x4)  replaces the one before
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "replay/slice/call_graph.h"

namespace replay {

// The number of an object that the recording has made, over all contexts, kinds and uses of a name. 0: none.
using ObjectId = std::uint32_t;

struct Setting {
  std::uint64_t part = 0;
  CallGraph::Node node = CallGraph::kNone;
  ObjectId object = 0;  // the object that the state now refers to: a texture that is bound or attached
};

struct Place {
  std::vector<Setting> settings;  // in the order of their calls

  void set_whole(const Setting& setting) { settings.assign(1, setting); }
  void set_part(const Setting& setting) {
    std::erase_if(settings, [&](const Setting& old) { return old.part == setting.part; });
    settings.push_back(setting);
  }
};

// The places of one context or object, by key.
class Places {
 public:
  // To be called before a place changes.
  Place& change(std::uint64_t key) {
    changed_ = true;
    return places_[key];
  }
  // Null when nothing has set it.
  const Place* find(std::uint64_t key) const {
    const auto found = places_.find(key);
    return found != places_.end() ? &found->second : nullptr;
  }
  void clear() {
    changed_ = true;
    places_.clear();
  }
  void erase(std::uint64_t key) {
    changed_ = true;
    places_.erase(key);
  }
  template <class F>
  void for_each(F&& use) const {
    for (const auto& [key, place] : places_) use(key, place);
  }

  // A node that needs all settings of all places. It is made anew when a place has changed since the last time.
  CallGraph::Node all(CallGraph& graph) {
    if (changed_) join(graph);
    return joint_;
  }
  // The objects that the settings refer to, as of the last all().
  const std::vector<ObjectId>& objects() const { return objects_; }

 private:
  void join(CallGraph& graph);

  std::unordered_map<std::uint64_t, Place> places_;
  bool changed_ = true;
  CallGraph::Node joint_ = CallGraph::kNone;
  std::vector<ObjectId> objects_;
};

}  // namespace replay
