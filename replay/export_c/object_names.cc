#include "replay/export_c/object_names.h"

#include "replay/export_c/c_text.h"

namespace replay {
namespace {

using glbindings::ObjectKind;

const char* prefix_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kBuffer: return "buffer";
    case ObjectKind::kTexture: return "tex";
    case ObjectKind::kRenderbuffer: return "renderbuffer";
    case ObjectKind::kSampler: return "sampler";
    case ObjectKind::kProgram:
    case ObjectKind::kArbProgram: return "program";
    case ObjectKind::kShader: return "shader";
    case ObjectKind::kSync: return "sync";
    case ObjectKind::kFramebuffer: return "framebuffer";
    case ObjectKind::kVertexArray: return "vertex_array";
    case ObjectKind::kProgramPipeline: return "pipeline";
    case ObjectKind::kTransformFeedback: return "feedback";
    case ObjectKind::kQuery: return "query";
    default: return "object";
  }
}

bool has_shared_names(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kFramebuffer:
    case ObjectKind::kVertexArray:
    case ObjectKind::kProgramPipeline:
    case ObjectKind::kTransformFeedback:
    case ObjectKind::kQuery: return false;
    default: return true;
  }
}

}  // namespace

void ObjectNames::use_context(const LiveContext& context) {
  context_ = context.number;
  const auto giver = groups_.find(context.share);
  groups_.try_emplace(context.number, giver != groups_.end() && context.share != 0 ? giver->second : context.number);
}

// Programs and shaders share a name space.
ObjectNames::Key ObjectNames::key(ObjectKind kind, std::uint64_t live) const {
  const auto group = groups_.find(context_);
  const std::uint32_t owner = has_shared_names(kind) && group != groups_.end() ? group->second : context_;
  return {kind == ObjectKind::kShader ? ObjectKind::kProgram : kind, owner, live};
}

std::size_t ObjectNames::add(ObjectKind kind, std::uint64_t live, std::string_view rest, std::string_view stage) {
  const std::size_t made =
      variables_.add(kind == ObjectKind::kSync ? "GLsync" : "GLuint", std::string(stage) + prefix_of(kind), rest);
  objects_[key(kind, live)] = made;
  return made;
}

std::optional<std::size_t> ObjectNames::find(ObjectKind kind, std::uint64_t live) const {
  const auto found = objects_.find(key(kind, live));
  return found == objects_.end() ? std::nullopt : std::optional(found->second);
}

std::string ObjectNames::text(ObjectKind kind, std::uint64_t live) const {
  if (live == 0) return "0";
  const auto variable = find(kind, live);
  return variable ? Variables::token(*variable) : c_unsigned(live);
}

}  // namespace replay
