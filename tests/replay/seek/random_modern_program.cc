#include "tests/replay/seek/random_modern_program.h"

#include <glad/gl.h>

#include <string>
#include <utility>

#include "loaders/open.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kSurface = 0x40, kProgram = 70, kStoringProgram = 80;

// The shaders draw the four corners of `box` with its depth. The colour is that of the two textures times `shade`.
constexpr const char* kVertexShader =
    "uniform vec4 box; uniform float z; out vec2 at;\n"
    "void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1); at = p; gl_Position = vec4(mix(box.xy, box.zw, "
    "p), z, 1.0); }\n";
constexpr const char* kFragmentShader =
    "uniform sampler2D one; uniform sampler2D other; uniform vec4 shade; in vec2 at; layout(location = 0) out vec4 "
    "color;\n"
    "layout(location = 1) out vec4 second;\n"
    "void main() { color = shade * (0.5 + 0.5 * texture(one, at) - 0.25 * texture(other, at)); second = color.bgra; "
    "}\n";
// Changes an image where it draws. No two pixels share one of the image, and no draw covers a pixel twice.
constexpr const char* kStoringShader =
    "#extension GL_ARB_shader_image_load_store : require\n"
    "layout(rgba8) uniform image2D image; uniform vec4 shade; in vec2 at; layout(location = 0) out vec4 color;\n"
    "layout(location = 1) out vec4 second;\n"
    "void main() { ivec2 here = ivec2(gl_FragCoord.xy); color = shade * imageLoad(image, here); second = color.bgra;\n"
    "imageStore(image, here, fract(color.gbra + 0.3)); }\n";
enum Locations : int { kBoxLocation = 1, kZLocation, kOneLocation, kOtherLocation, kShadeLocation };

}  // namespace

RandomModernProgram::RandomModernProgram(unsigned seed, const Answers& answers, unsigned dialect)
    : random_(seed * 3 + dialect),
      answers_(answers),
      dialect_(dialect),
      calls_(seed, seed % 4 == 1) {
  begin();
  make_programs();
  call("glBindTexture(target, texture)", {en(GL_TEXTURE_CUBE_MAP), kCubeMap});
  if (has_names()) {
    const bool all = is_shared();
    call("glCreateTextures(target, n, textures)",
         {en(GL_TEXTURE_2D), all ? 4 : 2, all ? items({1, 2, 3, 4}) : items({1, 2})});
    call("glCreateRenderbuffers(n, renderbuffers)", {1, items({1})});
  }
  for (int texture = 1; texture <= kTextures; ++texture) storage(texture);
  for (int depth = 1; depth <= kDepths; ++depth) {
    call("glBindRenderbuffer(target, renderbuffer)", {en(GL_RENDERBUFFER), depth});
    call("glRenderbufferStorage(target, internalformat, width, height)",
         {en(GL_RENDERBUFFER), en(GL_DEPTH_COMPONENT16), kSize, kSize});
  }
  make_objects();
  for (int i = 0; i < kFrames; ++i) frame();
  file_ = scene_.trace.file();
}

// What the contexts do not share.
void RandomModernProgram::make_objects() {
  call("glGenVertexArrays(n, arrays)", {1, items({5})});
  call("glBindVertexArray(array)", {5});
  if (has_names()) call("glCreateFramebuffers(n, framebuffers)", {1, items({name_of(1)})});
  for (int object = 1; object <= kObjects; ++object) {
    bind(GL_FRAMEBUFFER, object);
    now_.objects[object].color = 1 + (object - 1) % kTextures;
    call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
         {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), now_.objects[object].color, 0});
    attach_depth(1 + (object - 1) % kDepths);
    call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
  }
  call("glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
}

// Makes the other context current, which shares textures and draws into the same window.
void RandomModernProgram::switch_context() {
  is_in_second_ = !is_in_second_;
  std::swap(now_, other_);
  scene_.make_current(ApitraceScene::kWindow, is_in_second_ ? kSecondContext : ApitraceScene::kContext);
  if (!is_in_second_ || std::exchange(has_used_second_, true)) return;
  make_programs();
  make_objects();
}

