// Launch: how a user selects another driver: by environment assignments, a command in front, or both.
//
//   LIBGL_DRIVERS_PATH=/opt/new/lib/dri                GALLIUM_DRIVER=softpipe LP_NUM_THREADS=1
//   /opt/new/bin/with-driver --verbose                  FOO='a b' nice -n 5
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loaders/base/result.h"

namespace replay {

struct Launch {
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::string> prefix;
};

// Splits words as a shell does, with quotes and backslashes but without any substitution. An empty text means the plain
// environment. A quote that is not closed is an error.
loaders::Result<Launch> parse_launch(std::string_view text);
loaders::Result<std::vector<std::string>> split_words(std::string_view text);

// Returns whether both start the same command in the same environment. An assignment of the value that a variable has
// already makes no difference. Of several assignments to one variable, the last one counts.
bool is_same_launch(const Launch& a, const Launch& b);

}  // namespace replay
