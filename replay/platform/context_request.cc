#include "replay/platform/context_request.h"

#include <spdlog/fmt/fmt.h>

namespace replay {

std::string to_string(const ContextRequest& request) {
  std::string text =
      fmt::format("{} {}.{}", request.api == Api::kGl ? "OpenGL" : "OpenGL ES", request.major, request.minor);
  if (request.profile == Profile::kCore) text += " core";
  if (request.profile == Profile::kCompatibility) text += " compatibility";
  if (request.debug) text += ", debug";
  if (request.forward_compatible) text += ", forward compatible";
  if (request.robust) text += ", robust";
  return text;
}

}  // namespace replay
