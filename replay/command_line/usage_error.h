// What is wrong with a command line, in sentences for the person who typed it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

// Returns ": did you mean 'NEAREST'?", or an empty text when none of `words` is near to `typed`.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

// Says what CLI11 refused, with the words that were expected. `app` has tried to parse the command line.
std::string problem_of(const CLI::ParseError& error, const CLI::App& app);

}  // namespace replay
