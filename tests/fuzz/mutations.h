// Random damage to files: cuts, flipped bits, spliced pieces, numbers that lie.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/seeds.h"

namespace tests {

using Random = std::mt19937_64;

// Below `end`, which is above 0.
std::size_t pick(Random& random, std::size_t end);

// `bytes` after one to eight changes, of at most `most_bytes`. Pieces of others come from `seeds`.
std::string mutated(std::string bytes, const std::vector<Seed>& seeds, std::size_t most_bytes, Random& random);

}  // namespace tests
