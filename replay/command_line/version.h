// What this program is: for bug reports and for scripts that ask what they have.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace replay {

const char* version();  // "0.1.0": the number of CMakeLists.txt, which is the only place that has it

// "0.1.0 (23d8c7fa0102)", or the number alone where nothing tells the commit.
std::string version_and_commit();

// Version, commit, formats and libraries: what `replay --version` prints.
std::string version_text();
nlohmann::json version_json();

}  // namespace replay
