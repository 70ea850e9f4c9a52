#include "loaders/wtf/webgl/methods.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using D = Translator;
using F = glbindings::FunctionId;

constexpr std::uint32_t kBufferTargets[] = {kArrayBuffer, kElementArrayBuffer};
constexpr std::uint32_t kTextureTargets[] = {kTexture2d, kTextureCube};
constexpr std::uint32_t kImageTargets[] = {kTexture2d,
                                           kTextureCubePositiveX,
                                           kTextureCubePositiveX + 1,
                                           kTextureCubePositiveX + 2,
                                           kTextureCubePositiveX + 3,
                                           kTextureCubePositiveX + 4,
                                           kTextureCubeNegativeZ};
constexpr std::uint32_t kFramebufferTargets[] = {kFramebuffer};
constexpr std::uint32_t kRenderbufferTargets[] = {kRenderbuffer};
constexpr std::uint32_t kUsages[] = {kStreamDraw, kStaticDraw, kDynamicDraw};
constexpr std::uint32_t kCapabilities[] = {
    kBlend,          kCullFace,   kDepthTest, kDither, kStencilTest, kPolygonOffsetFill, kSampleAlphaToCoverage,
    kSampleCoverage, kScissorTest};
constexpr std::uint32_t kTextureParameters[] = {kTextureMinFilter, kTextureMagFilter, kTextureWrapS, kTextureWrapT,
                                                kTextureMaxAnisotropy};
constexpr std::uint32_t kAttachments[] = {kColorAttachment0, kDepthAttachment, kStencilAttachment,
                                          kDepthStencilAttachment};
// The formats of WebGL 1 and of its extensions.
constexpr std::uint32_t kRenderbufferFormats[] = {kRgba4,        kRgb565,  kRgb5A1,  kDepthComponent16, kStencilIndex8,
                                                  kDepthStencil, kRgba32f, kRgba16f, kRgb16f,           kSrgb8Alpha8};
constexpr std::uint32_t kCopyFormats[] = {kAlpha, kLuminance, kLuminanceAlpha, kRgb, kRgba};
constexpr std::uint32_t kZero[] = {0};

constexpr Param null() { return {.rule = Rule::kNull}; }
constexpr Param one() { return {.rule = Rule::kOne}; }
constexpr Param as_it_is(const char* name) { return {.rule = Rule::kAsItIs, .name = name}; }
constexpr Param number(const char* name, const char* other = "") {
  return {.rule = Rule::kNumber, .name = name, .other = other};
}
constexpr Param one_of(std::span<const std::uint32_t> set, const char* name) {
  return {.rule = Rule::kOneOf, .name = name, .set = set};
}
constexpr Param text(const char* name) { return {.rule = Rule::kText, .name = name}; }
constexpr Param array(Elem elem, const char* name) { return {.rule = Rule::kArray, .name = name, .elem = elem}; }
constexpr Param count(std::size_t size, const char* name) { return {.rule = Rule::kCount, .name = name, .size = size}; }
constexpr Param bytes(const char* name) { return {.rule = Rule::kBytes, .name = name}; }
constexpr Param byte_size(const char* name) { return {.rule = Rule::kByteSize, .name = name}; }

constexpr Param handle(Rule rule, ObjectKind kind, const char* name, const char* other = "") {
  return {.rule = rule, .name = name, .other = other, .kind = kind};
}
constexpr Param program() { return handle(Rule::kObject, ObjectKind::kProgram, "program"); }
constexpr Param shader() { return handle(Rule::kObject, ObjectKind::kShader, "shader"); }
constexpr Param nullable(ObjectKind kind, const char* name) { return handle(Rule::kNullable, kind, name); }
constexpr Param location() { return handle(Rule::kLocation, ObjectKind::kUniformLocation, "location"); }
// The first tracers call every new or deleted object "value".
constexpr Param made(ObjectKind kind, const char* name) { return handle(Rule::kNew, kind, name, "value"); }
constexpr Param made_result(ObjectKind kind, const char* name) { return handle(Rule::kNewResult, kind, name, "value"); }
constexpr Param deleted(ObjectKind kind, const char* name) { return handle(Rule::kDelete, kind, name, "value"); }
constexpr Param deleted_one(ObjectKind kind, const char* name) { return handle(Rule::kDeleteOne, kind, name, "value"); }

