#include "replay/state/state_dump.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <xxhash.h>

#include "glbindings/gl_names.h"
#include "replay/dispatch/asked.h"
#include "replay/state/parts.h"

namespace replay {
namespace state {

std::string hash_of(const void* data, std::size_t size) {
  const XXH128_hash_t hash = XXH3_128bits(data, size);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::uint32_t recorded_name(const NameMap& names, std::uint32_t live) {
  std::uint32_t found = 0;
  if (live == 0) return found;
  names.for_each([&](std::uint32_t recorded, std::uint32_t other) {
    if (other == live) found = recorded;
  });
  return found;
}

}  // namespace state

nlohmann::json dump_state(Dispatcher& dispatcher, const TakeStatePicture& picture) {
  using nlohmann::json;
  json out;
  out["call"] = dispatcher.current() != nullptr ? json(dispatcher.current()->number) : json();
  if (dispatcher.context == nullptr) return out;
  const GladGLContext& gl = *dispatcher.gl;
  const state::Asked asked{dispatcher, *dispatcher.context, gl, picture};
  const GlErrors::Mute mute(dispatcher.errors, gl);
  if (dispatcher.driver()) {
    out["driver"] = {{"renderer", dispatcher.driver()->renderer}, {"version", dispatcher.driver()->version}};
  }
  // GL refuses to answer there, and the answers would be what was in memory.
  if (is_inside_begin(dispatcher)) {
    out["inside_begin"] = true;
    return out;
  }
  out["values"] = state::values(asked);
  out["enabled"] = state::enabled(asked);
  // What asking for textures sets would be written into the list.
  const bool compiles = asked.context.compiled_list != 0;
  if (compiles) out["compiled_list"] = asked.context.compiled_list;
  if (!compiles) out["texture_units"] = state::texture_units(asked);
  if (!compiles) {
    if (nlohmann::json images = state::image_units(asked); !images.empty()) out["image_units"] = std::move(images);
  }
  out["buffer_bindings"] = state::buffer_bindings(asked);
  out["program"] = asked.context.program;
  out["pipeline"] = asked.context.pipeline;
  out["programs"] = state::programs(asked);
  if (nlohmann::json blocks = state::blocks(asked); !blocks.empty()) out["blocks"] = std::move(blocks);
  out["vertex_array"] = state::vertex_array(asked);
  out["buffers"] = state::buffers(asked);
  if (!compiles) out["textures"] = state::textures(asked);
  out["draw_framebuffer"] = asked.context.draw_framebuffer;
  out["read_framebuffer"] = asked.context.read_framebuffer;
  out["framebuffers"] = state::framebuffers(asked);
  return out;
}

std::vector<StateDifference> diff_states(const nlohmann::json& first, const nlohmann::json& second) {
  const nlohmann::json a = first.flatten(), b = second.flatten();
  std::vector<StateDifference> differences;
  auto at = a.begin();
  auto other = b.begin();
  while (at != a.end() || other != b.end()) {
    if (other == b.end() || (at != a.end() && at.key() < other.key())) {
      differences.push_back({at.key(), at.value().dump(), ""});
      ++at;
    } else if (at == a.end() || other.key() < at.key()) {
      differences.push_back({other.key(), "", other.value().dump()});
      ++other;
    } else {
      if (at.value() != other.value()) differences.push_back({at.key(), at.value().dump(), other.value().dump()});
      ++at;
      ++other;
    }
  }
  return differences;
}

std::string to_text(const std::vector<StateDifference>& differences) {
  std::string text;
  for (const auto& [path, first, second] : differences) {
    text += fmt::format("{}: {} | {}\n", path, first.empty() ? "-" : first, second.empty() ? "-" : second);
  }
  return text;
}

}  // namespace replay
