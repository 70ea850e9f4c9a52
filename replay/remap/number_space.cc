#include "replay/remap/number_space.h"

namespace replay {

void NumberMap::set(std::uint32_t recorded, std::int32_t live) {
  if (recorded >= kDenseLimit) {
    if (wild_.size() < kMaxWild) wild_[recorded] = live;
    return;
  }
  if (recorded >= numbers_.size()) numbers_.resize(std::size_t{recorded} + 1, kAbsent);
  numbers_[recorded] = live;
}

void NumberMap::erase(std::uint32_t recorded) {
  if (recorded < numbers_.size()) numbers_[recorded] = kAbsent;
  else wild_.erase(recorded);
}

void NumberMap::clear() {
  numbers_.clear();
  wild_.clear();
}

std::int32_t NumberMap::find_wild(std::uint32_t recorded) const {
  const auto found = wild_.find(recorded);
  return found == wild_.end() ? kAbsent : found->second;
}

void NumberSpace::keep(std::uint32_t recorded, std::int32_t live, bool is_guess) {
  live_.set(recorded, live);
  has_guesses_ |= is_guess;
}

const std::string* NumberSpace::name_of(const Names& names, std::uint32_t recorded) {
  const auto found = names.find(recorded);
  return found == names.end() ? nullptr : &found->second;
}

void NumberSpace::tell(std::uint32_t recorded, std::string_view name) {
  const std::string* known = told(recorded);
  if ((known != nullptr && *known == name) || name.empty() || name.size() > kLongestName || told_.size() >= kMaxNames)
    return;
  claimed.reset();
  if (has_guesses_) linked_again();
  live_.erase(recorded);
  if (known != nullptr) numbers_.erase(*known);
  const auto [number, is_new] = numbers_.try_emplace(std::string(name), recorded);
  if (!is_new) {
    told_.erase(number->second);
    live_.erase(number->second);
    number->second = recorded;
  }
  told_[recorded] = name;
  std::erase_if(before_link_, [&](const auto& before) { return before.second == name; });
}

void NumberSpace::linked() {
  linked_again();
  for (auto& [recorded, name] : told_) before_link_[recorded] = std::move(name);
  told_.clear();
  numbers_.clear();
}

void NumberSpace::linked_again() {
  live_.clear();
  has_guesses_ = false;
  claimed.reset();
}

}  // namespace replay
