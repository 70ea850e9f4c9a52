#include "replay/platform/other_names.h"

#include <glad/gl.h>

namespace replay {
namespace {

// GL_OES_framebuffer_object (ES 1.1).
#define REPLAY_OES_NAMES(ROW) \
  ROW(BindFramebuffer, OES) ROW(BindRenderbuffer, OES) ROW(CheckFramebufferStatus, OES) ROW(DeleteFramebuffers, OES) \
  ROW(DeleteRenderbuffers, OES) ROW(FramebufferRenderbuffer, OES) ROW(FramebufferTexture2D, OES) ROW(GenFramebuffers, OES) \
  ROW(GenRenderbuffers, OES) ROW(GenerateMipmap, OES) ROW(GetFramebufferAttachmentParameteriv, OES) \
  ROW(GetRenderbufferParameteriv, OES) ROW(RenderbufferStorage, OES)

// GL_EXT_framebuffer_object (before GL 3.0), GL_EXT_occlusion_query_boolean and GL_EXT_disjoint_timer_query (ES 2.0),
// GL_EXT_separate_shader_objects (ES 2.0), GL_EXT_direct_state_access (before GL 4.5).
#define REPLAY_EXT_NAMES(ROW) \
  ROW(BindFramebuffer, EXT) ROW(BindRenderbuffer, EXT) \
  ROW(GenQueries, EXT) ROW(DeleteQueries, EXT) ROW(BeginQuery, EXT) ROW(EndQuery, EXT) ROW(GetQueryObjectuiv, EXT) \
  ROW(ActiveShaderProgram, EXT) ROW(BindProgramPipeline, EXT) ROW(DeleteProgramPipelines, EXT) ROW(GenProgramPipelines, EXT) \
  ROW(UseProgramStages, EXT) \
  ROW(MapNamedBuffer, EXT) ROW(MapNamedBufferRange, EXT) ROW(UnmapNamedBuffer, EXT) ROW(FlushMappedNamedBufferRange, EXT) \
  ROW(GetNamedBufferSubData, EXT) ROW(GetNamedBufferParameteriv, EXT) ROW(GetNamedBufferPointerv, EXT) \
  ROW(NamedBufferData, EXT) ROW(NamedFramebufferRenderbuffer, EXT) ROW(NamedFramebufferTexture, EXT) \
  ROW(NamedFramebufferTextureLayer, EXT) ROW(NamedRenderbufferStorage, EXT) ROW(NamedRenderbufferStorageMultisample, EXT)

// GL_ARB_robustness (before GL 4.5), GL_APPLE_vertex_array_object (before GL 3.0), and of ES 2.0: GL_NV_draw_buffers, GL_NV_read_buffer,
// GL_ANGLE_framebuffer_blit, GL_ANGLE_framebuffer_multisample, GL_APPLE_framebuffer_multisample. GL_NV_transform_feedback2,
// GL_NV_copy_image and GL_NV_primitive_restart are those of GL 4.0, 4.3 and 3.1.
#define REPLAY_OTHER_NAMES(ROW) \
  ROW(GetGraphicsResetStatus, ARB) ROW(GetnTexImage, ARB) ROW(GetnCompressedTexImage, ARB) ROW(BindVertexArray, APPLE) \
  ROW(DrawBuffers, NV) ROW(ReadBuffer, NV) ROW(BlitFramebuffer, ANGLE) ROW(RenderbufferStorageMultisample, ANGLE) \
  ROW(RenderbufferStorageMultisample, APPLE) ROW(BindTransformFeedback, NV) ROW(CopyImageSubData, NV) ROW(PrimitiveRestartIndex, NV)

template <class Function>
void fill(Function& one, Function& other) {
  if (one == nullptr) one = other;
  if (other == nullptr) other = one;
}

}  // namespace

void fill_other_names(GladGLContext& table) {
#define REPLAY_FILL(name, suffix) fill(table.name, table.name##suffix);
  REPLAY_OES_NAMES(REPLAY_FILL)
  REPLAY_EXT_NAMES(REPLAY_FILL)
  REPLAY_OTHER_NAMES(REPLAY_FILL)
#undef REPLAY_FILL
}

}  // namespace replay
