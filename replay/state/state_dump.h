// The state of GL after a call as JSON: what a person would look for in a debugger, and what can be compared between
// drivers.
//
// Object names are the recorded ones, keys are sorted, and nothing that is specific to this run (addresses, live
// names) is included. So two dumps of the same call are equal byte for byte when the state is equal. Contents of
// buffers and textures appear as hashes (XXH3, 128 bits).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/dispatch/dispatcher.h"
#include "replay/picture/picture.h"

namespace replay {

// Receives a picture of a texture or an attachment, and its name: "texture_7_level_0", "framebuffer_color_0".
using TakeStatePicture = std::function<void(const std::string& name, Picture picture)>;

// Returns the state as an object. It contains little more than the call's number when no context is current, and inside
// of glBegin.
nlohmann::json dump_state(Dispatcher& dispatcher, const TakeStatePicture& picture = {});

// One value that differs between two dumps, or that only one of them has.
struct StateDifference {
  std::string path;           // "/values/GL_DEPTH_FUNC"
  std::string first, second;  // as JSON; empty when the dump does not have the value
};
std::vector<StateDifference> diff_states(const nlohmann::json& first, const nlohmann::json& second);
// Returns one line for each difference: "/values/GL_DEPTH_FUNC: "GL_LESS" | "GL_LEQUAL"".
std::string to_text(const std::vector<StateDifference>& differences);

}  // namespace replay