std::unique_ptr<loaders::CallSource> RandomModernProgram::source() const {
  return *loaders::open_trace(loaders::memory_source(file_), "random");
}

void RandomModernProgram::begin() {
  if (is_es()) {
    const Item attributes = items({en(0x3098), 3, en(0x3038)});
    scene_.trace
        .call("eglCreateContext(dpy, config, share_context, attrib_list)",
              {ptr(0x10), ptr(0x20), tests::at::null(), attributes})
        .returns(ptr(ApitraceScene::kContext));
    scene_.trace
        .call("eglMakeCurrent(dpy, draw, read, ctx)",
              {ptr(0x10), ptr(kSurface), ptr(kSurface), ptr(ApitraceScene::kContext)})
        .returns(en(1, "EGLBoolean"));
  } else {
    make_context(ApitraceScene::kContext, 0);
    if (is_shared()) make_context(kSecondContext, ApitraceScene::kContext);
    scene_.make_current();
  }
  scene_.window_is(kSize, kSize);
}

void RandomModernProgram::make_context(std::uint64_t handle, std::uint64_t share) {
  const int major = has_names() ? 4 : 3, minor = has_names() ? 5 : 3;
  scene_.trace
      .call("glXCreateContextAttribsARB(dpy, config, share_context, direct, attrib_list)",
            {ptr(0x10), ptr(0x20), share != 0 ? ptr(share) : tests::at::null(), en(1, "Bool"),
             items({0x2091, major, 0x2092, minor, 0x9126, 1, 0})})
      .returns(ptr(handle));
}

void RandomModernProgram::shader(int program, int name, int type, const char* text) {
  const std::string version =
      is_es() ? "#version 300 es\nprecision highp float; precision highp int;\n" : "#version 330\n";
  scene_.trace.call("glCreateShader(type)", {en(type)}).returns(name);
  call("glShaderSource(shader, count, string, length)",
       {name, 1, items({tests::at::text(version + text)}), tests::at::null()});
  call("glCompileShader(shader)", {name});
  call("glAttachShader(program, shader)", {program, name});
}

void RandomModernProgram::make_programs() {
  if (has_names()) make_program(program(kStoringProgram), kStoringShader);
  make_program(program(kProgram), kFragmentShader);
  call("glUniform1i(location, v0)", {kOtherLocation, 1});
}

void RandomModernProgram::make_program(int program, const char* fragments) {
  scene_.trace.call("glCreateProgram()", {}).returns(program);
  shader(program, program + 1, GL_VERTEX_SHADER, kVertexShader);
  shader(program, program + 2, GL_FRAGMENT_SHADER, fragments);
  call("glLinkProgram(program)", {program});
  const char* const names[] = {"", "box", "z", "one", "other", "shade"};
  for (const int location : {kBoxLocation, kZLocation, kOneLocation, kOtherLocation, kShadeLocation})
    scene_.trace.call("glGetUniformLocation(program, name)", {program, names[location]}).returns(location);
  call("glUseProgram(program)", {program});
}

// Textures with odd names get both levels at once. So do all that two contexts share: docs/architecture.md says what
// Mesa loses otherwise.
void RandomModernProgram::storage(int texture) {
  bind_texture(texture);
  std::string pixels(kSize * kSize * 4, '\0');
  for (char& byte : pixels) byte = static_cast<char>(random_());
  const bool is_immutable = texture % 2 != 0 || is_shared();
  if (is_immutable)
    call("glTexStorage2D(target, levels, internalformat, width, height)",
         {en(GL_TEXTURE_2D), 2, en(GL_RGBA8), kSize, kSize});
  for (int level = 0; level < 2; ++level) {
    const int size = kSize >> level;
    const Item data = blob(pixels.substr(0, static_cast<std::size_t>(size * size * 4)));
    if (is_immutable)
      call("glTexSubImage2D(target, level, xoffset, yoffset, width, height, format, type, pixels)",
           {en(GL_TEXTURE_2D), level, 0, 0, size, size, en(GL_RGBA), en(GL_UNSIGNED_BYTE), data});
    else
      call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
           {en(GL_TEXTURE_2D), level, en(GL_RGBA8), size, size, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), data});
  }
  call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(GL_TEXTURE_MAG_FILTER), GL_NEAREST});
  call("glTexParameteri(target, pname, param)",
       {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), is_immutable ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST});
  call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(GL_TEXTURE_MAX_LEVEL), 1});
}

