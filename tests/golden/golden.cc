#include "tests/golden/golden.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace tests {

bool update_golden = false;

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(GOLDEN_DIR) + "/" + name;
  if (update_golden) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing: run with --update-golden";
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(expected.str(), text) << "differs from tests/golden/" << name;
}

}  // namespace tests
