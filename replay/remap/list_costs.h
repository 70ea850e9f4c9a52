// ListCosts: what calling a display list leads to. A list may call others, twice as many on each of 64 levels: GL would be busy
// for ever with a file of a kilobyte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace replay {

class ListCosts {
 public:
  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;
  static constexpr int kDeepest = 64;  // GL_MAX_LIST_NESTING: deeper calls do nothing

  // More than any program has. Of a list that calls by a base nobody knows what it leads to when there are more.
  static constexpr std::size_t kMostBases = 256, kMostCallsByBase = std::size_t{1} << 20;

  // The list gets new contents.
  void begin(std::uint32_t list) {
    lists_[list] = {};
    ++version_;
  }
  void add_work(std::uint32_t list, std::uint64_t work);
  void add_call(std::uint32_t list, std::uint32_t called);
  // Of glCallLists: which list it means depends on what glListBase says when it is executed. Any base that there ever was counts.
  void add_call_by_base(std::uint32_t list, std::uint32_t offset);
  void add_base(std::uint32_t base);
  // Whether any list ever did so. Nobody needs to know the base otherwise.
  bool depends_on_bases() const { return depends_on_bases_; }
  void erase(std::uint32_t list) {
    if (lists_.erase(list) != 0) ++version_;
  }

  // Work of the list and of all that it calls: kEndless for one that calls itself or goes deeper than GL does. 1 for a list
  // without calls of others, at the price of a look-up.
  std::uint64_t cost(std::uint32_t list) { return cost(list, 0); }

 private:
  struct List {
    std::uint64_t work = 1;
    std::unordered_map<std::uint32_t, std::uint64_t> calls;  // list -> how often
    std::unordered_map<std::uint32_t, std::uint64_t> calls_by_base;  // offset -> how often
    std::uint64_t known_cost = 0, known_in = 0;  // in which version the cost was worked out
    bool visiting = false;
  };

  std::uint64_t cost(std::uint32_t name, int depth);

  void add_calls(List& list, std::uint32_t called, std::uint64_t times);

  std::unordered_map<std::uint32_t, List> lists_;
  std::unordered_set<std::uint32_t> bases_;
  std::size_t calls_by_base_ = 0;  // of all lists with all bases, as far as they were ever noted
  bool bases_are_unknown_ = false, depends_on_bases_ = false;
  std::uint64_t version_ = 1;
};

}  // namespace replay
