// Launch: how a user says "with the other driver": environment assignments, a command in front, or both.
//
//   LIBGL_DRIVERS_PATH=/opt/new/lib/dri                GALLIUM_DRIVER=softpipe LP_NUM_THREADS=1
//   /opt/new/bin/with-driver --verbose                  FOO='a b' nice -n 5
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace replay {

struct Launch {
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::string> prefix;
};

struct BadLaunch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Words as a shell splits them, with quotes and backslashes but without any substitution. An empty text is the plain
// environment. Throws BadLaunch for a quote that is not closed.
Launch parse_launch(std::string_view text);
std::vector<std::string> split_words(std::string_view text);

// Whether both start the same command in the same environment: an assignment of what is so already makes no difference, and the last
// one of a name counts.
bool is_same_launch(const Launch& a, const Launch& b);

}  // namespace replay
