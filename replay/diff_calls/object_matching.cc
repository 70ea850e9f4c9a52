#include "replay/diff_calls/object_matching.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "replay/base/mixed_hash.h"
#include "replay/diff_calls/alignment.h"

namespace replay {
namespace {

constexpr std::uint32_t kOnlyInB = std::uint32_t{1} << 31;

using Objects = std::span<const ObjectNumber>;

class Matching {
 public:
  Matching(const std::vector<Role>& a, const std::vector<Role>& b) : roles_a_(a), roles_b_(b) {
    for (std::uint32_t i = 0; i < a.size(); ++i) matches_.of_a.push_back(i);
    for (std::uint32_t i = 0; i < b.size(); ++i) matches_.of_b.push_back(kOnlyInB + i);
  }

  ObjectMatches run() {
    const Groups a = groups_of(roles_a_), b = groups_of(roles_b_);
    for (const auto& [group, objects] : a) {
      if (const auto others = b.find(group); others != b.end()) by_role(objects, others->second, &Role::after_many);
    }
    return std::move(matches_);
  }

 private:
  using Groups = std::map<std::uint64_t, std::vector<ObjectNumber>>;

  static Groups groups_of(const std::vector<Role>& roles) {
    Groups groups;
    for (std::uint32_t i = 0; i < roles.size(); ++i) groups[roles[i].group].push_back(i);
    return groups;
  }

  static std::vector<std::uint64_t> hashes(Objects objects, const std::vector<Role>& roles, std::uint64_t Role::*hash) {
    std::vector<std::uint64_t> result;
    for (const ObjectNumber object : objects) result.push_back(roles[object].*hash);
    return result;
  }

  // What has the same role is matched. What lies between is compared by the shorter role, and then by its place.
  void by_role(Objects a, Objects b, std::uint64_t Role::*hash) {
    std::vector<EqualRun> runs = align(hashes(a, roles_a_, hash), hashes(b, roles_b_, hash));
    runs.push_back({a.size(), b.size(), 0});
    std::size_t from_a = 0, from_b = 0;
    for (const EqualRun& run : runs) {
      const Objects gap_a = a.subspan(from_a, run.a - from_a), gap_b = b.subspan(from_b, run.b - from_b);
      if (hash == &Role::after_many) by_role(gap_a, gap_b, &Role::after_few);
      else by_place(gap_a, gap_b);
      by_place(a.subspan(run.a, run.length), b.subspan(run.b, run.length));
      from_a = run.a + run.length;
      from_b = run.b + run.length;
    }
  }

  void by_place(Objects a, Objects b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) matches_.of_b[b[i]] = matches_.of_a[a[i]];
  }

  const std::vector<Role>& roles_a_;
  const std::vector<Role>& roles_b_;
  ObjectMatches matches_;
};

}  // namespace

ObjectMatches match_objects(const std::vector<Role>& a, const std::vector<Role>& b) { return Matching(a, b).run(); }

std::uint64_t hash_with_objects(std::uint64_t hash, Objects objects, const std::vector<std::uint32_t>& matches) {
  for (const ObjectNumber object : objects) hash = mixed(hash, matches[object]);
  return hash;
}

}  // namespace replay