void RandomModernProgram::bind_texture(int texture) {
  if (has_names() && one_in(2)) call("glBindTextureUnit(unit, texture)", {now_.unit, texture});
  else call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), texture});
  now_.bound[now_.unit] = texture;
}

void RandomModernProgram::bind(int target, int object) {
  call("glBindFramebuffer(target, framebuffer)", {en(target), name_of(object)});
  if (target != GL_READ_FRAMEBUFFER) now_.draw = object;
  if (target != GL_DRAW_FRAMEBUFFER) now_.read = object;
}

void RandomModernProgram::attach() {
  if (now_.draw == 0) return;
  const int texture = 1 + below(kTextures);
  if (texture == now_.objects[now_.draw].second) return;
  const int level = one_in(3) ? 1 : 0;
  if (has_names() && one_in(2))
    call("glNamedFramebufferTexture(framebuffer, attachment, texture, level)",
         {name_of(now_.draw), en(GL_COLOR_ATTACHMENT0), texture, level});
  else
    call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
         {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), texture, level});
  now_.objects[now_.draw].color = texture;
}

void RandomModernProgram::attach_depth(int depth) {
  if (now_.draw == 0) return;
  call("glFramebufferRenderbuffer(target, attachment, renderbuffertarget, renderbuffer)",
       {en(GL_DRAW_FRAMEBUFFER), en(GL_DEPTH_ATTACHMENT), en(GL_RENDERBUFFER), depth});
  now_.objects[now_.draw].depth = depth;
}

void RandomModernProgram::draw_buffers() {
  if (now_.draw == 0)
    return call("glDrawBuffers(n, bufs)", {1, items({en(one_in(3) ? 0 : is_es() ? GL_BACK : GL_BACK_LEFT)})});
  const bool both = one_in(2);
  now_.objects[now_.draw].second = both ? 1 + now_.objects[now_.draw].color % kTextures : 0;
  call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
       {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0 + 1), en(GL_TEXTURE_2D), now_.objects[now_.draw].second, 0});
  const Item first = en(one_in(4) ? 0 : GL_COLOR_ATTACHMENT0);
  call("glDrawBuffers(n, bufs)", {both ? 2 : 1, both ? items({first, en(GL_COLOR_ATTACHMENT0 + 1)}) : items({first})});
}

// Unbinds the textures that are drawn into.
void RandomModernProgram::untangle() {
  for (int unit = 0; unit < kUnits; ++unit) {
    const int color = now_.objects[now_.draw].color, second = now_.objects[now_.draw].second;
    if (now_.draw == 0 || (now_.bound[unit] != color && now_.bound[unit] != second)) continue;
    call("glActiveTexture(texture)", {en(GL_TEXTURE0 + unit)});
    now_.unit = unit;
    int other = 1;
    while (other == color || other == second) ++other;
    bind_texture(other);
  }
}

void RandomModernProgram::draw() {
  untangle();
  const bool whole = one_in(2);
  const double left = below(4) / 2.0 - 1, bottom = below(4) / 2.0 - 1;
  call("glUniform4f(location, v0, v1, v2, v3)",
       {kBoxLocation, whole ? -1.0 : left, whole ? -1.0 : bottom, whole ? 1.0 : left + 1, whole ? 1.0 : bottom + 1});
  call("glUniform1f(location, v0)", {kZLocation, shade() - 0.5});
  call("glUniform4f(location, v0, v1, v2, v3)", {kShadeLocation, shade(), shade(), shade(), one_in(2) ? 1.0 : 0.5});
  call("glDrawArrays(mode, first, count)", {en(one_in(10) ? GL_LINE_STRIP : GL_TRIANGLE_STRIP), 0, 4});
}

