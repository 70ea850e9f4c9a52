// ListCosts: how much work a call of a display list leads to. Each list may call another one twice, on 64 levels, so
// a file of a kilobyte could keep GL busy for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace replay {

class ListCosts {
 public:
  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;
  static constexpr int kDeepest = 64;  // GL_MAX_LIST_NESTING; deeper calls do nothing

  // More than any program has. Above these limits, the cost of a list that calls by a base is not known.
  static constexpr std::size_t kMaxBases = 256, kMaxCallsByBase = std::size_t{1} << 20;

  // To be called when the list gets new contents.
  void begin(std::uint32_t list) {
    lists_[list] = {};
    ++version_;
  }
  void add_work(std::uint32_t list, std::uint64_t work);
  void add_call(std::uint32_t list, std::uint32_t called);
  // Adds a call by glCallLists. Which list it calls depends on glListBase when it is executed, so every base that was
  // ever set counts.
  void add_call_by_base(std::uint32_t list, std::uint32_t offset);
  void add_base(std::uint32_t base);
  // Returns whether any list ever called by a base. Otherwise the base need not be tracked.
  bool depends_on_bases() const { return depends_on_bases_; }
  void erase(std::uint32_t list) {
    if (lists_.erase(list) != 0) ++version_;
  }

  // Returns the work of the list and of all lists that it calls: kEndless when it calls itself or goes deeper than GL
  // does. For a list that calls no others it is 1, and costs only a look-up.
  std::uint64_t cost(std::uint32_t list) { return cost(list, 0); }

 private:
  struct List {
    std::uint64_t work = 1;
    std::unordered_map<std::uint32_t, std::uint64_t> calls;          // list -> how often
    std::unordered_map<std::uint32_t, std::uint64_t> calls_by_base;  // offset -> how often
    std::uint64_t known_cost = 0, known_in = 0;                      // the version in which the cost was computed
    bool visiting = false;
  };

  std::uint64_t cost(std::uint32_t name, int depth);

  void add_calls(List& list, std::uint32_t called, std::uint64_t times);

  std::unordered_map<std::uint32_t, List> lists_;
  std::unordered_set<std::uint32_t> bases_;
  std::size_t calls_by_base_ = 0;  // the noted calls of all lists with all bases
  bool bases_are_unknown_ = false, depends_on_bases_ = false;
  std::uint64_t version_ = 1;
};

}  // namespace replay
