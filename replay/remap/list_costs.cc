#include "replay/remap/list_costs.h"

#include <algorithm>

namespace replay {
namespace {

std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) { return std::min(a + b, ListCosts::kEndless); }

std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > ListCosts::kEndless / b ? ListCosts::kEndless : a * b;
}

}  // namespace

void ListCosts::add_work(std::uint32_t list, std::uint64_t work) {
  List& changed = lists_[list];
  changed.work = capped_sum(changed.work, std::min(work, kEndless));
  ++version_;
}

void ListCosts::add_call(std::uint32_t list, std::uint32_t called) {
  ++lists_[list].calls[called];
  ++version_;
}

void ListCosts::add_calls(List& list, std::uint32_t called, std::uint64_t times) {
  std::uint64_t& known = list.calls[called];
  known = capped_sum(known, times);
  bases_are_unknown_ |= ++calls_by_base_ > kMaxCallsByBase;
}

void ListCosts::add_call_by_base(std::uint32_t list, std::uint32_t offset) {
  List& changed = lists_[list];
  ++changed.calls_by_base[offset];
  depends_on_bases_ = true;
  ++version_;
  if (bases_are_unknown_) return;
  for (const std::uint32_t base : bases_) add_calls(changed, base + offset, 1);
}

void ListCosts::add_base(std::uint32_t base) {
  if (bases_are_unknown_ || !bases_.insert(base).second) return;
  bases_are_unknown_ = bases_.size() > kMaxBases;
  ++version_;
  for (auto& [name, list] : lists_) {
    for (const auto& [offset, times] : list.calls_by_base) {
      if (bases_are_unknown_) return;
      add_calls(list, base + offset, times);
    }
  }
}

std::uint64_t ListCosts::cost(std::uint32_t name, int depth) {
  const auto found = lists_.find(name);
  if (found == lists_.end()) return 1;
  List& list = found->second;
  if (bases_are_unknown_ && !list.calls_by_base.empty()) return kEndless;
  if (list.calls.empty()) return list.work;
  if (list.known_in == version_) return list.known_cost;
  if (list.visiting || depth >= kDeepest) return kEndless;
  list.visiting = true;
  std::uint64_t total = list.work;
  for (const auto& [called, times] : list.calls)
    total = capped_sum(total, capped_product(cost(called, depth + 1), times));
  list.visiting = false;
  list.known_cost = total;
  list.known_in = version_;
  return total;
}

}  // namespace replay