// GL refuses some. Lines may be wide, and reach beyond it.
void RandomModernProgram::viewport() {
  switch (below(8)) {
    case 0: return call("glLineWidth(width)", {one_in(2) ? 5.0 : 1.0});
    case 1:
      if (is_es()) return;
      return call("glPolygonMode(face, mode)",
                  {en(one_in(4) ? GL_FRONT : GL_FRONT_AND_BACK), en(one_in(3) ? GL_LINE : GL_FILL)});
    case 2: return call("glViewport(x, y, width, height)", {0, 0, kSize, -one_in(2)});
    case 3:
    case 4: return call("glViewport(x, y, width, height)", {below(4), below(4), below(kSize) + 1, kSize / 2});
    default: return whole_viewport();
  }
}

void RandomModernProgram::whole_viewport() { call("glViewport(x, y, width, height)", {0, 0, kSize, kSize}); }

void RandomModernProgram::clear() {
  call("glClearColor(red, green, blue, alpha)", {shade(), shade(), shade(), 1.0});
  const int masks[] = {GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT,
                       GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT};
  call("glClear(mask)", {bits(static_cast<std::uint64_t>(masks[below(4)]))});
}

// Clears boxes that cover everything together, or nearly, with draws between them.
void RandomModernProgram::clear_parts() {
  call("glEnable(cap)", {en(GL_SCISSOR_TEST)});
  const int half = kSize / 2, parts = one_in(3) ? 3 : 4;
  for (int part = 0; part < parts; ++part) {
    const int left = part % 2 * half, bottom = part / 2 * half;
    call("glScissor(x, y, width, height)", {left, bottom, half - (one_in(12) ? 1 : 0), half});
    clear();
    if (!one_in(3)) continue;
    const bool stays = one_in(2);
    if (one_in(2)) call("glDisable(cap)", {en(GL_SCISSOR_TEST)});
    if (stays) call("glViewport(x, y, width, height)", {left, bottom, half, half});
    draw();
    if (stays) whole_viewport();
    call("glEnable(cap)", {en(GL_SCISSOR_TEST)});
  }
  call("glDisable(cap)", {en(GL_SCISSOR_TEST)});
}

void RandomModernProgram::clear_buffer() {
  if (one_in(3)) return call("glClearBufferfv(buffer, drawbuffer, value)", {en(GL_DEPTH), 0, items({real(shade())})});
  call("glClearBufferfv(buffer, drawbuffer, value)",
       {en(GL_COLOR), below(2), items({real(shade()), real(shade()), real(shade()), real(1)})});
}

void RandomModernProgram::copy() {
  const Object& from = now_.objects[now_.read];
  if (now_.read != 0 && (now_.bound[now_.unit] == from.color || now_.bound[now_.unit] == from.second)) return;
  call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
       {en(GL_TEXTURE_2D), 0, below(3), 0, 0, 0, 4, 4});
}

// Between levels of textures that need not have the same form: GL refuses some of these.
void RandomModernProgram::copy_between() {
  const int from = 1 + below(kTextures), to = 1 + (from + below(kTextures - 1)) % kTextures;
  const int level = one_in(4) ? 1 : 0, other = one_in(5) ? 1 - level : level;
  const int end = one_in(2) ? kSize >> level : kSize / 2, at = one_in(4) ? below(3) : 0;
  call(
      "glCopyImageSubData(srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, "
      "dstZ, srcWidth, srcHeight, srcDepth)",
      {from, en(GL_TEXTURE_2D), level, 0, 0, 0, to, en(GL_TEXTURE_2D), other, at, 0, 0, end, end, 1});
}

// A draw that stores into a texture which is not drawn into.
void RandomModernProgram::store() {
  const int image = one_in(2) ? 1 : 3;
  if (now_.draw != 0 && (now_.objects[now_.draw].color == image || now_.objects[now_.draw].second == image)) return;
  call("glUseProgram(program)", {program(kStoringProgram)});
  call("glBindImageTexture(unit, texture, level, layered, layer, access, format)",
       {0, image, 0, en(0, "GLboolean"), 0, en(GL_READ_WRITE), en(GL_RGBA8)});
  draw();
  call("glUseProgram(program)", {program(kProgram)});
}

