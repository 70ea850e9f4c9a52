// ListCosts: what calling a display list leads to. A list may call others, twice as many on each of 64 levels: GL would be busy
// for ever with a file of a kilobyte.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace replay {

class ListCosts {
 public:
  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 62;
  static constexpr int kDeepest = 64;  // GL_MAX_LIST_NESTING: deeper calls do nothing

  // The list gets new contents. Names are live ones: lists call each other by those, also when another list has got the name.
  void begin(std::uint32_t list) {
    lists_[list] = {};
    ++version_;
  }
  void add_work(std::uint32_t list, std::uint64_t work);
  void add_call(std::uint32_t list, std::uint32_t called);
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
    std::uint64_t known_cost = 0, known_in = 0;  // in which version the cost was worked out
    bool visiting = false;
  };

  std::uint64_t cost(std::uint32_t name, int depth);

  std::unordered_map<std::uint32_t, List> lists_;
  std::uint64_t version_ = 1;
};

}  // namespace replay
