// Names of files and folders that are made of any text.
#pragma once

#include <string>
#include <string_view>

namespace replay {

// Turns a text, such as the path of a trace, into one name that any file system takes. Different texts get different
// names, and none leads out of its folder.
std::string file_name_of(std::string_view text);

}  // namespace replay
