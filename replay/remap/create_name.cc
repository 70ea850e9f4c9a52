#include "replay/remap/create_name.h"

#include <glad/gl.h>

namespace replay {
namespace {

template <class Gen>
std::uint32_t generate(Gen gen) {
  GLuint name = 0;
  if (gen != nullptr) gen(1, &name);
  return name;
}

}  // namespace

std::uint32_t create_name(const GladGLContext& gl, Kind kind) {
  switch (kind) {
    case Kind::kBuffer: return generate(gl.GenBuffers);
    case Kind::kTexture: return generate(gl.GenTextures);
    case Kind::kRenderbuffer: return generate(gl.GenRenderbuffers);
    case Kind::kSampler: return generate(gl.GenSamplers);
    case Kind::kFramebuffer: return generate(gl.GenFramebuffers);
    case Kind::kVertexArray: return generate(gl.GenVertexArrays);
    case Kind::kProgramPipeline: return generate(gl.GenProgramPipelines);
    case Kind::kTransformFeedback: return generate(gl.GenTransformFeedbacks);
    case Kind::kQuery: return generate(gl.GenQueries);
    case Kind::kArbProgram: return generate(gl.GenProgramsARB);
    case Kind::kFenceNv: return generate(gl.GenFencesNV);
    case Kind::kAtiFragmentShader: return gl.GenFragmentShadersATI != nullptr ? gl.GenFragmentShadersATI(1) : 0;
    case Kind::kExtVertexShader: return gl.GenVertexShadersEXT != nullptr ? gl.GenVertexShadersEXT(1) : 0;
    default: return 0;
  }
}

Kind kind_of_identifier(std::uint32_t gl_enum) {
  switch (gl_enum) {
    case GL_BUFFER:
    case GL_BUFFER_OBJECT_EXT: return Kind::kBuffer;
    case GL_SHADER:
    case GL_SHADER_OBJECT_EXT: return Kind::kShader;
    case GL_PROGRAM:
    case GL_PROGRAM_OBJECT_EXT: return Kind::kProgram;
    case GL_VERTEX_ARRAY:
    case GL_VERTEX_ARRAY_OBJECT_EXT: return Kind::kVertexArray;
    case GL_QUERY:
    case GL_QUERY_OBJECT_EXT: return Kind::kQuery;
    case GL_PROGRAM_PIPELINE:
    case GL_PROGRAM_PIPELINE_OBJECT_EXT: return Kind::kProgramPipeline;
    case GL_TRANSFORM_FEEDBACK: return Kind::kTransformFeedback;
    case GL_SAMPLER: return Kind::kSampler;
    case GL_TEXTURE: return Kind::kTexture;
    case GL_RENDERBUFFER: return Kind::kRenderbuffer;
    case GL_FRAMEBUFFER: return Kind::kFramebuffer;
    case GL_DISPLAY_LIST: return Kind::kDisplayList;
    default: return Kind::kNone;
  }
}

}  // namespace replay
