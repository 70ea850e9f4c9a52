// Prints results on standard output.
#pragma once

#include <fmt/format.h>
#include <spdlog/spdlog.h>

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

// The same for what a user need not know, which -q leaves out: what was written, and how much.
template <class... Args>
void print_summary(fmt::format_string<Args...> format, Args&&... args) {
  if (spdlog::should_log(spdlog::level::info)) print_out(format, std::forward<Args>(args)...);
}

}  // namespace replay
