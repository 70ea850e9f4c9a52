#include "replay/seek/rules.h"

#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/function_list.h"

namespace replay {
namespace {

struct Rule {
  SeekRole role;
  // A list for for_each_function().
  std::string_view functions;
  std::string_view reason;
};

using enum SeekRole;

constexpr Rule kRules[] = {
    // These calls are left out when what they draw into is cleared before any call reads it.
    {kDraw, "glDrawArrays{,EXT,Instanced{,ARB,EXT,NV,ANGLE},InstancedBaseInstance{,EXT},Indirect,IndirectCount{,ARB}}",
     "fragments are all that lasts of them; arrays in client memory are fetched when they are declared"},
    {kDraw,
     "glDrawElements{,Instanced{,ARB,EXT,NV,ANGLE},Indirect,BaseVertex{,EXT,OES},InstancedBaseVertex{,EXT,OES},"
     "InstancedBaseInstance{,EXT},InstancedBaseVertexBaseInstance{,EXT}}",
     "the same"},
    {kDraw,
     "glDrawRangeElements{,EXT,BaseVertex{,EXT,OES}} glMultiDraw{Arrays,Elements}{,EXT,Indirect{,Count{,ARB}}}"
     " glMultiDrawElementsBaseVertex{,EXT}",
     "the same"},
    {kRectangle, "glRect{d,f,i,s}{,v}", "the same; it does not even change current values"},
    {kDrawPixels, "glDrawPixels", "the raster position stays where it is"},
    {kDraw, "glDrawTex{f,i,s,x}{,v}OES glEvalMesh{1,2}", "current values stay what they are"},
    {kDraw, "glDrawTransformFeedback{,EXT,NV,Instanced{,EXT},Stream{,Instanced}}",
     "it only reads how many vertices were captured"},
    {kDraw, "replayGuardedDraw{Arrays,Elements}", "draws of WebGL that are made when the program's arrays suffice"},
    {kBegin, "glBegin",
     "a primitive goes as a whole, with its glEnd and its vertices; what else is between them stays, and an empty one "
     "takes its place"
     " when the driver may want one: current_values.h"},
    {kEnd, "glEnd", "as glBegin"},
    {kVertex, "glVertex{2,3,4}{s,i,f,d}{,v} glVertex{2,3,4}{hNV,hvNV,bOES,bvOES,xOES,xvOES}",
     "a position is no current value: nothing of it is left"},
    {kVertex, "glEvalCoord{1,2}{f,d}{,v} glEvalPoint{1,2}", "evaluated values do not become current ones"},
    {kVertexAttrib,
     "glVertexAttrib{1,2,3,4}{s,f,d}{,v}{,ARB} glVertexAttrib4{b,i,ub,us,ui}v{,ARB} glVertexAttrib4Nub{,ARB}"
     " glVertexAttrib4N{b,s,i,ub,us,ui}v{,ARB} glVertexAttribI{1,2,3,4}{i,ui}{,v}{,EXT} "
     "glVertexAttribI4{b,s,ub,us}v{,EXT}",
     "attribute 0 is the position in contexts that have glBegin"},
    {kClear, "glClear", "all that lasts of it are pixels"},
    {kClearBuffer, "glClearBuffer{fv,iv,uiv,fi}", "the same"},
    {kBlit, "glBlitFramebuffer{,EXT,ANGLE,NV}", "pixels come back elsewhere, and that is all"},
    {kBlitNamed, "glBlitNamedFramebuffer", "the same"},

    {kCallList, "glCallList{,s}", "what the list sets outlasts it, and is made instead"},

    {kBitmap, "glBitmap", "moves the raster position, which matters until it is set again"},

    // Current values outlast a primitive that is left out.
    {kAttribute,
     "glColor{3,4}{b,s,i,f,d,ub,us,ui}{,v} glNormal3{b,s,i,f,d}{,v} glTexCoord{1,2,3,4}{s,i,f,d}{,v}"
     " glMultiTexCoord{1,2,3,4}{s,i,f,d}{,v}{,ARB} glSecondaryColor3{b,s,i,f,d,ub,us,ui}{,v}{,EXT}"
     " glFogCoord{f,d}{,v}{,EXT} glIndex{s,i,f,d,ub}{,v} glEdgeFlag{,v} glMaterial{f,i}{,v}",
     "allowed outside of a primitive, with the same effect"},

    // These calls may be part of a display list, and have the same effect when they are made where the list is called:
    // they read nothing but their arguments. Calls that GL makes at once instead of recording them (glGenTextures,
    // glVertexPointer) and calls that take pixels are not here.
    {kListState,
     "gl{Load,Mult}{,Transpose}Matrix{f,d} gl{Push,Pop}Matrix glLoadIdentity glMatrixMode glTranslate{f,d}"
     " glRotate{f,d} glScale{f,d} glOrtho glFrustum",
     "matrices"},
    {kListState,
     "glShadeModel glLight{f,i}{,v} glLightModel{f,i}{,v} glColorMaterial glFog{f,i}{,v} glTexGen{f,i,d}{,v}"
     " glTexEnv{f,i}{,v} glClipPlane glAlphaFunc",
     "fixed functions"},
    {kListState, "glTexParameter{f,i}{,v}", "textures"},
    {kBindTexture, "glBindTexture{,EXT} glActiveTexture{,ARB}", "the same; and draws read what is bound"},
    {kBindTexture, "glBindTexture{Unit,s} glBindMultiTextureEXT", "draws read what is bound"},
    {kListState,
     "glBlendFunc{,Separate} glBlendEquation{,Separate} glBlendColor glDepthFunc glDepthRange glLogicOp"
     " glStencilFunc glStencilOp glCullFace glFrontFace glPolygonOffset glLineWidth glLineStipple "
     "glPointSize"
     " glHint glClearColor glClearDepth glClearStencil",
     "how fragments are made"},
    {kViewport,
     "glViewport glPolygonMode glViewportArrayv{,NV,OES} glViewportIndexedf{,v}{,NV,OES} "
     "glViewport{Swizzle,PositionWScale}NV glPolygonModeNV"
     " glConservativeRasterParameter{f,i}NV",
     "which part of a surface draws reach"},
    {kListState, "glRasterPos{2,3,4}{s,i,f,d}{,v} glWindowPos{2,3}{s,i,f,d}{,v} glListBase",
     "what later calls start from"},
    {kUseProgram, "glUseProgram{,ObjectARB}", "the same; and it says which units are sampled"},

    // These calls read what was drawn, for something that lasts.
    {kRead,
     "glCopyTexSubImage{1,3}D{,EXT} glCopyTexSubImage3DOES glCopyTextureSubImage{1,2,3}D{,EXT}"
     " glCopyMultiTexSubImage{1,2,3}DEXT",
     "pixels become a texture"},
    {kCopyToTexture, "glCopyTexSubImage2D{,EXT}", "the same, and another copy may overwrite them"},
    {kCopyImage, "glCopyTexImage{1,2}D{,EXT} glCopy{Texture,MultiTex}Image{1,2}DEXT", "the same, of another size"},
    {kCopyPixels, "glCopyPixels", "pixels come back elsewhere, where they are tested"},
    {kRead, "glCopyColor{,Sub}Table{,SGI,EXT} glCopyConvolutionFilter{1,2}D{,EXT}", "pixels become a table"},
    {kReadPixels, "glReadPixels glReadnPixels{,ARB,EXT,KHR}",
     "into a buffer the pixels last; what the program itself read is recorded"},
    {kUnclear, "glAccum", "adds what was drawn to what lasts from frame to frame, and may bring it back"},

    {kReadTextures,
     "glDispatchCompute{,Indirect,GroupSizeARB} glCopyTextureLevelsAPPLE"
     " glGenerateMultiTexMipmapEXT glGenerateTextureMipmapEXT",
     "textures become other data; made always"},
    {kCopyBetween, "glCopyImageSubData{,EXT,NV,OES}", "a part of a texture becomes a part of another"},
    {kMakeMipmaps, "glGenerateMipmap{,EXT,OES}", "all levels but the first become other data, and that is all"},
    {kMakeMipmapsOf, "glGenerateTextureMipmap", "the same"},
    {kReadTextures,
     "glGet{,n}TexImage{,ARB} glGetCompressedTexImage{,ARB} glGetnCompressedTexImage{,ARB} "
     "glGet{,Compressed}TextureImage{,EXT}"
     " glGet{,Compressed}TextureSubImage glGet{,Compressed}MultiTexImageEXT",
     "into a buffer the pixels last; what the program itself read is recorded"},
    // A declaration lasts until the next one; see unused_arrays.h.
    {kArray,
     "gl{Vertex,Normal,Color,Index,EdgeFlag,TexCoord}Pointer gl{SecondaryColor,FogCoord}Pointer{,EXT}"
     " glVertexAttribPointer{,ARB} glVertexAttribIPointer{,EXT}",
     "the same array, declared in the same form, is what all later draws use"},
    {kApart, "glGetError gl{Enable,Disable}ClientState gl{Enable,Disable}VertexAttribArray{,ARB}",
     "what an array is declared as does not change"},
    {kApart,
     "glUniform{1,2,3,4}{f,i,ui}{,v} glUniformMatrix{2,3,4}fv glUniform{1,2,3,4}{f,i}{,v}ARB "
     "glUniformMatrix{2,3,4}fvARB",
     "uniforms"},
    {kApart, "glBufferSubData{,ARB} glTexSubImage{1,2,3}D{,EXT} glFlush glFinish",
     "they read what they are given, at once"},

    {kNone, "glClearTex{,Sub}Image{,EXT} glClearNamedFramebuffer{fv,iv,uiv,fi}", "nothing is read; made always"},

    // These are other ways for a draw to have a lasting effect.
    {kNewList, "glNewList", "what follows is recorded by GL, not drawn"},
    {kEndList, "glEndList", "and drawn again"},
    {kDeleteLists, "glDeleteLists", "calling them has no effect any more"},
    {kBindFramebuffer, "glBindFramebuffer{,EXT,OES}", "what draws go into, and what is copied"},
    {kDeleteFramebuffers, "glDeleteFramebuffers{,EXT,OES}", "where one of them was bound the window is"},
    {kFramebuffer,
     "glFramebufferTexture{,1D,2D,3D,Layer,Face}{,ARB,EXT,OES} glFramebufferRenderbuffer{,EXT,OES} "
     "glFramebufferParameteri{,MESA}"
     " glFramebufferTexture{2D,Layer}DownsampleIMG glFramebufferTexture2DMultisample{EXT,IMG}"
     " glFramebufferTexture{,Multisample}MultiviewOVR glFramebufferPixelLocalStorageSizeEXT"
     " glFramebufferFoveationConfigQCOM glFramebufferFoveationParametersQCOM glFramebufferShadingRateEXT",
     "which images are drawn into"},
    {kNamedFramebuffer,
     "glNamedFramebufferTexture{,1D,2D,3D,Layer,Face}{,EXT} glNamedFramebufferRenderbuffer{,EXT} "
     "glNamedFramebufferDrawBuffer{,s}"
     " glNamedFramebufferParameteri{,EXT} glFramebufferDrawBuffer{,s}EXT",
     "the same of any framebuffer"},
    {kStorage,
     "gl{,Compressed}{Tex,Texture,MultiTex}Image{1,2,3,4}D{,ARB,EXT,OES,SGIS} "
     "gl{Tex,Texture}Image{2,3}DMultisample{,Coverage}{,NV}"
     " gl{Tex,Texture}Storage{1,2,3}D{,EXT} gl{Tex,Texture}Storage{2,3}DMultisample{,EXT,OES} "
     "glTexStorageAttribs{2,3}DEXT"
     " gl{,Named}RenderbufferStorage{,EXT,OES} "
     "gl{,Named}RenderbufferStorageMultisample{,EXT,ANGLE,APPLE,IMG,NV,Advanced{,AMD}}"
     " gl{,Named}RenderbufferStorageMultisampleCoverage{NV,EXT} gl{Tex,Texture}StorageSparseAMD"
     " glDelete{Textures,Renderbuffers}{,EXT,OES}",
     "a clear of the image as it is now leaves what was drawn when it was larger, or another"},
    {kProgram,
     "glCreateProgram glCreateShader gl{Attach,Detach}Shader glLinkProgram glShaderSource"
     " glCreate{Program,Shader}ObjectARB gl{Attach,Detach}ObjectARB glLinkProgramARB glShaderSourceARB",
     "which units draws may sample"},
    {kProgram, "glProgramUniform1i{,v}{,EXT}", "a sampler may get its unit"},
    {kProgram,
     "glBindProgramPipeline{,EXT} glUseProgramStages{,EXT} glActiveShaderProgram{,EXT} glCreateShaderProgramv{,EXT}"
     " glProgramBinary{,OES} glShaderBinary glSpecializeShader{,ARB} glUseShaderProgramEXT glActiveProgramEXT"
     " glNamedStringARB",
     "programs, and texts to include, that are too rare to be followed"},
    {kCreateObjects, "glCreate{Textures,Renderbuffers} glBindRenderbuffer{,EXT,OES}",
     "what GL takes for an attachment"},
    {kMakesTexture,
     "glTextureParameter{f,i}{,v}EXT glTextureParameterI{i,ui}vEXT gl{,Compressed}TextureSubImage{1,2,3}DEXT "
     "glTextureBuffer{,Range}EXT"
     " glGetTextureParameter{f,i}vEXT glGetTextureParameterI{i,ui}vEXT glGetTextureLevelParameter{f,i}vEXT "
     "glTexturePage{,Commitment}EXT",
     "a bind of it to another target is refused"},
    {kTextureParameter,
     "glTexParameterI{i,ui}v{,EXT,OES} glTexParameterx{,v}{,OES} glTextureParameter{f,i}{,v} "
     "glTextureParameterI{i,ui}v glMultiTexParameter{f,i}{,v}EXT glMultiTexParameterI{i,ui}vEXT",
     "glGenerateMipmap makes other levels from here on"},
    {kEndsTargets,
     "glTextureView{,EXT,OES} gl{Texture,MultiTex}RenderbufferEXT glEGLImageTargetTextureStorageEXT"
     " gl{Tex,Texture}StorageMem{1,2,3}DEXT gl{Tex,Texture}StorageMem{2,3}DMultisampleEXT",
     "what is drawn into one texture shows in another"},
    {kBeginFeedback, "glBeginTransformFeedback{,EXT,NV}", "draws write buffers from here on"},
    {kBindFeedback, "glBindTransformFeedback{,NV}",
     "where another is paused for it, the one that ends is not the one that was begun"},
    {kEndFeedback, "glEndTransformFeedback{,EXT,NV}", "and no longer"},
    {kReadBuffer, "glReadBuffer glNamedFramebufferReadBuffer glFramebufferReadBufferEXT",
     "GL_FRONT: the picture before this one is read, which a clear of the back buffer leaves alone"},
    {kRenderMode, "glRenderMode", "in selection and feedback nothing is drawn and cleared"},
    {kBindBuffer, "glBindBuffer{,ARB}", "GL_PIXEL_PACK_BUFFER: glReadPixels lasts; GL_QUERY_BUFFER: so do queries"},
    {kBindBufferTo, "glBindBuffer{Base,Range}{,EXT,NV} glBindBufferOffset{EXT,NV} glBindBuffers{Base,Range}",
     "shader storage and atomic counters are written by shaders"},
    {kBindImage, "glBindImageTexture{,s,EXT}", "shaders can write to it, and read it without a sampler"},
    {kShaderWrites, "glMakeImageHandleResident{ARB,NV} glMake{,Named}BufferResidentNV",
     "shaders can write to what a handle or an address stands for"},
    {kShaderReads, "glMakeTextureHandleResident{ARB,NV}", "no binding tells what is read"},
    {kBeginQuery, "glBeginQuery{,ARB,EXT,Indexed}",
     "what is drawn may be counted, which matters where the two below occur"},
    {kEndQuery, "glEndQuery{,ARB,EXT,Indexed}", "not any longer"},
    {kBeginConditional, "glBeginConditionalRender{,NV,NVX}",
     "whether a call has an effect depends on how many pixels others drew"},
    {kEndConditional, "glEndConditionalRender{,NV,NVX}", "not any longer"},
    {kUsesQueries, "glGetQueryBufferObject{iv,uiv,i64v,ui64v}", "how many pixels were drawn becomes data"},
    {kEndsSeeking, "wglBindTexImageARB eglBindTexImage CGLTexImagePBuffer", "a surface becomes a texture"},
    {kEndsSeeking,
     "eglCreateImage{,KHR} glEGLImageTarget{Texture2D,RenderbufferStorage}OES glEGLImageTargetTexStorageEXT",
     "pixels under a second name"},
    {kEndsSeeking, "eglCopyBuffers glXCopyContext wglCopyContext CGLCopyContext", "masks and scissor change unseen"},
    {kEndsSeeking,
     "glWindowRectanglesEXT gl{,Named}FramebufferSampleLocationsfv{ARB,NV} gl{,Named}FramebufferSamplePositionsfvAMD "
     "glScissorExclusive{,Arrayv}NV",
     "a clear may leave pixels out"},

    // These calls decide whether a clear is a full one; see clear_state.h.
    {kContextState, "gl{Enable,Disable} gl{Enable,Disable}{i,Indexed}{,EXT,NV,OES}",
     "scissor test and rasterizer discard"},
    {kContextState, "glColorMask{,i,Indexed}{,EXT,OES} glDepthMask glStencilMask{,Separate{,ATI}}", "masks"},
    {kContextState, "glDrawBuffer glDrawBuffers{,ARB,ATI,EXT,NV}", "what is cleared"},
    {kContextState, "glActiveStencilFaceEXT", "masks of one side"},
    {kContextState, "glScissor glScissorIndexed{,v}{,OES,NV} glScissorArrayv{,OES,NV}",
     "a clear of the whole box, and draws that stay in it"},
    {kContextState, "gl{Push,Pop}Attrib", "bring all of them back"},
    {kNewCanvas, "replayCreateCanvas", "unless told to keep it, a canvas is wiped out when it has been shown"},
    {kBindCanvas, "replayBindCanvas", "a canvas is context and window in one"},
    {kChooseApi, "eglBindAPI", "which calls are refused depends on it"},
    {kNewContext,
     "glXCreateContext{,AttribsARB,WithConfigSGIX} glXCreateNewContext eglCreateContext"
     " wglCreateContext{,AttribsARB} wglCreateLayerContext CGLCreateContext",
     "an address that comes again is another context"},
};

SeekRoles make_roles() {
  SeekRoles roles{};
  for (std::size_t i = 0; i < roles.size(); ++i) {
    constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
    const bool draws = (glbindings::signature(static_cast<glbindings::FunctionId>(i)).traits & kDraws) != 0;
    roles[i] = draws ? kUnclear : kNone;
  }
  for (const Rule& rule : kRules) {
    for_each_function(rule.functions,
                      [&](glbindings::FunctionId id) { roles[static_cast<std::size_t>(id)] = rule.role; });
  }
  return roles;
}

}  // namespace

const SeekRoles& seek_roles() {
  static const SeekRoles kRoles = make_roles();
  return kRoles;
}

}  // namespace replay
