#include "replay/slice/recorded_state.h"

#include <utility>

namespace replay {

void BufferContents::write(std::uint64_t begin, std::uint64_t size, CallGraph::Node node) {
  const std::uint64_t end = begin + size < begin ? UINT64_MAX : begin + size;
  changed_ = true;
  if (ranges_.size() < kMaxRanges) {
    for (auto range = ranges_.lower_bound(begin); range != ranges_.end() && range->first < end;) {
      range = range->second.end <= end ? ranges_.erase(range) : std::next(range);
    }
  }
  ranges_.emplace(begin, Range{end, node});
}

CallGraph::Node BufferContents::all(CallGraph& graph) {
  if (!changed_) return joint_;
  std::vector<CallGraph::Node> nodes;
  for (const auto& [begin, range] : ranges_) nodes.push_back(range.node);
  joint_ = graph.join(nodes);
  changed_ = false;
  return joint_;
}

// Shaders and programs share their names.
ObjectId NamedObjects::find(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name) {
  if (name == 0) return 0;
  if (kind == glbindings::ObjectKind::kShader) kind = glbindings::ObjectKind::kProgram;
  const auto [found, is_new] = by_name_.try_emplace({owner, kind, name}, 0);
  if (!is_new) return found->second;
  found->second = static_cast<ObjectId>(objects_.size());
  objects_.emplace_back().kind = kind;
  return found->second;
}

ObjectId NamedObjects::make(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name,
                            CallGraph::Node made) {
  forget(owner, kind, name);
  const ObjectId number = find(owner, kind, name);
  if (number != 0) objects_[number].made = made;
  return number;
}

void NamedObjects::forget(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name) {
  if (kind == glbindings::ObjectKind::kShader) kind = glbindings::ObjectKind::kProgram;
  by_name_.erase({owner, kind, name});
}

}  // namespace replay
