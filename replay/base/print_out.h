// Prints results on standard output.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "replay/base/progress_line.h"

namespace replay {

// Unlike fmt::print(), it does not throw when the text cannot be written: a command goes on to its verdict when its
// reader has read enough, and main() asks stdio for failures in the end.
template <class... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = fmt::format(format, std::forward<Args>(args)...);
  clear_progress();
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace replay
