// main() of test programs that use golden files.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/golden/golden.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) tests::update_golden |= std::string_view(argv[i]) == "--update-golden";
  return RUN_ALL_TESTS();
}
