// The parts of a state dump. Each asks the current context, with GL errors muted, and leaves its state as it was.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "replay/readback/texture_reader.h"
#include "replay/state/state_dump.h"

namespace replay::state {

struct Asked {
  Dispatcher& dispatcher;
  RecordedContext& context;
  const GladGLContext& gl;
  const TakeStatePicture& picture;
};

nlohmann::json values(const Asked&);         // of glGet
nlohmann::json enabled(const Asked&);        // of glIsEnabled
nlohmann::json texture_units(const Asked&);  // what is bound where
nlohmann::json buffer_bindings(const Asked&);
nlohmann::json programs(const Asked&);
nlohmann::json vertex_array(const Asked&);  // the one that is bound
nlohmann::json buffers(const Asked&);
nlohmann::json textures(const Asked&);
nlohmann::json framebuffers(const Asked&);

// The name of a value that stands alone: "GL_LESS", or "0x1234".
std::string enum_text(std::uint32_t value);
// Of glGetIntegerv; 0, and no error is left behind, when the context does not know the name.
int integer(const GladGLContext& gl, std::uint32_t name);
std::string hash_of(const void* data, std::size_t size);
// The recorded name for a live one; 0 when there is none.
std::uint32_t recorded_name(const NameMap& names, std::uint32_t live);

}  // namespace replay::state
