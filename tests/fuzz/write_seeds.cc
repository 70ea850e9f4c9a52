// write_seeds KIND FOLDER: a file for each seed of that kind.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/seeds.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: write_seeds KIND FOLDER\n");
    return 2;
  }
  const auto seeds = tests::seeds_of(argv[1]);
  for (const tests::Seed& seed : seeds) {
    std::ofstream file(std::filesystem::path(argv[2]) / seed.name, std::ios::binary);
    file << seed.bytes;
    if (!file.flush()) return 1;
  }
  return seeds.empty() ? 1 : 0;
}
