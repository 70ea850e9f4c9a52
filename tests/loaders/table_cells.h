// Reads the tables in the READMEs of sample folders, which say what is in each file.
#pragma once

#include <string>
#include <vector>

namespace tests {

// The cells of "| a | b |" without their blanks.
inline std::vector<std::string> table_cells(const std::string& line) {
  std::vector<std::string> found;
  std::size_t at = 1;
  for (std::size_t bar = line.find('|', at); bar != std::string::npos; bar = line.find('|', at)) {
    std::string cell = line.substr(at, bar - at);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    found.push_back(cell);
    at = bar + 1;
  }
  return found;
}

}  // namespace tests