constexpr Param buffer_target() { return {.rule = Rule::kBuffer, .name = "target", .set = kBufferTargets}; }
constexpr Param texture_target() { return {.rule = Rule::kTexture, .name = "target", .set = kTextureTargets}; }
constexpr Param image_target() { return {.rule = Rule::kTexture, .name = "target", .set = kImageTargets}; }
constexpr Param framebuffer_target() {
  return {.rule = Rule::kFramebuffer, .name = "target", .set = kFramebufferTargets};
}
constexpr Param renderbuffer_target() {
  return {.rule = Rule::kRenderbuffer, .name = "target", .set = kRenderbufferTargets};
}

#define WEBGL "WebGLRenderingContext#"
#define INSTANCED "ANGLEInstancedArrays#"
#define ARRAY_OBJECT "OESVertexArrayObject#"
#define LOSE "WebGLLoseContext#"

constexpr Method kMethods[] = {
    // Whole contexts.
    {"wtf.webgl#createContext", F::replayCreateCanvas, {}, &D::create_context, false},
    {"wtf.webgl#setContext",
     F::replayBindCanvas,
     {number("handle"), number("width"), number("height")},
     &D::set_context,
     false},
    {LOSE "loseContext", F::replayEvent, {}, &D::lose_context},
    {LOSE "restoreContext", F::replayCreateCanvas, {}, &D::restore_context},
    {"wtf.trace#mark", F::replayMark, {as_it_is("name"), as_it_is("value")}, nullptr, false},

    // Objects.
    {WEBGL "createBuffer", F::glGenBuffers, {one(), made(ObjectKind::kBuffer, "buffer")}},
    {WEBGL "createFramebuffer", F::glGenFramebuffers, {one(), made(ObjectKind::kFramebuffer, "framebuffer")}},
    {WEBGL "createProgram", F::glCreateProgram, {made_result(ObjectKind::kProgram, "program")}},
    {WEBGL "createRenderbuffer", F::glGenRenderbuffers, {one(), made(ObjectKind::kRenderbuffer, "renderbuffer")}},
    {WEBGL "createShader",
     F::glCreateShader,
     {number("type"), made_result(ObjectKind::kShader, "shader")},
     &D::create_shader},
    {WEBGL "createTexture", F::glGenTextures, {one(), made(ObjectKind::kTexture, "texture")}},
    {ARRAY_OBJECT "createVertexArrayOES", F::glGenVertexArrays, {one(), made(ObjectKind::kVertexArray, "arrayObject")}},
    {WEBGL "deleteBuffer", F::glDeleteBuffers, {one(), deleted(ObjectKind::kBuffer, "buffer")}},
    {WEBGL "deleteFramebuffer", F::glDeleteFramebuffers, {one(), deleted(ObjectKind::kFramebuffer, "framebuffer")}},
    {WEBGL "deleteProgram", F::glDeleteProgram, {deleted_one(ObjectKind::kProgram, "program")}},
    {WEBGL "deleteRenderbuffer", F::glDeleteRenderbuffers, {one(), deleted(ObjectKind::kRenderbuffer, "renderbuffer")}},
    {WEBGL "deleteShader", F::glDeleteShader, {deleted_one(ObjectKind::kShader, "shader")}},
    {WEBGL "deleteTexture", F::glDeleteTextures, {one(), deleted(ObjectKind::kTexture, "texture")}},
    {ARRAY_OBJECT "deleteVertexArrayOES",
     F::glDeleteVertexArrays,
     {one(), deleted(ObjectKind::kVertexArray, "arrayObject")}},

    // Bindings.
    {WEBGL "activeTexture", F::glActiveTexture, {number("texture")}, &D::active_texture},
    {WEBGL "bindBuffer",
     F::glBindBuffer,
     {one_of(kBufferTargets, "target"), nullable(ObjectKind::kBuffer, "buffer")},
     &D::bind_buffer},
    {WEBGL "bindFramebuffer",
     F::glBindFramebuffer,
     {one_of(kFramebufferTargets, "target"), nullable(ObjectKind::kFramebuffer, "framebuffer")},
     &D::bind_framebuffer},
    {WEBGL "bindRenderbuffer",
     F::glBindRenderbuffer,
     {one_of(kRenderbufferTargets, "target"), nullable(ObjectKind::kRenderbuffer, "renderbuffer")},
     &D::bind_renderbuffer},
    {WEBGL "bindTexture",
     F::glBindTexture,
     {one_of(kTextureTargets, "target"), nullable(ObjectKind::kTexture, "texture")},
     &D::bind_texture},
    {ARRAY_OBJECT "bindVertexArrayOES",
     F::glBindVertexArray,
     {nullable(ObjectKind::kVertexArray, "arrayObject")},
     &D::bind_vertex_array},
    {WEBGL "useProgram", F::glUseProgram, {nullable(ObjectKind::kProgram, "program")}, &D::use_program},

    // Programs.
    {WEBGL "shaderSource", F::glShaderSource, {shader(), one(), text("source"), null()}, &D::shader_source},
    {WEBGL "compileShader", F::glCompileShader, {shader()}},
    {WEBGL "attachShader", F::glAttachShader, {program(), shader()}, &D::attach_shader},
    {WEBGL "detachShader", F::glDetachShader, {program(), shader()}, &D::detach_shader},
    {WEBGL "bindAttribLocation",
     F::glBindAttribLocation,
     {program(), number("index"), text("name")},
     &D::bind_attribute},
    {WEBGL "linkProgram", F::glLinkProgram, {program()}, &D::link_program},
    {WEBGL "getUniformLocation", F::glGetUniformLocation, {program(), text("name")}, &D::uniform_location},
    {WEBGL "uniform1f", F::glUniform1f, {location(), number("x")}},
    {WEBGL "uniform2f", F::glUniform2f, {location(), number("x"), number("y")}},
    {WEBGL "uniform3f", F::glUniform3f, {location(), number("x"), number("y"), number("z")}},
    {WEBGL "uniform4f", F::glUniform4f, {location(), number("x"), number("y"), number("z"), number("w")}},
    {WEBGL "uniform1i", F::glUniform1i, {location(), number("x")}},
    {WEBGL "uniform2i", F::glUniform2i, {location(), number("x"), number("y")}},
    {WEBGL "uniform3i", F::glUniform3i, {location(), number("x"), number("y"), number("z")}},
    {WEBGL "uniform4i", F::glUniform4i, {location(), number("x"), number("y"), number("z"), number("w")}},
    {WEBGL "uniform1fv", F::glUniform1fv, {location(), count(1, "v"), array(Elem::kF32, "v")}},
    {WEBGL "uniform2fv", F::glUniform2fv, {location(), count(2, "v"), array(Elem::kF32, "v")}},
    {WEBGL "uniform3fv", F::glUniform3fv, {location(), count(3, "v"), array(Elem::kF32, "v")}},
    {WEBGL "uniform4fv", F::glUniform4fv, {location(), count(4, "v"), array(Elem::kF32, "v")}},
    {WEBGL "uniform1iv", F::glUniform1iv, {location(), count(1, "v"), array(Elem::kI32, "v")}},
    {WEBGL "uniform2iv", F::glUniform2iv, {location(), count(2, "v"), array(Elem::kI32, "v")}},
    {WEBGL "uniform3iv", F::glUniform3iv, {location(), count(3, "v"), array(Elem::kI32, "v")}},
    {WEBGL "uniform4iv", F::glUniform4iv, {location(), count(4, "v"), array(Elem::kI32, "v")}},
    {WEBGL "uniformMatrix2fv",
     F::glUniformMatrix2fv,
     {location(), count(4, "value"), one_of(kZero, "transpose"), array(Elem::kF32, "value")}},
    {WEBGL "uniformMatrix3fv",
     F::glUniformMatrix3fv,
     {location(), count(9, "value"), one_of(kZero, "transpose"), array(Elem::kF32, "value")}},
    {WEBGL "uniformMatrix4fv",
     F::glUniformMatrix4fv,
     {location(), count(16, "value"), one_of(kZero, "transpose"), array(Elem::kF32, "value")}},

    // Buffers and the arrays in them.
    {WEBGL "bufferData",
     F::glBufferData,
     {buffer_target(), number("size"), bytes("data"), one_of(kUsages, "usage")},
     &D::buffer_data},
    {WEBGL "bufferSubData",
     F::glBufferSubData,
     {buffer_target(), number("offset"), byte_size("data"), bytes("data")},
     &D::buffer_sub_data},
    {WEBGL "enableVertexAttribArray", F::glEnableVertexAttribArray, {number("index")}, &D::enable_array},
    {WEBGL "disableVertexAttribArray", F::glDisableVertexAttribArray, {number("index")}, &D::disable_array},
    {WEBGL "vertexAttribPointer",
     F::glVertexAttribPointer,
     {number("indx"), number("size"), number("type"), number("normalized"), number("stride"), number("offset")},
     &D::array_pointer},
    {INSTANCED "vertexAttribDivisorANGLE",
     F::glVertexAttribDivisor,
     {number("index"), number("divisor")},
     &D::array_divisor},
    {WEBGL "vertexAttrib1f", F::glVertexAttrib1f, {number("indx"), number("x")}},
    {WEBGL "vertexAttrib2f", F::glVertexAttrib2f, {number("indx"), number("x"), number("y")}},
    {WEBGL "vertexAttrib3f", F::glVertexAttrib3f, {number("indx"), number("x"), number("y"), number("z")}},
    {WEBGL "vertexAttrib4f", F::glVertexAttrib4f, {number("indx"), number("x"), number("y"), number("z"), number("w")}},
    {WEBGL "vertexAttrib1fv", F::glVertexAttrib1f, {number("indx"), number("x")}},
    {WEBGL "vertexAttrib2fv", F::glVertexAttrib2f, {number("indx"), number("x"), number("y")}},
    {WEBGL "vertexAttrib3fv", F::glVertexAttrib3f, {number("indx"), number("x"), number("y"), number("z")}},
    {WEBGL "vertexAttrib4fv",
     F::glVertexAttrib4f,
     {number("indx"), number("x"), number("y"), number("z"), number("w")}},

    // Draws.
    {WEBGL "clear", F::glClear, {number("mask")}, &D::clear},
    {WEBGL "drawArrays", F::glDrawArrays, {number("mode"), number("first"), number("count")}, &D::draw_arrays},
    {WEBGL "drawElements",
     F::glDrawElements,
     {number("mode"), number("count"), number("type"), number("offset")},
     &D::draw_elements},
    {INSTANCED "drawArraysInstancedANGLE",
     F::glDrawArraysInstanced,
     {number("mode"), number("first"), number("count"), number("primcount")},
     &D::draw_arrays},
    {INSTANCED "drawElementsInstancedANGLE",
     F::glDrawElementsInstanced,
     {number("mode"), number("count"), number("type"), number("offset"), number("primcount")},
     &D::draw_elements},

    // Textures.
    {WEBGL "pixelStorei", F::glPixelStorei, {number("pname"), number("param")}, &D::pixel_storei},
    {WEBGL "texImage2D",
     F::glTexImage2D,
     {image_target(), number("level"), number("internalformat"), number("width"), number("height"), number("border"),
      number("format"), number("type"), null()},
     &D::tex_image},
    {WEBGL "texSubImage2D",
     F::glTexSubImage2D,
     {image_target(), number("level"), number("xoffset"), number("yoffset"), number("width"), number("height"),
      number("format"), number("type"), null()},
     &D::tex_sub_image},
    {WEBGL "compressedTexImage2D",
     F::glCompressedTexImage2D,
     {image_target(), number("level"), number("internalformat"), number("width"), number("height"), number("border"),
      byte_size("data"), bytes("data")},
     &D::compressed_tex_image},
    {WEBGL "compressedTexSubImage2D",
     F::glCompressedTexSubImage2D,
     {image_target(), number("level"), number("xoffset"), number("yoffset"), number("width"), number("height"),
      number("format"), byte_size("data"), bytes("data")}},
    {WEBGL "copyTexImage2D",
     F::glCopyTexImage2D,
     {image_target(), number("level"), one_of(kCopyFormats, "internalformat"), number("x"), number("y"),
      number("width"), number("height"), number("border")},
     &D::copy_tex_image},
    {WEBGL "copyTexSubImage2D",
     F::glCopyTexSubImage2D,
     {image_target(), number("level"), number("xoffset"), number("yoffset"), number("x"), number("y"),
      number("width", "widht"), number("height")}},
    {WEBGL "generateMipmap", F::glGenerateMipmap, {texture_target()}, &D::generate_mipmap},
    {WEBGL "texParameterf",
     F::glTexParameterf,
     {texture_target(), one_of(kTextureParameters, "pname"), number("param")},
     &D::tex_parameter},
    {WEBGL "texParameteri",
     F::glTexParameteri,
     {texture_target(), one_of(kTextureParameters, "pname"), number("param")},
     &D::tex_parameter},

    // Framebuffers. WebGL 1 draws into level 0 only.
    {WEBGL "framebufferRenderbuffer",
     F::glFramebufferRenderbuffer,
     {framebuffer_target(), one_of(kAttachments, "attachment"), one_of(kRenderbufferTargets, "renderbuffertarget"),
      nullable(ObjectKind::kRenderbuffer, "renderbuffer")}},
    {WEBGL "framebufferTexture2D",
     F::glFramebufferTexture2D,
     {framebuffer_target(), one_of(kAttachments, "attachment"), one_of(kImageTargets, "textarget"),
      nullable(ObjectKind::kTexture, "texture"), one_of(kZero, "level")}},
    {WEBGL "renderbufferStorage",
     F::glRenderbufferStorage,
     {renderbuffer_target(), one_of(kRenderbufferFormats, "internalformat"), number("width"), number("height")},
     &D::renderbuffer_storage},

    // State.
    {WEBGL "blendColor", F::glBlendColor, {number("red"), number("green"), number("blue"), number("alpha")}},
    {WEBGL "blendEquation", F::glBlendEquation, {number("mode")}},
    {WEBGL "blendEquationSeparate", F::glBlendEquationSeparate, {number("modeRGB"), number("modeAlpha")}},
    {WEBGL "blendFunc", F::glBlendFunc, {number("sfactor"), number("dfactor")}, &D::blend_func},
    {WEBGL "blendFuncSeparate",
     F::glBlendFuncSeparate,
     {number("srcRGB"), number("dstRGB"), number("srcAlpha"), number("dstAlpha")},
     &D::blend_func},
    {WEBGL "clearColor", F::glClearColor, {number("red"), number("green"), number("blue"), number("alpha")}},
    {WEBGL "clearDepth", F::glClearDepthf, {number("depth")}},
    {WEBGL "clearStencil", F::glClearStencil, {number("s")}},
    {WEBGL "colorMask", F::glColorMask, {number("red"), number("green"), number("blue"), number("alpha")}},
    {WEBGL "cullFace", F::glCullFace, {number("mode")}},
    {WEBGL "depthFunc", F::glDepthFunc, {number("func")}},
    {WEBGL "depthMask", F::glDepthMask, {number("flag")}},
    {WEBGL "depthRange", F::glDepthRangef, {number("zNear"), number("zFar")}, &D::depth_range},
    {WEBGL "disable", F::glDisable, {one_of(kCapabilities, "cap")}},
    {WEBGL "enable", F::glEnable, {one_of(kCapabilities, "cap")}},
    {WEBGL "finish", F::glFinish},
    {WEBGL "flush", F::glFlush},
    {WEBGL "frontFace", F::glFrontFace, {number("mode")}},
    {WEBGL "getError", F::glGetError},
    {WEBGL "hint", F::glHint, {number("target"), number("mode")}},
    {WEBGL "lineWidth", F::glLineWidth, {number("width")}},
    {WEBGL "polygonOffset", F::glPolygonOffset, {number("factor"), number("units")}},
    {WEBGL "sampleCoverage", F::glSampleCoverage, {number("value"), number("invert")}},
    {WEBGL "scissor", F::glScissor, {number("x"), number("y"), number("width"), number("height")}},
    {WEBGL "stencilFunc", F::glStencilFunc, {number("func"), number("ref"), number("mask")}},
    {WEBGL "stencilFuncSeparate",
     F::glStencilFuncSeparate,
     {number("face"), number("func"), number("ref"), number("mask")}},
    {WEBGL "stencilMask", F::glStencilMask, {number("mask")}},
    {WEBGL "stencilMaskSeparate", F::glStencilMaskSeparate, {number("face"), number("mask")}},
    {WEBGL "stencilOp", F::glStencilOp, {number("fail"), number("zfail"), number("zpass")}},
    {WEBGL "stencilOpSeparate",
     F::glStencilOpSeparate,
     {number("face"), number("fail"), number("zfail"), number("zpass")}},
    {WEBGL "viewport", F::glViewport, {number("x"), number("y"), number("width"), number("height")}},
};

