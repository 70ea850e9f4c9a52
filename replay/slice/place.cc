#include "replay/slice/place.h"

#include <algorithm>

namespace replay {

void Places::join(CallGraph& graph) {
  std::vector<CallGraph::Node> nodes;
  objects_.clear();
  for (const auto& [key, place] : places_) {
    for (const Setting& setting : place.settings) {
      nodes.push_back(setting.node);
      if (setting.object != 0) objects_.push_back(setting.object);
    }
  }
  std::ranges::sort(nodes);
  const auto twice = std::ranges::unique(nodes);
  nodes.erase(twice.begin(), twice.end());
  std::ranges::sort(objects_);
  const auto twice_there = std::ranges::unique(objects_);
  objects_.erase(twice_there.begin(), twice_there.end());
  joint_ = graph.join(nodes);
  changed_ = false;
}

}  // namespace replay
