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
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::ranges::sort(objects_);
  objects_.erase(std::unique(objects_.begin(), objects_.end()), objects_.end());
  joint_ = graph.join(nodes);
  changed_ = false;
}

}  // namespace replay
