#include "replay/platform/other_names.h"

#include <glad/gl.h>

namespace replay {
namespace {

template <class Function>
void fill(Function& one, Function& other) {
  if (one == nullptr) one = other;
  if (other == nullptr) other = one;
}

}  // namespace

void fill_other_names(GladGLContext& table) {
#define FILL(name, suffix) fill(table.name, table.name##suffix)
  // GL_OES_framebuffer_object, of ES 1.1.
  FILL(BindFramebuffer, OES), FILL(DeleteFramebuffers, OES), FILL(GenFramebuffers, OES),
      FILL(CheckFramebufferStatus, OES);
  FILL(BindRenderbuffer, OES), FILL(DeleteRenderbuffers, OES), FILL(GenRenderbuffers, OES),
      FILL(RenderbufferStorage, OES);
  FILL(FramebufferRenderbuffer, OES), FILL(FramebufferTexture2D, OES), FILL(GenerateMipmap, OES);
  FILL(GetFramebufferAttachmentParameteriv, OES), FILL(GetRenderbufferParameteriv, OES);

  // GL_EXT_framebuffer_object, before GL 3.0.
  FILL(BindFramebuffer, EXT), FILL(BindRenderbuffer, EXT);
  // GL_EXT_occlusion_query_boolean and GL_EXT_disjoint_timer_query, of ES 2.0.
  FILL(GenQueries, EXT), FILL(DeleteQueries, EXT), FILL(BeginQuery, EXT), FILL(EndQuery, EXT),
      FILL(GetQueryObjectuiv, EXT);
  // GL_EXT_separate_shader_objects, of ES 2.0.
  FILL(GenProgramPipelines, EXT), FILL(DeleteProgramPipelines, EXT), FILL(BindProgramPipeline, EXT);
  FILL(ActiveShaderProgram, EXT), FILL(UseProgramStages, EXT);
  // GL_EXT_direct_state_access, before GL 4.5.
  FILL(MapNamedBuffer, EXT), FILL(MapNamedBufferRange, EXT), FILL(UnmapNamedBuffer, EXT),
      FILL(FlushMappedNamedBufferRange, EXT);
  FILL(NamedBufferData, EXT), FILL(GetNamedBufferSubData, EXT), FILL(GetNamedBufferParameteriv, EXT);
  FILL(GetNamedBufferPointerv, EXT), FILL(NamedRenderbufferStorage, EXT),
      FILL(NamedRenderbufferStorageMultisample, EXT);
  FILL(NamedFramebufferRenderbuffer, EXT), FILL(NamedFramebufferTexture, EXT), FILL(NamedFramebufferTextureLayer, EXT);

  // GL_ARB_robustness, before GL 4.5.
  FILL(GetGraphicsResetStatus, ARB), FILL(GetnTexImage, ARB), FILL(GetnCompressedTexImage, ARB);
  // GL_APPLE_vertex_array_object, before GL 3.0; GL_APPLE_framebuffer_multisample, of ES 1.1 and 2.0.
  FILL(BindVertexArray, APPLE), FILL(RenderbufferStorageMultisample, APPLE);
  // GL_ANGLE_framebuffer_blit and GL_ANGLE_framebuffer_multisample, of ES 2.0.
  FILL(BlitFramebuffer, ANGLE), FILL(RenderbufferStorageMultisample, ANGLE);
  // GL_NV_draw_buffers and GL_NV_read_buffer, of ES 2.0; GL 4.0, 4.3 and 3.1 took over the others.
  FILL(DrawBuffers, NV), FILL(ReadBuffer, NV), FILL(BindTransformFeedback, NV), FILL(CopyImageSubData, NV);
  FILL(PrimitiveRestartIndex, NV);
#undef FILL
}

}  // namespace replay
