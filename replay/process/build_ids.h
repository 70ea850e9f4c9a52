// Which builds of libraries are in this process.
#pragma once

#include <string>
#include <vector>

namespace replay {

// Returns what tells the builds of these libraries apart, in their order: the build id that the linker wrote, or size
// and time of the file where there is none. A library that is not loaded has an empty text.
std::vector<std::string> builds_of_libraries(const std::vector<std::string>& paths);

// Returns what tells this build of the program, and of the libraries that are loaded now, apart from others. A text is
// empty when a file cannot be told apart.
std::vector<std::string> builds_of_this_program();

}  // namespace replay
