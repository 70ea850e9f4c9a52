// The parts of a state dump. Each queries the current context with GL errors muted, and leaves its state as it was.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/readback/texture_reader.h"
#include "replay/state/state_dump.h"

namespace replay::state {

struct Asked {
  Dispatcher& dispatcher;
  RecordedContext& context;
  const GladGLContext& gl;
  const TakeStatePicture& picture;
};

nlohmann::json values(const Asked&);         // the values of glGet
nlohmann::json enabled(const Asked&);        // the values of glIsEnabled
nlohmann::json texture_units(const Asked&);  // the textures and samplers that are bound to each unit
nlohmann::json image_units(const Asked&);    // of glBindImageTexture; units without a texture are left out
nlohmann::json buffer_bindings(const Asked&);
nlohmann::json programs(const Asked&);
nlohmann::json program(const Asked&, std::uint32_t recorded);  // one of programs(); null when there is none
// What the blocks of the programs in use hold, by name: "uniform_blocks" with the values of their members,
// "storage_blocks" with their first bytes, "atomic_counters". A kind that there is none of is absent.
nlohmann::json blocks(const Asked&);
nlohmann::json vertex_array(const Asked&);  // the one that is bound
nlohmann::json buffers(const Asked&);
nlohmann::json textures(const Asked&);
nlohmann::json framebuffers(const Asked&);

// Returns the name of an enum of no known group: "GL_LESS", or "0x1234" when it has none.
std::string enum_text(std::uint32_t value);
// Returns the value of glGetIntegerv. When the context does not know the name, it returns 0 and clears the error.
int integer(const GladGLContext& gl, std::uint32_t name);
// The recorded names of the program that glUseProgram made current, or else of those of the pipeline.
std::vector<std::uint32_t> programs_in_use(const RecordedContext& context);
std::string hash_of(const void* data, std::size_t size);
// Returns the recorded name for a live one, or 0 when there is none.
std::uint32_t recorded_name(const NameMap& names, std::uint32_t live);

}  // namespace replay::state
