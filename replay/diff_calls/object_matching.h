// Which objects of two recordings are the same ones, by their roles and the order in which they appear. Numbers of
// names mean nothing: a texture 5 may be the texture 7 of the other recording.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "replay/diff_calls/recorded_objects.h"

namespace replay {

// For each object of a recording, a number that equals that of the same object of the other recording, and no other.
struct ObjectMatches {
  std::vector<std::uint32_t> of_a, of_b;
};

ObjectMatches match_objects(const std::vector<Role>& a, const std::vector<Role>& b);

// The hash of a call, or of one argument, with the objects that it names.
std::uint64_t hash_with_objects(std::uint64_t hash, std::span<const ObjectNumber> objects,
                                const std::vector<std::uint32_t>& matches);

}  // namespace replay