void RandomModernProgram::blit() {
  const Object &from = now_.objects[now_.read], &to = now_.objects[now_.draw];
  const bool same =
      now_.read == now_.draw ||
      (now_.read != 0 && now_.draw != 0 &&
       (from.color == to.color || from.color == to.second || from.second == to.color || from.depth == to.depth));
  if (same) return;
  const int end = one_in(2) ? kSize : kSize / 2;
  const Item mask = bits(one_in(4) ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
  if (has_names() && one_in(2))
    return call(
        "glBlitNamedFramebuffer(readFramebuffer, drawFramebuffer, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, "
        "dstY1, mask, filter)",
        {name_of(now_.read), name_of(now_.draw), 0, 0, kSize, kSize, 0, 0, end, end, mask, en(GL_NEAREST)});
  call("glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
       {0, 0, kSize, kSize, 0, 0, end, end, mask, en(GL_NEAREST)});
}

void RandomModernProgram::state() {
  const int capabilities[] = {GL_DEPTH_TEST, GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_RASTERIZER_DISCARD};
  switch (below(7)) {
    case 5:
    case 6: return viewport();
    case 0: return call("glDepthMask(flag)", {en(one_in(3) ? 0 : 1, "GLboolean")});
    case 1: {
      const Item all = en(one_in(3) ? 0 : 1, "GLboolean");
      if (one_in(3)) return call("glColorMaski(index, r, g, b, a)", {below(3), all, all, all, all});
      return call("glColorMask(red, green, blue, alpha)", {all, all, all, all});
    }
    default: {
      const int capability = capabilities[below(one_in(4) ? 5 : 4)];
      return call(one_in(2) ? "glEnable(cap)" : "glDisable(cap)", {en(capability)});
    }
  }
}

// Sometimes glEndQuery has the wrong target, which does not end the query.
void RandomModernProgram::query() {
  call("glBeginQuery(target, id)", {en(GL_ANY_SAMPLES_PASSED), 3});
  draw();
  if (one_in(3)) call("glEndQuery(target)", {en(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN)});
  draw();
  call("glEndQuery(target)", {en(GL_ANY_SAMPLES_PASSED)});
  if (is_es()) return;
  call("glBeginConditionalRender(id, mode)", {3, en(GL_QUERY_WAIT)});
  one_in(2) ? draw() : clear();
  call("glEndConditionalRender()", {});
}

void RandomModernProgram::named() {
  const int object = below(kObjects + 1);
  const Item buffer = en(one_in(3) ? 0 : object == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0);
  switch (below(4)) {
    case 0: return call("glNamedFramebufferDrawBuffer(framebuffer, buf)", {name_of(object), buffer});
    case 1: return call("glNamedFramebufferDrawBuffers(framebuffer, n, bufs)", {name_of(object), 1, items({buffer})});
    case 2:
      return call("glClearNamedFramebufferfv(framebuffer, buffer, drawbuffer, value)",
                  {name_of(object), en(GL_COLOR), 0, items({real(shade()), real(shade()), real(shade()), real(1)})});
    default: {
      const int first = 1 + below(kTextures), second = 1 + below(kTextures);
      call("glBindTextures(first, count, textures)", {0, 2, items({first, second})});
      now_.bound[0] = first;
      now_.bound[1] = second;
    }
  }
}

// Makes a call that GL refuses.
void RandomModernProgram::refused() {
  switch (below(15)) {
    case 0:
      call("glClearColor(red, green, blue, alpha)", {shade(), shade(), shade(), 1.0});
      return call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | 1)});
    case 1:
      return call("glClear(mask)",
                  {bits(GL_COLOR_BUFFER_BIT | GL_ACCUM_BUFFER_BIT)});  // there is no accumulation buffer
    case 2: return call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), kCubeMap});
    case 3: return call("glBindFramebuffer(target, framebuffer)", {en(GL_TEXTURE_2D), below(kObjects + 1)});
    case 4:
      return call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                  {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), kCubeMap, 0});
    case 5:
      return call("glFramebufferRenderbuffer(target, attachment, renderbuffertarget, renderbuffer)",
                  {en(GL_DRAW_FRAMEBUFFER), en(GL_DEPTH_ATTACHMENT), en(GL_TEXTURE_2D), 1 + below(kDepths)});
    case 6: return call("glClearBufferfi(buffer, drawbuffer, depth, stencil)", {en(GL_COLOR), 0, shade(), 0});
    case 7: return call("glClearBufferiv(buffer, drawbuffer, value)", {en(GL_DEPTH), 0, items({1})});
    case 8: return call("glClearBufferfv(buffer, drawbuffer, value)", {en(GL_DEPTH), 1, items({real(0)})});
    case 9: return call("glDrawBuffers(n, bufs)", {2, items({en(GL_COLOR_ATTACHMENT0), en(GL_COLOR_ATTACHMENT0)})});
    case 10:
      if (is_es()) return call("glDrawBuffers(n, bufs)", {1, items({en(GL_COLOR_ATTACHMENT0 + 1)})});
      return call("glDrawBuffer(buf)", {en(now_.draw == 0 ? GL_COLOR_ATTACHMENT0 : GL_BACK)});
    case 11:
      return call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                  {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), 1 + below(kTextures),
                   one_in(2) ? 30 : -1});
    case 12:  // depth is not filtered
      return call("glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
                  {0, 0, kSize, kSize, 0, 0, kSize, kSize, bits(GL_DEPTH_BUFFER_BIT), en(GL_LINEAR)});
    case 13:
      return call("glClearBufferfv(buffer, drawbuffer, value)",
                  {en(GL_COLOR), 77, items({real(0), real(0), real(0), real(0)})});
    default:
      call("glPushAttrib(mask)", {bits(GL_ENABLE_BIT)});
      call("glEnable(cap)", {en(GL_SCISSOR_TEST)});
      return call("glPopAttrib()", {});
  }
}