// These tell the page something that the recording does not have, and change nothing.
constexpr std::string_view kQueries[] = {
    WEBGL "checkFramebufferStatus",
    WEBGL "getActiveAttrib",
    WEBGL "getActiveUniform",
    WEBGL "getAttachedShaders",
    WEBGL "getAttribLocation",
    WEBGL "getBufferParameter",
    WEBGL "getContextAttributes",
    WEBGL "getExtension",
    WEBGL "getFramebufferAttachmentParameter",
    WEBGL "getParameter",
    WEBGL "getProgramInfoLog",
    WEBGL "getProgramParameter",
    WEBGL "getRenderbufferParameter",
    WEBGL "getShaderInfoLog",
    WEBGL "getShaderParameter",
    WEBGL "getShaderPrecisionFormat",
    WEBGL "getShaderSource",
    WEBGL "getSupportedExtensions",
    WEBGL "getTexParameter",
    WEBGL "getUniform",
    WEBGL "getVertexAttrib",
    WEBGL "getVertexAttribOffset",
    WEBGL "isBuffer",
    WEBGL "isContextLost",
    WEBGL "isEnabled",
    WEBGL "isFramebuffer",
    WEBGL "isProgram",
    WEBGL "isRenderbuffer",
    WEBGL "isShader",
    WEBGL "isTexture",
    WEBGL "readPixels",
    WEBGL "validateProgram",
    ARRAY_OBJECT "isVertexArrayOES",
};

constexpr std::string_view kInterfaces[] = {WEBGL, INSTANCED, ARRAY_OBJECT, LOSE};

}  // namespace

const Method* find_method(std::string_view event_name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const Method*> map;
    for (const Method& method : kMethods) map.emplace(method.event, &method);
    return map;
  }();
  const auto found = by_name.find(event_name);
  return found == by_name.end() ? nullptr : found->second;
}

glbindings::FunctionId function_of(std::string_view event_name) {
  if (const Method* method = find_method(event_name)) return method->function;
  if (std::find(std::begin(kQueries), std::end(kQueries), event_name) != std::end(kQueries)) return F::replayEvent;
  const bool is_webgl = std::any_of(std::begin(kInterfaces), std::end(kInterfaces),
                                    [&](std::string_view interface) { return event_name.starts_with(interface); });
  return is_webgl ? F::kUnknown : F::replayEvent;
}

}  // namespace loaders::wtf::webgl
