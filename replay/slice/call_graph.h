// CallGraph: which calls of a recording need which other calls, and so the smallest set of calls that shows what is
// wanted.
//
// This is dynamic slicing, as debuggers do it with programs. A node stands for a call. An edge leads from a call to one
// that came before it and has an effect that it uses:
//
//   7  glBindTexture(GL_TEXTURE_2D, 3)
//   8  glTexImage2D(GL_TEXTURE_2D, ...)   needs 7, which says whose image it is
//   9  glDrawArrays(...)                  needs 7 and 8
//
// The nodes that are wanted for themselves are roots. All that can be reached from them is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace replay {

class CallGraph {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNone = 0;
  // A recording of more calls and edges than this is not sliced.
  static constexpr std::size_t kMaxNodes = std::size_t{1} << 26, kMaxEdges = std::size_t{1} << 28;

  CallGraph() : first_edges_{0, 0}, calls_{kNoCall} {}

  // Adds a node for the call with this number, which needs all of `needs`. kNone among them means nothing.
  Node add(std::uint64_t call, std::span<const Node> needs);
  // Adds a node that stands for all of `needs` together, and for no call.
  Node join(std::span<const Node> needs) { return add(kNoCall, needs); }
  // Adds an edge later. `of` may be an older node than `needed`.
  void also_needs(Node of, Node needed);
  void want(Node node) {
    if (node != kNone) roots_.push_back(node);
  }

  // Tells whether there are more nodes or edges than fit.
  bool is_full() const { return calls_.size() >= kMaxNodes || edges_.size() >= kMaxEdges; }

  // The numbers of all calls that a root needs, sorted, each once. Call this once, at the end.
  std::vector<std::uint64_t> needed_calls();

 private:
  static constexpr std::uint64_t kNoCall = UINT64_MAX;

  std::vector<std::uint32_t> first_edges_;  // by node; its edges end where those of the next node begin
  std::vector<Node> edges_;
  std::vector<std::uint64_t> calls_;               // by node
  std::vector<std::pair<Node, Node>> late_edges_;  // from also_needs()
  std::vector<Node> roots_;
};

}  // namespace replay
