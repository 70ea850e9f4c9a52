#include "replay/slice/call_graph.h"

#include <algorithm>

namespace replay {

CallGraph::Node CallGraph::add(std::uint64_t call, std::span<const Node> needs) {
  const auto node = static_cast<Node>(calls_.size());
  calls_.push_back(call);
  for (const Node need : needs) {
    if (need != kNone) edges_.push_back(need);
  }
  first_edges_.push_back(static_cast<std::uint32_t>(edges_.size()));
  return node;
}

void CallGraph::also_needs(Node of, Node needed) {
  if (of != kNone && needed != kNone && of != needed) late_edges_.emplace_back(of, needed);
}

std::vector<std::uint64_t> CallGraph::needed_calls() {
  std::ranges::sort(late_edges_);
  std::vector<bool> is_needed(calls_.size());
  std::vector<Node> to_visit;
  const auto visit = [&](Node node) {
    if (is_needed[node]) return;
    is_needed[node] = true;
    to_visit.push_back(node);
  };
  std::ranges::for_each(roots_, visit);
  while (!to_visit.empty()) {
    const Node node = to_visit.back();
    to_visit.pop_back();
    for (std::uint32_t i = first_edges_[node]; i < first_edges_[node + 1]; ++i) visit(edges_[i]);
    auto late = std::ranges::lower_bound(late_edges_, std::pair{node, kNone});
    for (; late != late_edges_.end() && late->first == node; ++late) visit(late->second);
  }
  std::vector<std::uint64_t> numbers;
  for (Node node = 1; node < calls_.size(); ++node) {
    if (is_needed[node] && calls_[node] != kNoCall) numbers.push_back(calls_[node]);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace replay
