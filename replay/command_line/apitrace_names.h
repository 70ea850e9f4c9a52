// The names that apitrace's tools have for options of ours that mean the same, so that a habit works here as well.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

struct ApitraceName {
  std::string_view command;  // empty: a replay
  std::string_view theirs, ours;
};

std::span<const ApitraceName> apitrace_names();

// Puts our names in place of theirs. What follows "--" are no options.
void translate_apitrace_names(std::string_view command, std::vector<std::string>& arguments);

}  // namespace replay
