#include "replay/dispatch/shadows.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>

#include <cstdint>

#include "replay/dispatch/array_reach.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/mapping.h"

namespace replay {
namespace {

using Difference = std::optional<std::string>;

// Inside glBegin the driver answers nothing.
bool is_refusing(Dispatcher& d) {
  const GlErrors::Asking asking(d.errors);
  return !answer_to(*d.gl, GL_MAX_TEXTURE_SIZE);
}

Difference number(Dispatcher& d, GLenum name, std::int64_t shadow, std::string_view what) {
  const auto live = answer_to(*d.gl, name);
  if (!live || *live == shadow) return std::nullopt;
  return fmt::format("{}: the driver has {}, we have {}", what, *live, shadow);
}

// Compares a binding of a recorded name. A name that is not in the maps belongs to an object that was deleted and is
// still bound.
Difference binding(Dispatcher& d, GLenum name, Kind kind, std::uint32_t shadow, std::string_view what) {
  const auto answer = answer_to(*d.gl, name);
  if (!answer) return std::nullopt;
  const auto live = static_cast<std::uint32_t>(*answer);
  const std::uint32_t ours = d.context->map(kind).find(shadow);
  const bool is_same = (live != 0) == (shadow != 0) && (ours == 0 || ours == live);
  // A deleted name may have been created again, here and in the driver, while the old object is still bound.
  if (is_same || (live != 0 && shadow != 0)) return std::nullopt;
  return fmt::format("{}: the driver has {}, we have {} (recorded {})", what, live, ours, shadow);
}

Difference buffers(Dispatcher& d) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(BufferTarget::kCount); ++i) {
    const auto target = static_cast<BufferTarget>(i);
    const GLenum query = binding_query(target);
    if (auto found = binding(d, query, Kind::kBuffer, d.context->bound(target), fmt::format("binding 0x{:04X}", query)))
      return found;
  }
  return std::nullopt;
}

Difference vertex_array(Dispatcher& d) {
  return binding(d, GL_VERTEX_ARRAY_BINDING, Kind::kVertexArray, d.context->vertex_array, "the vertex array");
}

Difference pixel_store(Dispatcher& d) {
  for (const PixelStoreParameter& parameter : pixel_store_parameters()) {
    const std::int32_t shadow = d.context->*parameter.direction.*parameter.member;
    if (auto found = number(d, parameter.name, shadow, fmt::format("pixel-store parameter 0x{:04X}", parameter.name)))
      return found;
  }
  return std::nullopt;
}

Difference client_texture(Dispatcher& d) {
  return number(d, GL_CLIENT_ACTIVE_TEXTURE, std::int64_t{GL_TEXTURE0} + d.context->client_texture,
                "the client's texture unit");
}

