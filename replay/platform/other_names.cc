#include "replay/platform/other_names.h"

#include <glad/gl.h>

namespace replay {
namespace {

// GL_OES_framebuffer_object (ES 1.1).
#define REPLAY_OES_NAMES(ROW) \
  ROW(BindFramebuffer, OES) ROW(BindRenderbuffer, OES) ROW(CheckFramebufferStatus, OES) ROW(DeleteFramebuffers, OES) \
  ROW(DeleteRenderbuffers, OES) ROW(FramebufferRenderbuffer, OES) ROW(FramebufferTexture2D, OES) ROW(GenFramebuffers, OES) \
  ROW(GenRenderbuffers, OES) ROW(GetFramebufferAttachmentParameteriv, OES) ROW(GetRenderbufferParameteriv, OES) \
  ROW(RenderbufferStorage, OES)

// GL_EXT_framebuffer_object (before GL 3.0), GL_EXT_occlusion_query_boolean and GL_EXT_separate_shader_objects (ES 2.0),
// GL_EXT_direct_state_access (before GL 4.5).
#define REPLAY_EXT_NAMES(ROW) \
  ROW(BindFramebuffer, EXT) ROW(BindRenderbuffer, EXT) ROW(GenQueries, EXT) ROW(DeleteQueries, EXT) ROW(GetQueryObjectuiv, EXT) \
  ROW(ActiveShaderProgram, EXT) ROW(BindProgramPipeline, EXT) ROW(DeleteProgramPipelines, EXT) ROW(GenProgramPipelines, EXT) \
  ROW(UseProgramStages, EXT) ROW(MapNamedBuffer, EXT) ROW(MapNamedBufferRange, EXT) ROW(UnmapNamedBuffer, EXT) \
  ROW(FlushMappedNamedBufferRange, EXT) ROW(GetNamedBufferSubData, EXT) ROW(GetNamedBufferParameteriv, EXT) \
  ROW(GetNamedBufferPointerv, EXT)

// GL_ARB_robustness (before GL 4.5), GL_APPLE_vertex_array_object (before GL 3.0), GL_NV_draw_buffers and GL_NV_read_buffer (ES 2.0).
#define REPLAY_OTHER_NAMES(ROW) \
  ROW(GetGraphicsResetStatus, ARB) ROW(GetnTexImage, ARB) ROW(GetnCompressedTexImage, ARB) ROW(BindVertexArray, APPLE) \
  ROW(DrawBuffers, NV) ROW(ReadBuffer, NV)

}  // namespace

void fill_other_names(GladGLContext& table) {
#define REPLAY_FILL(name, suffix) \
  if (table.name == nullptr) table.name = table.name##suffix;
  REPLAY_OES_NAMES(REPLAY_FILL)
  REPLAY_EXT_NAMES(REPLAY_FILL)
  REPLAY_OTHER_NAMES(REPLAY_FILL)
#undef REPLAY_FILL
}

}  // namespace replay
