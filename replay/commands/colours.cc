#include "replay/commands/colours.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace replay {

bool wants_colours(ColourChoice choice) {
  if (choice != ColourChoice::kAuto) return choice == ColourChoice::kAlways;
  const char *no_color = std::getenv("NO_COLOR"), *term = std::getenv("TERM");
  if (no_color != nullptr && no_color[0] != '\0') return false;
  return ::isatty(STDOUT_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

}  // namespace replay