// Returns whether an array is enabled and has no buffer.
bool is_empty_array(const GladGLContext& gl, GLuint index) {
  GLint enabled = 0, buffer = 0;
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
  gl.GetVertexAttribiv(index, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
  return enabled != 0 && buffer == 0;
}

Difference empty_arrays(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  if (d.context->arrays->may_be_empty()) return std::nullopt;
  constexpr std::pair<GLenum, GLenum> kFixed[] = {
      {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING},
      {GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING},
      {GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING},
      {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING},
  };
  if (gl.EnableClientState != nullptr && gl.IsEnabled != nullptr && !d.context->is_core()) {
    for (const auto& [array, query] : kFixed) {
      // A context without these arrays, such as a forward-compatible one, refuses the first query.
      if (answer_to(gl, query).value_or(1) != 0 || gl.IsEnabled(array) == GL_FALSE) continue;
      return fmt::format("array 0x{:04X}: it is enabled and has no storage", array);
    }
  }
  if (gl.GetVertexAttribiv == nullptr) return std::nullopt;
  const std::int32_t attributes = answer_to(gl, GL_MAX_VERTEX_ATTRIBS).value_or(0);
  for (std::int32_t i = 0; i < attributes; ++i) {
    if (is_empty_array(gl, static_cast<GLuint>(i)))
      return fmt::format("attribute {}: it is enabled and has no storage", i);
  }
  return std::nullopt;
}

Difference compiled_list(Dispatcher& d) {
  return number(d, GL_LIST_INDEX, d.context->compiled_list, "the list that is compiled");
}

Difference render_mode(Dispatcher& d) {
  const auto mode = answer_to(*d.gl, GL_RENDER_MODE);
  if (!mode || (*mode == GL_RENDER) == d.context->renders) return std::nullopt;
  return fmt::format("the render mode: the driver has 0x{:04X}", *mode);
}

Difference program(Dispatcher& d) {
  if (d.context->compiled_list != 0) return std::nullopt;  // the shadow is the program that the list will make current
  return binding(d, GL_CURRENT_PROGRAM, Kind::kProgram, d.context->program, "the current program");
}

Difference pipeline(Dispatcher& d) {
  return binding(d, GL_PROGRAM_PIPELINE_BINDING, Kind::kProgramPipeline, d.context->pipeline, "the program pipeline");
}

Difference framebuffers(Dispatcher& d) {
  if (d.gl->BindFramebuffer == nullptr) return std::nullopt;
  if (auto found =
          binding(d, GL_FRAMEBUFFER_BINDING, Kind::kFramebuffer, d.context->draw_framebuffer, "the draw framebuffer"))
    return found;
  if (d.gl->BlitFramebuffer == nullptr) return std::nullopt;
  return binding(d, GL_READ_FRAMEBUFFER_BINDING, Kind::kFramebuffer, d.context->read_framebuffer,
                 "the read framebuffer");
}

Difference mappings(Dispatcher& d) {
  for (const auto& [buffer, mapping] : d.context->group->mappings) {
    if (is_still_mapped(d, buffer, mapping).value_or(true)) continue;
    return fmt::format("the mapping of buffer {}: the driver has ended it", buffer);
  }
  return std::nullopt;
}

constexpr Shadow kShadows[] = {
    {"buffer bindings",
     "glBindBuffer of a name that this driver gave is not refused outside of glBegin; all else that binds is asked "
     "about, and "
     "expensive calls ask once more before they take a pointer for an offset",
     &buffers},
    {"vertex array",
     "glBindVertexArray and glDeleteVertexArrays are believed outside of glBegin, glPopClientAttrib is asked about",
     &vertex_array},
    {"pixel-store parameters", "asked after each glPixelStore, and after what sets all of them", &pixel_store},
    {"client texture unit", "asked after glClientActiveTexture, and after what brings it back", &client_texture},
    {"arrays without storage",
     "what may enable an array or take its storage has all of them checked before the next draw", &empty_arrays},
    {"measured arrays", "measured at each glBegin, and anew when another context was current in between", nullptr},
    {"compiled list", "asked after glNewList and glEndList", &compiled_list},
    {"bases of lists",
     "the driver's own base is asked for at each call that uses it; the costs count every base that there ever was",
     nullptr},
    {"costs of lists", "follow the compiled list; a list that is not known costs nothing, and draws nothing", nullptr},
    {"render mode", "asked after glRenderMode", &render_mode},
    {"current program",
     "decides where uniforms go, not what a pointer means; asked after glUseProgram, and after lists that hold it",
     &program},
    {"program pipeline", "as the program", &pipeline},
    {"active programs of pipelines", "as the program", nullptr},
    {"framebuffers", "decide which buffers stand for the window's; asked after glBindFramebuffer", &framebuffers},
    {"mappings", "forgotten when the driver says that they have ended; it is asked again before each write through one",
     &mappings},
    {"primitives", "only glBegin and lists begin one: from then on the driver is asked, until it answers", nullptr},
};

}  // namespace

std::span<const Shadow> shadows() { return kShadows; }

std::optional<std::string> false_shadow(Dispatcher& d) {
  if (d.context == nullptr || d.gl->GetIntegerv == nullptr) return std::nullopt;
  if (is_refusing(d)) {
    if (!d.context->may_be_inside_begin) return "primitives: the driver is inside of glBegin, and we do not know";
    d.context->asked_inside_begin = true;
    return std::nullopt;
  }
  const GlErrors::Mute mute(d.errors, *d.gl);
  for (const Shadow& shadow : kShadows) {
    if (shadow.difference == nullptr) continue;
    if (auto found = shadow.difference(d)) return fmt::format("{} ({})", *found, shadow.name);
  }
  return std::nullopt;
}

}  // namespace replay
