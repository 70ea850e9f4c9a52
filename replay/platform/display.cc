#include "replay/platform/display.h"

#include <cstdlib>
#include <string_view>

namespace replay {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

bool may_have_display() { return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("SDL_VIDEODRIVER"); }

bool may_be_seen() {
  const char* value = std::getenv("SDL_VIDEODRIVER");
  const std::string_view driver = value != nullptr ? value : "";
  return may_have_display() && driver != "offscreen" && driver != "dummy";
}

}  // namespace replay
