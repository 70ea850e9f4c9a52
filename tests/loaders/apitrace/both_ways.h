// Checks that the loader reads a stream as CallReader does event by event.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "loaders/stream/dump.h"
#include "tests/apitrace_in_full.h"

namespace tests {

// `text` is the dump of what the loader has read. Only the first line that differs is shown, because gtest takes
// minutes to compare long texts.
inline void expect_as_in_full(const std::string& text, const std::string& stream) {
  std::string whole;
  read_in_full(stream, [&](const loaders::Call& call, const loaders::FunctionTable& functions) {
    loaders::append_call(whole, call, functions);
  });
  std::istringstream fast_path_lines(text), whole_lines(whole);
  std::string fast_path_line, whole_line;
  while (std::getline(fast_path_lines, fast_path_line) && std::getline(whole_lines, whole_line))
    ASSERT_EQ(fast_path_line, whole_line);
  EXPECT_EQ(text.size(), whole.size());
}

}  // namespace tests
