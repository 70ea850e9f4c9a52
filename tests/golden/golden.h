// Golden files: text that a test expects, kept in tests/golden/NAME. `TEST_PROGRAM --update-golden` rewrites them.
#pragma once

#include <string>

namespace tests {

extern bool update_golden;

// Fails the running test unless tests/golden/NAME holds exactly `text`; with --update-golden makes it so.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace tests
