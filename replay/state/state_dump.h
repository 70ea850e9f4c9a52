// The state of GL after a call, as JSON: what a person would look for in a debugger, and what two drivers can be compared by.
//
// Names are the recorded ones, keys are sorted, and nothing of this run (addresses, live names) shows, so two dumps of the same
// call are equal byte for byte when the state is. Contents of buffers and textures appear as hashes (XXH3, 128 bits).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/dispatch/dispatcher.h"
#include "replay/picture/picture.h"

namespace replay {

// Gets a picture of a texture or an attachment, and its name: "texture_7_level_0", "framebuffer_color_0".
using TakeStatePicture = std::function<void(const std::string& name, Picture picture)>;

// An object with little in it when no context is current.
nlohmann::json dump_state(Dispatcher& dispatcher, const TakeStatePicture& picture = {});

// One thing that two dumps do not have in common.
struct StateDifference {
  std::string path;           // "/values/GL_DEPTH_FUNC"
  std::string first, second;  // as JSON; empty: not there
};
std::vector<StateDifference> diff_states(const nlohmann::json& first, const nlohmann::json& second);
// A line each: "/values/GL_DEPTH_FUNC: "GL_LESS" | "GL_LEQUAL"".
std::string to_text(const std::vector<StateDifference>& differences);

}  // namespace replay
