// What a person types to run this program again as it runs now.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace replay {

// A word as a shell takes it.
std::string shell_word(std::string_view word);
std::string shell_words(const std::vector<std::string>& words);

// The words by which this process was started; empty where /proc does not say.
std::string own_command_line();

// Assignments of the variables of this process that decide which driver draws, and how: "LP_PERF=no_blend
// LIBGL_DRIVERS_PATH=/opt/x". Empty when there are none.
std::string driver_environment();

// The same variables as "NAME=value", sorted, and all others whose name has only small letters: each option of Mesa's
// driconf can be set by a variable of its name. Those of proxies are none.
std::vector<std::string> steering_variables();

}  // namespace replay
