#include "replay/dispatch/mapping.h"

#include <glad/gl.h>

#include <utility>

#include "replay/dispatch/asked.h"

namespace replay {
namespace {

struct Answer {
  void* pointer = nullptr;
  GLint size = 0;
};

Answer ask_by_name(const GladGLContext& gl, GLuint live, Answer answer) {
  gl.GetNamedBufferPointerv(live, GL_BUFFER_MAP_POINTER, &answer.pointer);
  gl.GetNamedBufferParameteriv(live, GL_BUFFER_SIZE, &answer.size);
  return answer;
}

Answer ask_by_target(const GladGLContext& gl, GLuint live, GLuint bound, Answer answer) {
  if (bound != live) gl.BindBuffer(GL_ARRAY_BUFFER, live);
  gl.GetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, &answer.pointer);
  gl.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &answer.size);
  if (bound != live) gl.BindBuffer(GL_ARRAY_BUFFER, bound);
  return answer;
}

}  // namespace

std::optional<bool> is_still_mapped(Dispatcher& d, std::uint32_t recorded, const Mapping& mapping) {
  const GladGLContext& gl = *d.gl;
  if (is_inside_begin(d)) return std::nullopt;
  const GLuint live = d.context->map(Kind::kBuffer).find(recorded);
  if (live == 0) return false;
  const GlErrors::Asking asking(d.errors);
  char nowhere = 0;
  const Answer untouched{&nowhere, -1};
  Answer answer = untouched;
  if (gl.GetNamedBufferPointerv != nullptr && gl.GetNamedBufferParameteriv != nullptr) {
    answer = ask_by_name(gl, live, untouched);
  } else if (gl.GetBufferPointerv != nullptr && gl.GetBufferParameteriv != nullptr) {
    const auto bound = asked(d, GL_ARRAY_BUFFER_BINDING);
    if (bound) answer = ask_by_target(gl, live, static_cast<GLuint>(*bound), untouched);
  }
  if (answer.pointer == &nowhere) return std::nullopt;
  // Drivers report sizes of 2 GiB and more as a negative number or as the largest one.
  const auto size = static_cast<std::uint64_t>(static_cast<std::uint32_t>(answer.size));
  const bool is_whole = answer.size == INT32_MAX || mapping.offset + mapping.length <= size;
  return answer.pointer == mapping.live && is_whole;
}

void forget_ended_mapping(Dispatcher& d, std::uint32_t recorded) {
  auto& mappings = d.context->group->mappings;
  const auto found = mappings.find(recorded);
  if (found != mappings.end() && !is_still_mapped(d, recorded, found->second).value_or(true)) mappings.erase(found);
}

}  // namespace replay