void RandomModernProgram::step() {
  if (is_shared() && one_in(12)) switch_context();
  switch (below(18)) {
    case 0:
    case 1:
    case 2:
    case 3: return draw();
    case 4:
    case 5: return one_in(3) ? clear_parts() : clear();
    case 6: return bind(GL_FRAMEBUFFER, below(kObjects + 1));
    case 7: return bind(one_in(2) ? GL_READ_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER, below(kObjects + 1));
    case 8: return bind_texture(1 + below(kTextures));
    case 9: now_.unit = below(kUnits); return call("glActiveTexture(texture)", {en(GL_TEXTURE0 + now_.unit)});
    case 10: return has_names() && one_in(2) ? copy_between() : copy();
    case 11: return blit();
    case 12: return state();
    case 13: return clear_buffer();
    case 14: return one_in(3) ? draw_buffers() : one_in(2) ? attach() : attach_depth(below(kDepths + 1));
    case 15:
      if (one_in(4)) return query();
      scene_.trace.call("glGetError()", {}).returns(en(answers_.next()));
      return;
    case 16: return !has_names() ? draw() : one_in(3) ? store() : named();
    default: return refused();
  }
}

void RandomModernProgram::set_back() {
  for (const int capability : {GL_SCISSOR_TEST, GL_RASTERIZER_DISCARD}) call("glDisable(cap)", {en(capability)});
  whole_viewport();
  call("glDepthMask(flag)", {en(1, "GLboolean")});
  const Item all = en(1, "GLboolean");
  call("glColorMask(red, green, blue, alpha)", {all, all, all, all});
}

void RandomModernProgram::swap() {
  if (is_es()) call("eglSwapBuffers(dpy, surface)", {ptr(0x10), ptr(kSurface)});
  else scene_.swap();
}

// Draws passes as programs do, with random steps between them.
void RandomModernProgram::frame() {
  if (one_in(2)) call("glScissor(x, y, width, height)", {-below(2), 0, kSize + 1, kSize});
  else call("glScissor(x, y, width, height)", {below(4), 0, kSize / 2, kSize});
  if (!one_in(3)) set_back();
  for (int pass = below(3); pass >= 0; --pass) {
    bind(GL_FRAMEBUFFER, 1 + below(kObjects));
    if (!one_in(3)) one_in(4) ? clear_parts() : clear();
    for (int i = below(10); i >= 0; --i) step();
  }
  bind(GL_FRAMEBUFFER, 0);
  if (!one_in(3)) clear();
  for (int i = below(4); i > 0; --i) step();
  bind(GL_FRAMEBUFFER, 0);
  if (one_in(2)) draw_buffers();
  draw();
  swap();
}

}  // namespace replay
