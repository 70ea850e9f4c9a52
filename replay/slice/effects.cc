#include "replay/slice/effects.h"

#include <glad/gl.h>

#include <array>
#include <cstddef>
#include <unordered_map>

#include "glbindings/signature.h"
#include "replay/calls/function_list.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

using enum Action;

struct Row {
  std::string_view functions;  // for for_each_function()
  Action action = kSet;
  Holder holder = Holder::kContext;
  std::string_view place = {};
  std::string_view at = {};
  std::string_view part = {};
  std::uint32_t attrib = 0;
  Selector by = Selector::kNone;
  std::uint8_t reads = 0;
};

constexpr std::uint32_t kEnable = GL_ENABLE_BIT;

constexpr Row kRows[] = {
    // Fragments.
    {.functions = "glBlendFunc glBlendFuncSeparate{,EXT,INGR}",
     .place = "blend function",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glBlendFunc{,Separate}i{,ARB,EXT,OES} glBlendFunc{,Separate}IndexedAMD",
     .place = "blend function",
     .part = "0",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glBlendEquation{,EXT,OES} glBlendEquationSeparate{,EXT,OES}",
     .place = "blend equation",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glBlendEquation{,Separate}i{,ARB,EXT,OES} glBlendEquation{,Separate}IndexedAMD",
     .place = "blend equation",
     .part = "0",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glBlendColor{,EXT}", .place = "blend colour", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glAlphaFunc", .place = "alpha test", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glLogicOp", .place = "logic operation", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glColorMask", .place = "colour mask", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glColorMask{i,Indexed}{,EXT,OES}",
     .place = "colour mask",
     .part = "0",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glIndexMask", .place = "index mask", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glDepthFunc", .place = "depth test", .attrib = GL_DEPTH_BUFFER_BIT},
    {.functions = "glDepthMask", .place = "depth mask", .attrib = GL_DEPTH_BUFFER_BIT},
    {.functions = "glDepthRange{,f,fOES,dNV,x,xOES}", .place = "depth range", .attrib = GL_VIEWPORT_BIT},
    {.functions = "glDepthRangeIndexed{,fNV,fOES}", .place = "depth range", .part = "0", .attrib = GL_VIEWPORT_BIT},
    {.functions = "glStencilFunc",
     .place = "stencil test",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glStencilFuncSeparate",
     .place = "stencil test",
     .part = "0",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glStencilOp",
     .place = "stencil operation",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glStencilOpSeparate",
     .place = "stencil operation",
     .part = "0",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glStencilMask",
     .place = "stencil mask",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glStencilMaskSeparate",
     .place = "stencil mask",
     .part = "0",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glClearColor{,IiEXT,IuiEXT,x,xOES}", .place = "clear colour", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glClearIndex", .place = "clear index", .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glClearDepth{,f,fOES,dNV,x,xOES}", .place = "clear depth", .attrib = GL_DEPTH_BUFFER_BIT},
    {.functions = "glClearStencil", .place = "clear stencil", .attrib = GL_STENCIL_BUFFER_BIT},
    {.functions = "glClearAccum", .place = "clear accumulation", .attrib = GL_ACCUM_BUFFER_BIT},
    {.functions = "glSampleCoverage{,ARB,x,xOES}", .place = "sample coverage", .attrib = GL_MULTISAMPLE_BIT},
    {.functions = "glSampleMaski", .place = "sample mask", .part = "0", .attrib = GL_MULTISAMPLE_BIT},
    {.functions = "glMinSampleShading{,ARB,OES}", .place = "sample shading", .attrib = GL_MULTISAMPLE_BIT},
    {.functions = "glClampColor{,ARB}",
     .place = "clamped colours",
     .part = "0",
     .attrib = GL_COLOR_BUFFER_BIT | kEnable},

    // Primitives.
    {.functions = "glViewport", .place = "viewport", .attrib = GL_VIEWPORT_BIT},
    {.functions = "glViewportIndexedf{,v}{,OES,NV} glViewportArrayv{,OES,NV}",
     .place = "viewport",
     .part = "01",
     .attrib = GL_VIEWPORT_BIT},
    {.functions = "glScissor", .place = "scissor", .attrib = GL_SCISSOR_BIT},
    {.functions = "glScissorIndexed{,v}{,OES,NV} glScissorArrayv{,OES,NV}",
     .place = "scissor",
     .part = "01",
     .attrib = GL_SCISSOR_BIT},
    {.functions = "glCullFace", .place = "culled face", .attrib = GL_POLYGON_BIT},
    {.functions = "glFrontFace", .place = "front face", .attrib = GL_POLYGON_BIT},
    {.functions = "glPolygonMode{,NV}", .place = "polygon mode", .part = "0", .attrib = GL_POLYGON_BIT},
    {.functions = "glPolygonOffset{,EXT,x,xOES,Clamp,ClampEXT}", .place = "polygon offset", .attrib = GL_POLYGON_BIT},
    {.functions = "glPolygonStipple",
     .place = "polygon stipple",
     .attrib = GL_POLYGON_STIPPLE_BIT,
     .reads = kReadsPixels},
    {.functions = "glLineWidth{,x,xOES}", .place = "line width", .attrib = GL_LINE_BIT},
    {.functions = "glLineStipple", .place = "line stipple", .attrib = GL_LINE_BIT},
    {.functions = "glPointSize{,x,xOES}", .place = "point size", .attrib = GL_POINT_BIT},
    {.functions = "glPointParameter{f,i,x}{,v}{,ARB,EXT,NV,OES}",
     .place = "point parameter",
     .part = "0",
     .attrib = GL_POINT_BIT},
    {.functions = "glShadeModel", .place = "shade model", .attrib = GL_LIGHTING_BIT},
    {.functions = "glProvokingVertex{,EXT}", .place = "provoking vertex", .attrib = GL_LIGHTING_BIT},
    {.functions = "glPrimitiveRestartIndex{,NV}", .place = "restart index"},
    {.functions = "glPatchParameter{i,fv}{,EXT,OES}", .place = "patch parameter", .part = "0"},
    {.functions = "glClipControl{,EXT}", .place = "clip control", .attrib = GL_TRANSFORM_BIT},
    {.functions = "glHint", .place = "hint", .part = "0", .attrib = GL_HINT_BIT},
    {.functions = "gl{Enable,Disable}", .place = "enabled", .at = "0", .attrib = kEnable, .by = Selector::kTextureUnit},
    {.functions = "gl{Enable,Disable}{i,Indexed}{,EXT,NV,OES}",
     .place = "enabled",
     .at = "0",
     .part = "1",
     .attrib = kEnable},

    // Fixed functions.
    {.functions = "glFog{f,i,x}{,v}{,OES}", .place = "fog", .part = "0", .attrib = GL_FOG_BIT},
    {.functions = "glLightModel{f,i,x}{,v}{,OES}", .place = "light model", .part = "0", .attrib = GL_LIGHTING_BIT},
    {.functions = "glLight{f,i,x}{,v}{,OES}",
     .place = "light",
     .part = "01",
     .attrib = GL_LIGHTING_BIT,
     .reads = kReadsModelview},
    {.functions = "glMaterial{f,i,x}{,v}{,OES}", .place = "material", .part = "01", .attrib = GL_LIGHTING_BIT},
    {.functions = "glColorMaterial", .place = "colour material", .attrib = GL_LIGHTING_BIT},
    {.functions = "glTexEnv{f,i,x}{,v}{,OES}",
     .place = "texture environment",
     .part = "01",
     .attrib = GL_TEXTURE_BIT,
     .by = Selector::kTextureUnit},
    {.functions = "glTexGen{f,i,d,x}{,v}{,OES}",
     .place = "texture coordinate generation",
     .part = "01",
     .attrib = GL_TEXTURE_BIT,
     .by = Selector::kTextureUnit,
     .reads = kReadsModelview},
    {.functions = "glClipPlane{,f,fOES,fIMG,x,xOES}",
     .place = "clip plane",
     .part = "0",
     .attrib = GL_TRANSFORM_BIT,
     .reads = kReadsModelview},
    {.functions = "glMap{1,2}{f,d}", .place = "evaluator", .part = "0", .attrib = GL_EVAL_BIT},
    {.functions = "glMapGrid1{f,d}", .place = "evaluator grid 1", .attrib = GL_EVAL_BIT},
    {.functions = "glMapGrid2{f,d}", .place = "evaluator grid 2", .attrib = GL_EVAL_BIT},
    {.functions = "glRasterPos{2,3,4}{s,i,f,d}{,v} glWindowPos{2,3}{s,i,f,d}{,v}{,ARB,MESA}",
     .place = "raster position",
     .attrib = GL_CURRENT_BIT,
     .reads = kReadsState},
    {.functions = "glBitmap", .action = kAdd, .place = "raster position", .attrib = GL_CURRENT_BIT},
    {.functions = "glListBase", .place = "list base", .attrib = GL_LIST_BIT},

    // Current values.
    {.functions = "glColor{3,4}{b,s,i,f,d,ub,us,ui}{,v} glColor{3,4}hNV glColor{3,4}hvNV glColor4x{,OES}",
     .place = "colour",
     .attrib = GL_CURRENT_BIT},
    {.functions = "glNormal3{b,s,i,f,d}{,v} glNormal3{h,hv}NV glNormal3x{,OES}",
     .place = "normal",
     .attrib = GL_CURRENT_BIT},
    {.functions = "glTexCoord{1,2,3,4}{s,i,f,d}{,v} glTexCoord{1,2,3,4}{h,hv}NV",
     .place = "texture coordinate",
     .attrib = GL_CURRENT_BIT},
    {.functions =
         "glMultiTexCoord{1,2,3,4}{s,i,f,d}{,v}{,ARB} glMultiTexCoord{1,2,3,4}{h,hv}NV glMultiTexCoord4x{,OES}",
     .place = "multitexture coordinate",
     .at = "0",
     .attrib = GL_CURRENT_BIT},
    {.functions = "glSecondaryColor3{b,s,i,f,d,ub,us,ui}{,v}{,EXT} glSecondaryColor3{h,hv}NV",
     .place = "secondary colour",
     .attrib = GL_CURRENT_BIT},
    {.functions = "glFogCoord{f,d}{,v}{,EXT} glFogCoord{h,hv}NV", .place = "fog coordinate", .attrib = GL_CURRENT_BIT},
    {.functions = "glIndex{s,i,f,d,ub}{,v}", .place = "colour index", .attrib = GL_CURRENT_BIT},
    {.functions = "glEdgeFlag{,v}", .place = "edge flag", .attrib = GL_CURRENT_BIT},
    {.functions = "glVertexAttrib{1,2,3,4}{s,f,d}{,v}{,ARB,NV} glVertexAttrib4{b,i,ub,us,ui}v{,ARB}"
                  " glVertexAttrib4Nub{,ARB} glVertexAttrib4N{b,s,i,ub,us,ui}v{,ARB}"
                  " glVertexAttribI{1,2,3,4}{i,ui}{,v}{,EXT} glVertexAttribI4{b,s,ub,us}v{,EXT}"
                  " glVertexAttribL{1,2,3,4}d{,v}{,EXT} glVertexAttribP{1,2,3,4}ui{,v}",
     .place = "generic attribute",
     .at = "0",
     .attrib = GL_CURRENT_BIT},

    // Matrices and stacks.
    {.functions = "glActiveTexture{,ARB}",
     .action = kSelect,
     .place = "active texture",
     .attrib = GL_TEXTURE_BIT,
     .by = Selector::kTextureUnit},
    {.functions = "glClientActiveTexture{,ARB}",
     .action = kSelect,
     .place = "active client texture",
     .attrib = kClientArrays,
     .by = Selector::kClientUnit},
    {.functions = "glMatrixMode",
     .action = kSelect,
     .place = "matrix mode",
     .attrib = GL_TRANSFORM_BIT,
     .by = Selector::kMatrixMode},
    {.functions = "glActiveStencilFaceEXT",
     .action = kSelect,
     .place = "active stencil face",
     .attrib = GL_STENCIL_BUFFER_BIT,
     .by = Selector::kStencilFace},
    {.functions = "glLoadIdentity glLoad{,Transpose}Matrix{f,d,x}{,ARB,OES}", .action = kLoadMatrix},
    {.functions = "glMult{,Transpose}Matrix{f,d,x}{,ARB,OES} gl{Translate,Rotate,Scale}{f,d,x,xOES}"
                  " gl{Ortho,Frustum}{,f,fOES,x,xOES}",
     .action = kChangeMatrix},
    {.functions = "glPushMatrix", .action = kPushMatrix},
    {.functions = "glPopMatrix", .action = kPopMatrix},
    {.functions = "glPushAttrib", .action = kPushAttrib},
    {.functions = "glPopAttrib", .action = kPopAttrib},
    {.functions = "glPushClientAttrib", .action = kPushClientAttrib},
    {.functions = "glPopClientAttrib", .action = kPopClientAttrib},

    // Pixels of client memory.
    {.functions = "glPixelStore{i,f,x}",
     .holder = Holder::kPixelStore,
     .place = "pixel store",
     .at = "0",
     .attrib = kClientPixels},
    {.functions = "glPixelTransfer{i,f}",
     .holder = Holder::kPixelStore,
     .place = "pixel transfer",
     .at = "0",
     .attrib = GL_PIXEL_MODE_BIT},
    {.functions = "glPixelMap{f,ui,us}v",
     .holder = Holder::kPixelStore,
     .place = "pixel map",
     .at = "0",
     .attrib = GL_PIXEL_MODE_BIT,
     .reads = kReadsPixels},
    {.functions = "glPixelZoom", .place = "pixel zoom", .attrib = GL_PIXEL_MODE_BIT},

    // Names of objects.
    {.functions =
         "glGen{Textures,Buffers,Framebuffers,Renderbuffers,VertexArrays,Queries,Samplers,Programs,ProgramPipelines"
         ",TransformFeedbacks}{,ARB,EXT,OES,APPLE,NV} glGenLists glGenFragmentShadersATI glGenVertexShadersEXT"
         " glCreate{Textures,Buffers,Framebuffers,Renderbuffers,VertexArrays,Queries,Samplers,ProgramPipelines"
         ",TransformFeedbacks} glCreate{Program,Shader} glCreate{Program,Shader}ObjectARB"
         " glCreateShaderProgramv{,EXT} glFenceSync{,APPLE}",
     .action = kCreate},
    {.functions = "glDelete{Textures,Buffers,Framebuffers,Renderbuffers,VertexArrays,Queries,Samplers,Programs"
                  ",ProgramPipelines,TransformFeedbacks}{,ARB,EXT,OES,APPLE,NV} glDelete{Program,Shader,Lists,Sync}"
                  " glDeleteObjectARB glDeleteSyncAPPLE",
     .action = kDelete},

    // Textures and samplers.
    {.functions = "glBindTexture{,EXT}",
     .action = kBindTexture,
     .place = "bound texture",
     .at = "0",
     .attrib = GL_TEXTURE_BIT,
     .by = Selector::kTextureUnit},
    {.functions = "glBindTextureUnit", .action = kBindUnits, .place = "bound texture", .attrib = GL_TEXTURE_BIT},
    {.functions = "glBindSampler", .place = "bound sampler", .at = "0", .attrib = GL_TEXTURE_BIT},
    {.functions = "glBindTextures", .action = kBindUnits, .place = "bound texture", .attrib = GL_TEXTURE_BIT},
    {.functions = "glBindSamplers", .action = kBindUnits, .place = "bound sampler", .attrib = GL_TEXTURE_BIT},
    {.functions = "glBindImageTexture{,EXT}", .place = "bound image", .at = "0"},
    {.functions = "glSamplerParameter{i,f}{,v} glSamplerParameterI{i,ui}v{,EXT,OES}",
     .holder = Holder::kNamed,
     .place = "parameter",
     .at = "1"},
    {.functions = "glTexParameter{i,f,x}{,v}{,OES} glTexParameterI{i,ui}v{,EXT,OES}",
     .holder = Holder::kTexture,
     .place = "parameter",
     .at = "1",
     .attrib = GL_TEXTURE_BIT},
    {.functions = "glTextureParameter{i,f}{,v} glTextureParameterI{i,ui}v",
     .holder = Holder::kNamed,
     .place = "parameter",
     .at = "1"},
    {.functions = "glTex{,ture}Parameter{i,f}{,v}EXT glTextureParameterI{i,ui}vEXT",
     .holder = Holder::kNamed,
     .place = "parameter",
     .at = "2"},
    {.functions = "gl{,Compressed}TexImage{1,2,3}D{,ARB,EXT,OES}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .reads = kReadsPixels},
    {.functions = "glTexImage{2,3}DMultisample", .holder = Holder::kTexture, .place = "image", .at = "0"},
    {.functions = "glTexStorage{1,2,3}D{,EXT} glTexStorage{2,3}DMultisample{,OES}",
     .holder = Holder::kTexture,
     .place = "storage"},
    {.functions = "glTextureStorage{1,2,3}D glTextureStorage{2,3}DMultisample",
     .holder = Holder::kNamed,
     .place = "storage"},
    {.functions = "gl{,Compressed}TexSubImage1D{,ARB,EXT}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "23",
     .reads = kReadsPixels},
    {.functions = "gl{,Compressed}TexSubImage2D{,ARB,EXT}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "2345",
     .reads = kReadsPixels},
    {.functions = "gl{,Compressed}TexSubImage3D{,ARB,EXT,OES}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "234567",
     .reads = kReadsPixels},
    {.functions = "gl{,Compressed}TextureSubImage1D",
     .holder = Holder::kNamed,
     .place = "named image",
     .at = "1",
     .part = "23",
     .reads = kReadsPixels},
    {.functions = "gl{,Compressed}TextureSubImage2D",
     .holder = Holder::kNamed,
     .place = "named image",
     .at = "1",
     .part = "2345",
     .reads = kReadsPixels},
    {.functions = "gl{,Compressed}TextureSubImage3D",
     .holder = Holder::kNamed,
     .place = "named image",
     .at = "1",
     .part = "234567",
     .reads = kReadsPixels},
    {.functions = "glCopyTexImage{1,2}D{,EXT}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .reads = kReadsState},
    {.functions = "glCopyTexSubImage1D{,EXT}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "25",
     .reads = kReadsState},
    {.functions = "glCopyTexSubImage2D{,EXT}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "2367",
     .reads = kReadsState},
    {.functions = "glCopyTexSubImage3D{,EXT,OES}",
     .holder = Holder::kTexture,
     .place = "image",
     .at = "01",
     .part = "234678",
     .reads = kReadsState},
    {.functions = "glCopyTextureSubImage{1,2,3}D",
     .action = kAdd,
     .holder = Holder::kNamed,
     .place = "named image",
     .at = "1",
     .reads = kReadsState},
    {.functions = "glGenerateMipmap{,EXT,OES}", .holder = Holder::kTexture, .place = "mipmap", .reads = kReadsHolder},
    {.functions = "glGenerateTextureMipmap", .holder = Holder::kNamed, .place = "mipmap", .reads = kReadsHolder},
    {.functions = "glTexBuffer{,ARB,EXT,OES} glTexBufferRange{,EXT,OES}",
     .holder = Holder::kTexture,
     .place = "buffer"},
    {.functions = "glTextureBuffer{,Range}", .holder = Holder::kNamed, .place = "buffer"},

    // Buffers.
    {.functions = "glBindBuffer{,ARB}", .action = kBindBuffer, .place = "bound buffer", .at = "0"},
    {.functions = "glBindBuffer{Base,Range}{,EXT,NV}", .action = kBindBufferTo, .place = "indexed buffer", .at = "01"},
    {.functions = "gl{,Named}BufferData{,ARB,EXT} gl{,Named}BufferStorage{,EXT}", .action = kStoreBuffer},
    {.functions = "gl{,Named}BufferSubData{,ARB,EXT} replay{,Named}BufferContents replayZeroBuffer",
     .action = kWriteBuffer},
    {.functions = "glMap{,Named}Buffer{,ARB,OES,EXT} glMap{,Named}BufferRange{,EXT}", .action = kMapBuffer},
    {.functions = "glUnmap{,Named}Buffer{,ARB,OES,EXT}", .action = kUnmapBuffer},
    {.functions = "glFlushMapped{,Named}BufferRange{,APPLE,EXT}", .action = kFlushBuffer},
    {.functions = "memcpy", .action = kWriteMemory},

    // Arrays.
    {.functions = "glBindVertexArray{,APPLE,OES}", .place = "bound vertex array", .attrib = kClientArrays},
    {.functions = "gl{Vertex,Normal,Color,Index,EdgeFlag}Pointer{,EXT,OES} gl{SecondaryColor,FogCoord}Pointer{,EXT}",
     .holder = Holder::kVertexArray,
     .place = "*",
     .attrib = kClientArrays,
     .reads = kReadsArrayBuffer},
    {.functions = "glInterleavedArrays",
     .holder = Holder::kVertexArray,
     .place = "*",
     .attrib = kClientArrays,
     .reads = kReadsArrayBuffer},
    {.functions = "glTexCoordPointer{,EXT}",
     .holder = Holder::kVertexArray,
     .place = "glTexCoordPointer",
     .attrib = kClientArrays,
     .by = Selector::kClientUnit,
     .reads = kReadsArrayBuffer},
    {.functions = "gl{Enable,Disable}ClientState",
     .holder = Holder::kVertexArray,
     .place = "array enabled",
     .at = "0",
     .attrib = kClientArrays,
     .by = Selector::kClientUnit},
    {.functions = "glVertexAttrib{,I,L}Pointer{,ARB,EXT,OES,NV}",
     .holder = Holder::kVertexArray,
     .place = "array",
     .at = "0",
     .attrib = kClientArrays,
     .reads = kReadsArrayBuffer},
    {.functions = "gl{Enable,Disable}VertexAttribArray{,ARB}",
     .holder = Holder::kVertexArray,
     .place = "attribute enabled",
     .at = "0",
     .attrib = kClientArrays},
    {.functions = "glVertexAttribDivisor{,ARB,ANGLE,EXT,NV}",
     .holder = Holder::kVertexArray,
     .place = "divisor",
     .at = "0"},
    {.functions = "glVertexAttrib{,I,L}Format", .holder = Holder::kVertexArray, .place = "format", .at = "0"},
    {.functions = "glVertexAttribBinding", .holder = Holder::kVertexArray, .place = "binding", .at = "0"},
    {.functions = "glVertexBindingDivisor", .holder = Holder::kVertexArray, .place = "binding divisor", .at = "0"},
    {.functions = "glBindVertexBuffer", .holder = Holder::kVertexArray, .place = "vertex buffer", .at = "0"},
    {.functions = "glVertexArrayElementBuffer", .holder = Holder::kNamed, .place = "element buffer"},
    {.functions = "glVertexArrayVertexBuffer", .holder = Holder::kNamed, .place = "vertex buffer", .at = "1"},
    {.functions = "glVertexArrayAttrib{,I,L}Format", .holder = Holder::kNamed, .place = "format", .at = "1"},
    {.functions = "glVertexArrayAttribBinding", .holder = Holder::kNamed, .place = "binding", .at = "1"},
    {.functions = "glVertexArrayBindingDivisor", .holder = Holder::kNamed, .place = "binding divisor", .at = "1"},
    {.functions = "gl{Enable,Disable}VertexArrayAttrib",
     .holder = Holder::kNamed,
     .place = "attribute enabled",
     .at = "1"},

    // Framebuffers.
    {.functions = "glBindFramebuffer{,EXT,OES}", .action = kBindFramebuffer, .place = "bound framebuffer", .at = "0"},
    {.functions = "glBindRenderbuffer{,EXT,OES}", .place = "bound renderbuffer"},
    {.functions = "glRenderbufferStorage{,EXT,OES,Multisample,MultisampleEXT} replayZeroRenderbuffer",
     .holder = Holder::kRenderbuffer,
     .place = "*"},
    {.functions = "glNamedRenderbufferStorage{,Multisample}{,EXT}", .holder = Holder::kNamed, .place = "storage"},
    {.functions = "glFramebufferTexture{,1D,2D,3D,Layer}{,ARB,EXT,OES} glFramebufferRenderbuffer{,EXT,OES}",
     .holder = Holder::kFramebuffer,
     .place = "attachment",
     .at = "1"},
    {.functions = "glNamedFramebuffer{Texture{,Layer},Renderbuffer}",
     .holder = Holder::kNamed,
     .place = "attachment",
     .at = "1"},
    {.functions = "glFramebufferParameteri", .holder = Holder::kFramebuffer, .place = "parameter", .at = "1"},
    {.functions = "glNamedFramebufferParameteri", .holder = Holder::kNamed, .place = "parameter", .at = "1"},
    {.functions = "glDrawBuffer glDrawBuffers{,ARB,ATI,EXT,NV}",
     .holder = Holder::kDrawFramebuffer,
     .place = "draw buffers",
     .attrib = GL_COLOR_BUFFER_BIT},
    {.functions = "glReadBuffer",
     .holder = Holder::kReadFramebuffer,
     .place = "read buffer",
     .attrib = GL_PIXEL_MODE_BIT},
    {.functions = "glNamedFramebufferDrawBuffer{,s}", .holder = Holder::kNamed, .place = "draw buffers"},
    {.functions = "glNamedFramebufferReadBuffer", .holder = Holder::kNamed, .place = "read buffer"},

    // Programs.
    {.functions = "glShaderSource{,ARB}", .holder = Holder::kNamed, .place = "source"},
    {.functions = "glCompileShader{,ARB}", .holder = Holder::kNamed, .place = "compiled", .reads = kReadsHolder},
    {.functions = "glAttachShader glAttachObjectARB", .action = kAttach},
    {.functions = "glDetachShader glDetachObjectARB", .action = kNothing},
    {.functions = "glBindAttribLocation{,ARB} glBindFragDataLocation{,EXT} glBindFragDataLocationIndexed{,EXT}"
                  " glProgramParameteri{,ARB,EXT} glTransformFeedbackVaryings{,EXT,NV}",
     .action = kAdd,
     .holder = Holder::kNamed,
     .place = "before linking"},
    {.functions = "glLinkProgram{,ARB}", .action = kLink},
    {.functions = "glUseProgram{,ObjectARB}", .place = "used program"},
    {.functions = "glBindProgramPipeline{,EXT}", .place = "used pipeline"},
    {.functions = "glUseProgramStages{,EXT}", .holder = Holder::kNamed, .place = "stages", .part = "1"},
    {.functions =
         "glUniform{1,2,3,4}{f,i,ui,d,i64,ui64}{,v}{,ARB,EXT,NV} glUniformMatrix{2,3,4,2x3,3x2,2x4,4x2,3x4,4x3}{f,d}v"
         "{,ARB,NV}"
         " glProgramUniform{1,2,3,4}{f,i,ui,d}{,v}{,EXT}"
         " glProgramUniformMatrix{2,3,4,2x3,3x2,2x4,4x2,3x4,4x3}{f,d}v{,EXT}",
     .action = kSetUniform},
    {.functions = "glGetUniformLocation{,ARB} replayUniformLocation", .action = kAskLocation},
    {.functions = "glGetAttribLocation{,ARB} glGetFragData{Location,Index}{,EXT} glGetUniformBlockIndex"
                  " glGetSubroutine{Index,UniformLocation} glGetProgramResource{Index,Location,LocationIndex,Name,iv}"
                  " glGetActiveUniformBlock{iv,Name} glGetActiveUniformsiv glGetActiveUniformName glGetUniformIndices"
                  " glGetActiveSubroutine{Name,UniformName,Uniformiv}"
                  " replayUniformBlockIndex replaySubroutineIndex replaySubroutineUniformLocation",
     .action = kAdd,
     .holder = Holder::kNamed,
     .place = "numbers"},
    {.functions = "glUniformBlockBinding", .holder = Holder::kNamed, .place = "block binding", .at = "1"},
    {.functions = "glShaderStorageBlockBinding", .holder = Holder::kNamed, .place = "storage block binding", .at = "1"},
    {.functions = "glBindProgramARB glBindProgramNV", .place = "bound program", .at = "0"},
    {.functions = "glProgramStringARB", .holder = Holder::kArbProgram, .place = "string"},
    {.functions = "glProgramLocalParameter4{f,d}{,v}ARB",
     .holder = Holder::kArbProgram,
     .place = "local parameter",
     .at = "1"},
    {.functions = "glProgramEnvParameter4{f,d}{,v}ARB", .place = "environment parameter", .at = "01"},

    // Display lists.
    {.functions = "glNewList", .action = kNewList},
    {.functions = "glEndList", .action = kEndList},
    {.functions = "glCallList{,s}", .action = kCallList},

    // The window system.
    {.functions =
         "glXGetVisualFromFBConfig glXGetFBConfigs glXGetConfig eglGetConfigs eglGetDisplay"
         " eglGetPlatformDisplay{,EXT} wglGetPixelFormat wglGetPixelFormatAttrib{iv,fv}{ARB,EXT} wglGetCurrentDC"
         " wip15DrawableSize glDrawableSizeWIP15 malloc free realloc",
     .action = kKept},

    // Drawing that the table of seek rules does not name as such.
    {.functions = "glEnd", .action = kEnd},
    {.functions = "glArrayElement{,EXT}", .action = kVertex},

    // Queries.
    {.functions = "gl{Begin,End}Query{,ARB,EXT,Indexed}", .action = kAdd, .holder = Holder::kQueries, .place = "query"},
    {.functions = "gl{Begin,End}ConditionalRender{,NV,NVX}", .action = kOpaque, .reads = kReadsQueries},
    {.functions = "glReadPixels glReadnPixels{,ARB,EXT,KHR} glGet{,n}TexImage{,ARB} glGetCompressedTexImage{,ARB}"
                  " glGetnCompressedTexImage{,ARB} glGet{,Compressed}Texture{,Sub}Image",
     .action = kReadBack},
    {.functions = "glGetQueryObject{i,ui,i64,ui64}v{,ARB,EXT} glGet{,Named}BufferSubData{,ARB,EXT}",
     .action = kNothing},

    // Nothing that pictures depend on.
    {.functions =
         "glFinish glFlush glDebugMessage{Callback,Control,Insert}{,ARB,KHR,AMD} gl{Push,Pop}DebugGroup{,KHR}"
         " gl{Push,Pop}GroupMarkerEXT glInsertEventMarkerEXT glStringMarkerGREMEDY"
         " glGetError glGetGraphicsResetStatus{,ARB,EXT,KHR} glGetDebugMessageLog{,ARB,KHR}"
         " glInitNames gl{Push,Load,Pop}Name glPassThrough glReleaseShaderCompiler"
         " glInvalidate{,Sub}Framebuffer glDiscardFramebufferEXT glInvalidateNamedFramebuffer{,Sub}Data"
         " glClientWaitSync glWaitSync glGetSynciv glMemoryBarrier glTextureBarrier{,NV}"
         " glValidateProgram{,ARB} glQueryCounter{,EXT} glSelectBuffer glFeedbackBuffer replayEvent replayMark"
         " replayBacktrace wip15{BeginTest,EndTest,PrintTestResults,TestFB} wip15ExpectProperty{i64,d,bv}"
         " wip15ExpectAttachment glCurrentTestWIP15 glTestFBWIP15 glSetContextCapsWIP15"
         " {glX,egl}GetProcAddress{,ARB} wglGetProcAddress glXQueryExtension glXQueryVersion eglGetError"
         " glXGetClientString glXQueryServerString glXQueryExtensionsString glXGetCurrent{Context,Display"
         ",Drawable,ReadDrawable} eglGetCurrent{Context,Display,Surface} eglQueryString eglQueryAPI glXIsDirect"
         " glXSwapInterval{EXT,MESA,SGI} eglSwapInterval wglSwapIntervalEXT glXWait{X,GL} eglWait{GL,Client,Native}"
         " egl{Create,Destroy,ClientWait}Sync{,KHR} eglGetSyncAttrib{,KHR} eglWaitSync{,KHR}",
     .action = kNothing},
};

constexpr std::size_t kFunctions = static_cast<std::size_t>(glbindings::FunctionId::kCount);

struct Table {
  std::array<Effect, kFunctions> effects{};
  std::unordered_map<std::string_view, std::uint16_t> places;

  std::uint16_t place(std::string_view name) {
    if (name.empty()) return 0;
    return places.try_emplace(name, static_cast<std::uint16_t>(places.size() + 1)).first->second;
  }
};

// The table of seek rules knows which functions draw.
Action action_by_role(SeekRole role) {
  switch (role) {
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kDrawPixels:
    case SeekRole::kBlit:
    case SeekRole::kBlitNamed:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: return kDraw;
    case SeekRole::kBegin: return kBegin;
    case SeekRole::kVertex: return kVertex;
    default: return kOpaque;
  }
}

bool is_of_gl(std::string_view name) {
  return name.starts_with("gl") && !name.starts_with("glX") && !name.ends_with("WIP15");
}

// What a function does that no row names.
Action usual_action(glbindings::FunctionId id) {
  const auto& signature = glbindings::signature(id);
  const std::string_view name = signature.name;
  if (signature.has(glbindings::kAnnotates)) return kNothing;
  if (is_of_gl(name)) {
    if (signature.has(glbindings::kNoSideEffects)) return kNothing;
    return action_by_role(seek_roles()[static_cast<std::size_t>(id)]);
  }
  const bool asks = name.find("Get") != name.npos || name.find("Query") != name.npos;
  return asks ? kAskWindow : kKept;
}

Table make_table() {
  Table table;
  for (std::size_t i = 1; i < kFunctions; ++i) {
    table.effects[i].action = usual_action(static_cast<glbindings::FunctionId>(i));
  }
  for (const Row& row : kRows) {
    for_each_function(row.functions, [&](glbindings::FunctionId id) {
      // The place "*" is named after its function.
      const std::string_view place = row.place == "*" ? glbindings::signature(id).name : row.place;
      table.effects[static_cast<std::size_t>(id)] = {.action = row.action,
                                                     .holder = row.holder,
                                                     .place = table.place(place),
                                                     .by = row.by,
                                                     .reads = row.reads,
                                                     .at = row.at,
                                                     .part = row.part,
                                                     .attrib = row.attrib};
    });
  }
  return table;
}

const Table& table() {
  static const Table kTable = make_table();
  return kTable;
}

}  // namespace

const Effect& effect_of(glbindings::FunctionId function) { return table().effects[static_cast<std::size_t>(function)]; }

std::uint32_t attribs_of_capability(std::uint32_t capability) {
  const auto is_one_of = [capability](std::uint32_t first, std::uint32_t count) {
    return capability >= first && capability < first + count;
  };
  if (is_one_of(GL_LIGHT0, 8)) return GL_ENABLE_BIT | GL_LIGHTING_BIT;
  if (is_one_of(GL_CLIP_PLANE0, 8)) return GL_ENABLE_BIT | GL_TRANSFORM_BIT;
  if (is_one_of(GL_MAP1_COLOR_4, 9) || is_one_of(GL_MAP2_COLOR_4, 9)) return GL_ENABLE_BIT | GL_EVAL_BIT;
  switch (capability) {
    case GL_ALPHA_TEST:
    case GL_BLEND:
    case GL_DITHER:
    case GL_COLOR_LOGIC_OP:
    case GL_INDEX_LOGIC_OP:
    case GL_FRAMEBUFFER_SRGB: return GL_ENABLE_BIT | GL_COLOR_BUFFER_BIT;
    case GL_DEPTH_TEST: return GL_ENABLE_BIT | GL_DEPTH_BUFFER_BIT;
    case GL_STENCIL_TEST: return GL_ENABLE_BIT | GL_STENCIL_BUFFER_BIT;
    case GL_SCISSOR_TEST: return GL_ENABLE_BIT | GL_SCISSOR_BIT;
    case GL_LIGHTING:
    case GL_COLOR_MATERIAL: return GL_ENABLE_BIT | GL_LIGHTING_BIT;
    case GL_FOG:
    case GL_COLOR_SUM: return GL_ENABLE_BIT | GL_FOG_BIT;
    case GL_CULL_FACE:
    case GL_POLYGON_SMOOTH:
    case GL_POLYGON_STIPPLE:
    case GL_POLYGON_OFFSET_FILL:
    case GL_POLYGON_OFFSET_LINE:
    case GL_POLYGON_OFFSET_POINT: return GL_ENABLE_BIT | GL_POLYGON_BIT;
    case GL_LINE_SMOOTH:
    case GL_LINE_STIPPLE: return GL_ENABLE_BIT | GL_LINE_BIT;
    case GL_POINT_SMOOTH:
    case GL_POINT_SPRITE: return GL_ENABLE_BIT | GL_POINT_BIT;
    case GL_TEXTURE_1D:
    case GL_TEXTURE_2D:
    case GL_TEXTURE_3D:
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_RECTANGLE:
    case GL_TEXTURE_GEN_S:
    case GL_TEXTURE_GEN_T:
    case GL_TEXTURE_GEN_R:
    case GL_TEXTURE_GEN_Q: return GL_ENABLE_BIT | GL_TEXTURE_BIT;
    case GL_NORMALIZE:
    case GL_RESCALE_NORMAL: return GL_ENABLE_BIT | GL_TRANSFORM_BIT;
    case GL_MULTISAMPLE:
    case GL_SAMPLE_ALPHA_TO_COVERAGE:
    case GL_SAMPLE_ALPHA_TO_ONE:
    case GL_SAMPLE_COVERAGE: return GL_ENABLE_BIT | GL_MULTISAMPLE_BIT;
    case GL_AUTO_NORMAL: return GL_ENABLE_BIT | GL_EVAL_BIT;
    default: return GL_ENABLE_BIT;
  }
}

std::uint16_t place_number(std::string_view name) {
  const auto found = table().places.find(name);
  return found != table().places.end() ? found->second : std::uint16_t{0};
}

}  // namespace replay
