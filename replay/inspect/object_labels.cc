#include "replay/inspect/object_labels.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/pack_state.h"
#include "replay/remap/create_name.h"

namespace replay {
namespace {

struct LabelKind {
  Kind kind;
  GLenum identifier, ext_identifier;  // of KHR_debug, of EXT_debug_label; 0: it has none
  const char* text;
};

constexpr LabelKind kKinds[] = {
    {Kind::kBuffer, GL_BUFFER, GL_BUFFER_OBJECT_EXT, "buffer"},
    {Kind::kTexture, GL_TEXTURE, GL_TEXTURE, "texture"},
    {Kind::kRenderbuffer, GL_RENDERBUFFER, GL_RENDERBUFFER, "renderbuffer"},
    {Kind::kSampler, GL_SAMPLER, GL_SAMPLER, "sampler"},
    {Kind::kProgram, GL_PROGRAM, GL_PROGRAM_OBJECT_EXT, "program"},
    {Kind::kShader, GL_SHADER, GL_SHADER_OBJECT_EXT, "shader"},
    {Kind::kFramebuffer, GL_FRAMEBUFFER, GL_FRAMEBUFFER, "framebuffer"},
    {Kind::kVertexArray, GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_OBJECT_EXT, "vertex array"},
    {Kind::kProgramPipeline, GL_PROGRAM_PIPELINE, GL_PROGRAM_PIPELINE_OBJECT_EXT, "pipeline"},
    {Kind::kTransformFeedback, GL_TRANSFORM_FEEDBACK, GL_TRANSFORM_FEEDBACK, "transform feedback"},
    {Kind::kQuery, GL_QUERY, GL_QUERY_OBJECT_EXT, "query"},
};

const LabelKind* find_kind(Kind kind) {
  const auto* found = std::ranges::find(kKinds, kind, &LabelKind::kind);
  return found == std::end(kKinds) ? nullptr : found;
}

// Empty when the object has no label, and when the driver refuses to tell.
std::string label_of(const GladGLContext& gl, const LabelKind& kind, GLuint live) {
  std::array<char, 1024> text{};  // GL_MAX_LABEL_LENGTH is 256 with all known drivers; longer labels are cut
  GLsizei length = 0;
  constexpr auto kSize = static_cast<GLsizei>(text.size());
  if (gl.GetObjectLabel != nullptr) gl.GetObjectLabel(kind.identifier, live, kSize, &length, text.data());
  else if (gl.GetObjectLabelKHR != nullptr) gl.GetObjectLabelKHR(kind.identifier, live, kSize, &length, text.data());
  else gl.GetObjectLabelEXT(kind.ext_identifier, live, kSize, &length, text.data());
  if (had_error(gl)) return {};
  return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, kSize - 1))};
}

bool tells_labels(const GladGLContext& gl) {
  return gl.GetObjectLabel != nullptr || gl.GetObjectLabelKHR != nullptr || gl.GetObjectLabelEXT != nullptr;
}

// take(kind, recorded name) for each object that the arguments of a call name.
template <class Take>
void for_each_object(const loaders::Call& call, Take take) {
  const auto params = glbindings::signature(call.function).params();
  for (std::size_t i = 0; i < std::min<std::size_t>(params.size(), call.argc); ++i) {
    if (params[i].object == Kind::kNone) continue;
    const loaders::Value& value = call.args[i];
    if (value.kind == loaders::ValueKind::kArray && loaders::elem_size(value.elem) == sizeof(std::uint32_t)) {
      for (const std::uint32_t name : value.array<std::uint32_t>()) take(params[i].object, name);
    } else if (value.is_integer()) {
      take(params[i].object, static_cast<std::uint32_t>(value.u));
    }
  }
}

}  // namespace

std::string label_kind(Kind kind) {
  const LabelKind* found = find_kind(kind);
  return found == nullptr ? "" : found->text;
}

void ObjectLabels::ask(Dispatcher& d, const Object& object) {
  const LabelKind* kind = find_kind(object.first);
  if (kind == nullptr) return;
  const GladGLContext& gl = *d.gl;
  const std::uint32_t live = d.context->map(object.first).find(object.second);
  // Programs and shaders share their names.
  if (live != 0 && object.first == Kind::kProgram && gl.IsProgram(live) == GL_FALSE) return;
  if (live != 0 && object.first == Kind::kShader && gl.IsShader(live) == GL_FALSE) return;
  const std::string text = live == 0 ? "" : label_of(gl, *kind, live);
  const auto known = labels_.find(object);
  if (known == labels_.end() ? text.empty() : known->second == text) return;
  if (text.empty()) labels_.erase(known);
  else labels_[object] = text;
  page_.add_line({"label", kind->text, object.second, text});
}

void ObjectLabels::ask_all(Dispatcher& d) {
  for (const LabelKind& kind : kKinds) {
    const bool is_program = kind.kind == Kind::kProgram || kind.kind == Kind::kShader;
    if (is_program && (d.gl->IsProgram == nullptr || d.gl->IsShader == nullptr)) continue;
    d.context->map(kind.kind).for_each([&](std::uint32_t recorded, std::uint32_t) { ask(d, {kind.kind, recorded}); });
  }
}

void ObjectLabels::follow(Dispatcher& d, const loaders::Call* call) {
  if (d.context == nullptr || !tells_labels(*d.gl) || is_inside_begin(d)) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  had_error(*d.gl);
  if (asked_.insert(d.context).second) ask_all(d);
  if (call == nullptr) return;
  const std::string_view name = glbindings::signature(call->function).name();
  if (name.starts_with("glObjectLabel") || name == "glLabelObjectEXT") {
    if (call->argc < 2) return;
    ask(d,
        {kind_of_identifier(static_cast<std::uint32_t>(call->args[0].u)), static_cast<std::uint32_t>(call->args[1].u)});
  } else if (name.starts_with("glDelete") && !labels_.empty()) {
    for_each_object(*call, [&](Kind kind, std::uint32_t object) { ask(d, {kind, object}); });
  }
}

nlohmann::json ObjectLabels::named_by(const loaders::Call& call) const {
  nlohmann::json named = nlohmann::json::array();
  if (labels_.empty()) return named;
  for_each_object(call, [&](Kind kind, std::uint32_t object) {
    if (named.size() < 16 && labels_.contains({kind, object}))
      named.push_back(fmt::format("{} {}", label_kind(kind), object));
  });
  return named;
}

}  // namespace replay
