#include "tests/replay/seek/random_legacy_program.h"

#include <glad/gl.h>

#include <initializer_list>
#include <random>
#include <string>
#include <utility>

#include "loaders/open.h"
#include "tests/replay/commands/apitrace_scene.h"

namespace replay {
namespace {

using namespace tests::at;

// The program does nothing that GL leaves undefined, because a driver may then draw anything. For example, it does not
// read what it draws into, and it does not copy an image into itself.
class LegacyProgram {
 public:
  LegacyProgram(unsigned seed, const Answers& answers) : random_(seed), answers_(answers), is_odd_(seed % 4 != 0) {
    for (int& oddity : oddities_) oddity = below(kOddities);
    // The window has a stencil buffer and an accumulation buffer with 16 bits of red, green and blue.
    scene_.visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, 24, 13, 8, 14, 16, 15, 16, 16, 16});
    scene_.context().make_current().window_is(kSize, kSize).clear(kRedColor);
    call("glBindTexture(target, texture)", {en(GL_TEXTURE_CUBE_MAP), kCubeMap});
    call("glStencilOp(fail, zfail, zpass)", {en(GL_KEEP), en(GL_KEEP), en(GL_INCR)});
    call("glStencilFunc(func, ref, mask)", {en(GL_GEQUAL), 1, 255});
    for (int texture = kTextures + kPlainTextures; texture >= 1; --texture) storage(texture);
    for (int i = 1; i <= kRenderbuffers; ++i) {
      call("glBindRenderbuffer(target, renderbuffer)", {en(GL_RENDERBUFFER), i});
      call("glRenderbufferStorage(target, internalformat, width, height)",
           {en(GL_RENDERBUFFER), en(GL_DEPTH_COMPONENT16), kSize, kSize});
    }
    for (int object = 1; object <= kObjects; ++object) {
      bind(GL_FRAMEBUFFER, object);
      attach(1 + (object - 1) % kTextures);
      attach_depth(1 + (object - 1) % kRenderbuffers);
      call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
    }
    for (int unit = 0; unit < kUnits; ++unit) {
      call("glActiveTexture(texture)", {en(GL_TEXTURE0 + unit)});
      // GL_MODULATE, GL_ADD.
      call("glTexEnvi(target, pname, param)",
           {en(GL_TEXTURE_ENV), en(GL_TEXTURE_ENV_MODE), unit == 0 ? GL_MODULATE : GL_ADD});
      call("glEnable(cap)", {en(GL_TEXTURE_2D)});
    }
    call("glBlendFunc(sfactor, dfactor)",
         {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});  // blends by the alpha of the source
    call("glEnable(cap)", {en(GL_BLEND)});
    for (int list = 1; list <= kLists; ++list) compile(list);
    scene_.context(kOtherContext, ApitraceScene::kContext);
    for (int frame = 0; frame < kFrames; ++frame) this->frame();
    file_ = scene_.trace.file();
  }

  std::vector<std::byte> take_file() { return std::move(file_); }

 private:
  static constexpr int kSize = 8, kFrames = RandomLegacyProgram::kFrames;
  static constexpr int kStacked = GL_ENABLE_BIT | GL_SCISSOR_BIT | GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT;
  static constexpr int kTextures = 4, kRenderbuffers = 2, kObjects = 3, kUnits = 2;
  static constexpr int kPlainTextures = 2;  // textures that nothing is drawn into
  static constexpr int kLists = 3;
  static constexpr int kOddities = 10;
  static constexpr int kCubeMap = 9;  // a texture of another kind
  static constexpr std::uint64_t kOtherContext = ApitraceScene::kContext + 0x100;
  struct Object {
    int color = 0, second = 0, depth = 0;
  };

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  bool one_in(int n) { return below(n) == 0; }
  double shade() { return below(5) / 4.0; }
  void call(const char* signature, std::initializer_list<Item> arguments) { scene_.trace.call(signature, arguments); }
  void clear_color() { call("glClearColor(red, green, blue, alpha)", {shade(), shade(), shade(), 1.0}); }

  void storage(int texture) {
    bind_texture(texture);
    const int size = one_in(3) ? kSize / 2 : kSize;
    std::string pixels(static_cast<std::size_t>(size * size * 4), '\0');
    for (char& byte : pixels) byte = static_cast<char>(random_());
    call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
         {en(GL_TEXTURE_2D), 0, en(GL_RGBA), size, size, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(pixels)});
    call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), GL_NEAREST});
  }
  void bind_texture(int texture) {
    call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), texture});
    bound_[unit_] = texture;
  }
  void bind(int target, int object) {
    call("glBindFramebuffer(target, framebuffer)", {en(target), object});
    if (target != GL_READ_FRAMEBUFFER) draw_ = object;
    if (target != GL_DRAW_FRAMEBUFFER) read_ = object;
  }
  void attach(int texture) {
    call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
         {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), texture, 0});
    objects_[draw_].color = texture;
  }
  void attach_depth(int renderbuffer) {
    call("glFramebufferRenderbuffer(target, attachment, renderbuffertarget, renderbuffer)",
         {en(GL_DRAW_FRAMEBUFFER), en(GL_DEPTH_ATTACHMENT), en(GL_RENDERBUFFER), renderbuffer});
    objects_[draw_].depth = renderbuffer;
  }

  // Unbinds the textures that are drawn into.
  void untangle() {
    for (int unit = 0; unit < kUnits; ++unit) {
      const int color = objects_[draw_].color, second = objects_[draw_].second;
      if (draw_ == 0 || (bound_[unit] != color && bound_[unit] != second)) continue;
      call("glActiveTexture(texture)", {en(GL_TEXTURE0 + unit)});
      unit_ = unit;
      int other = 1;
      while (other == color || other == second) ++other;
      bind_texture(other);
    }
  }
  template <class T>
  static Item bytes_of(const std::vector<T>& values) {
    return blob(std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }
  void declare_positions() {
    const auto left = static_cast<float>(below(5)) / 2 - 1, bottom = static_cast<float>(below(5)) / 2 - 1;
    const auto depth = static_cast<float>(shade()) - 0.5f;
    call("glVertexPointer(size, type, stride, pointer)",
         {3, en(GL_FLOAT), 0,
          bytes_of<float>(
              {left, bottom, depth, left + 1, bottom, depth, left + 1, bottom + 1, depth, left, bottom + 1, depth})});
  }
  void declare_colors() {
    std::vector<float> colors(16);
    for (float& channel : colors) channel = static_cast<float>(shade());
    call("glColorPointer(size, type, stride, pointer)", {4, en(GL_FLOAT), 0, bytes_of(colors)});
  }
  // Declares arrays anew before most draws, as old programs do. A declaration in between is sometimes reverted.
  void draw_arrays() {
    untangle();
    if (!declared_ || !one_in(4)) declare_positions();
    if (!declared_ || !one_in(3)) declare_colors();
    declared_ = true;
    for (const int array : {GL_VERTEX_ARRAY, GL_COLOR_ARRAY}) call("glEnableClientState(array)", {en(array)});
    if (one_in(6)) {
      call("glPushClientAttrib(mask)", {bits(GL_CLIENT_VERTEX_ARRAY_BIT)});
      declare_positions();
      if (one_in(2)) call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLE_FAN), 0, 4});
      call("glPopClientAttrib()", {});
    }
    if (one_in(6)) {
      call("glBegin(mode)", {en(GL_TRIANGLE_FAN)});
      for (int i = 0; i < 4; ++i) call("glArrayElement(i)", {i});
      call("glEnd()", {});
    } else {
      call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLE_FAN), 0, 4});
    }
    if (one_in(4)) declare_positions();
  }
  void color() {
    if (one_in(2)) call("glColor3f(red, green, blue)", {shade(), shade(), shade()});
    else call("glColor4f(red, green, blue, alpha)", {shade(), shade(), shade(), 0.5});
  }
  void compile(int list) {
    call("glNewList(list, mode)", {list, en(GL_COMPILE)});
    primitive();
    if (one_in(2)) primitive();
    call("glEndList()", {});
  }
  void draw() {
    if (one_in(2)) return draw_arrays();
    untangle();
    if (one_in(4)) color();
    if (one_in(8)) return call("glRectf(x1, y1, x2, y2)", {shade() - 1, shade() - 1, shade(), shade()});
    if (one_in(6)) return call("glCallList(list)", {1 + below(kLists)});
    primitive();
  }
  void primitive() {
    call("glMultiTexCoord2f(target, s, t)", {en(GL_TEXTURE0 + 1), shade(), shade()});
    const int colors = below(3);  // 0: no vertex has a colour; 1: some have one; 2: all have one
    call("glBegin(mode)", {en(GL_TRIANGLE_FAN)});
    const double left = below(5) / 2.0 - 1, bottom = below(5) / 2.0 - 1, depth = shade() - 0.5;
    const bool whole = one_in(2);
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}) {
      if (colors == 2 || (colors == 1 && one_in(3))) color();
      call("glTexCoord2f(s, t)", {x, y});
      call("glVertex3f(x, y, z)", {whole ? 2 * x - 1 : left + x, whole ? 2 * y - 1 : bottom + y, depth});
    }
    call("glEnd()", {});
  }
  void clear() {
    clear_color();
    const int which = below(4);
    call("glClear(mask)", {bits(which == 0   ? GL_COLOR_BUFFER_BIT
                                : which == 1 ? GL_DEPTH_BUFFER_BIT
                                             : GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
  }
  void clear_buffer() {
    call("glClearBufferfv(buffer, drawbuffer, value)",
         {en(GL_COLOR), below(2), items({real(shade()), real(shade()), real(shade()), real(1)})});
  }
  void copy() {
    const Object& from = objects_[read_];
    if (read_ != 0 && (bound_[unit_] == from.color || bound_[unit_] == from.second)) return;
    if (one_in(4)) {
      call("glCopyTexImage2D(target, level, internalformat, x, y, width, height, border)",
           {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 0, 0, kSize / 2, kSize / 2, 0});
    } else {
      call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
           {en(GL_TEXTURE_2D), 0, below(3), 0, 0, 0, 4, 4});
    }
  }
  void blit() {
    const Object &from = objects_[read_], &to = objects_[draw_];
    const bool same =
        read_ == draw_ ||
        (read_ != 0 && draw_ != 0 &&
         (from.color == to.color || from.color == to.second || from.second == to.color || from.depth == to.depth));
    if (same) return;
    const int end = one_in(2) ? kSize : kSize / 2;
    call("glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
         {0, 0, kSize, kSize, 0, 0, end, end, bits(one_in(4) ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT),
          en(GL_NEAREST)});
  }
  void toggle(int capability) { call(one_in(2) ? "glEnable(cap)" : "glDisable(cap)", {en(capability)}); }
  void draw_buffers() {
    if (draw_ == 0) return;
    const bool both = one_in(2);
    objects_[draw_].second = both ? 1 + objects_[draw_].color % kTextures : 0;
    call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
         {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0 + 1), en(GL_TEXTURE_2D), objects_[draw_].second, 0});
    call("glDrawBuffers(n, bufs)", {both ? 2 : 1, both ? items({en(GL_COLOR_ATTACHMENT0), en(GL_COLOR_ATTACHMENT0 + 1)})
                                                       : items({en(GL_COLOR_ATTACHMENT0)})});
  }
  void mipmap() { call("glGenerateMipmap(target)", {en(GL_TEXTURE_2D)}); }
  void attributes() {
    const int unit = unit_, before = bound_[unit_];
    call("glPushAttrib(mask)", {bits(one_in(2) ? GL_TEXTURE_BIT : GL_TEXTURE_BIT | GL_COLOR_BUFFER_BIT)});
    const bool is_nested = one_in(4);
    if (is_nested) call("glPushAttrib(mask)", {bits(GL_POLYGON_BIT)});
    bind_texture(1 + below(kTextures));
    if (is_nested) call("glPopAttrib()", {});
    if (one_in(2)) draw();
    call("glPopAttrib()", {});
    unit_ = unit;
    // draw() may have bound other textures; the stack restores the old ones.
    bound_[unit_] = before;
    for (int other = 0; other < kUnits; ++other) {
      call("glActiveTexture(texture)", {en(GL_TEXTURE0 + other)});
      unit_ = other;
      bind_texture(1 + below(kTextures));
    }
  }

  void get_error() { scene_.trace.call("glGetError()", {}).returns(en(answers_.next())); }
  // Makes a call that GL refuses.
  void refused() {
    const int capability = one_in(2) ? GL_SCISSOR_TEST : GL_DEPTH_TEST;
    switch (below(13)) {
      case 0: clear_color(); return call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | 1)});
      case 1:
        call("glBegin(mode)", {en(0)});
        toggle(capability);
        return call("glEnd()", {});
      case 2:
        call("glBegin(mode)", {en(0)});
        clear();
        return call("glEnd()", {});
      case 3:
        call("glBegin(mode)", {en(0x1234)});
        toggle(capability);
        return call("glEnd()", {});
      case 4:
        call("glNewList(list, mode)", {0, en(GL_COMPILE)});
        toggle(capability);
        return call("glEndList()", {});
      case 5: return call("glDrawBuffer(buf)", {en(draw_ == 0 ? GL_COLOR_ATTACHMENT0 : GL_BACK)});
      case 6: return call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), kCubeMap});
      case 7: return call("glBindFramebuffer(target, framebuffer)", {en(0x1234), below(kObjects + 1)});
      case 8:
        return call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                    {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), kCubeMap, 0});
      case 9: return call("glClearBufferfi(buffer, drawbuffer, depth, stencil)", {en(GL_COLOR), 0, shade(), 0});
      case 10: return call("glRenderMode(mode)", {en(0x1234)});
      case 11: return call("glDrawBuffers(n, bufs)", {2, items({en(GL_BACK), en(GL_BACK)})});
      default: return call("glBindFramebuffer(target, framebuffer)", {en(GL_TEXTURE_2D), below(kObjects + 1)});
    }
  }
  void select() {
    call("glSelectBuffer(size, buffer)", {64, ptr(0x1000)});
    call("glRenderMode(mode)", {en(one_in(4) ? GL_FEEDBACK : GL_SELECT)});  // GL_FEEDBACK has no buffer
    for (int i = below(3); i >= 0; --i) one_in(2) ? clear() : draw();
    call("glRenderMode(mode)", {en(GL_RENDER)});
  }
  // Compiles a list, in most cases with state in it. Often the list is executed at once.
  void odd_list() {
    call("glNewList(list, mode)", {1 + below(kLists), en(one_in(3) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE)});
    for (int i = below(3); i >= 0; --i) {
      switch (below(6)) {
        case 0: toggle(GL_SCISSOR_TEST); break;
        case 1: toggle(GL_DEPTH_TEST); break;
        case 2: clear(); break;
        case 3:
          call("glPushAttrib(mask)", {bits(kStacked)});
          toggle(GL_DEPTH_TEST);
          call("glPopAttrib()", {});
          break;
        case 4: call("glNewList(list, mode)", {1 + below(kLists), en(GL_COMPILE)}); break;
        default: primitive();
      }
    }
    call("glEndList()", {});
  }
  // Lists that set state which outlasts them, and move what comes after them, as the letters of a text do.
  void lists_of_state() {
    if (one_in(4)) return call("glCallList(list)", {1 + below(kLists)});
    if (one_in(3)) return text();
    const int list = 1 + below(kLists);
    call("glNewList(list, mode)", {list, en(one_in(3) ? GL_COMPILE_AND_EXECUTE : GL_COMPILE)});
    for (int i = below(4); i >= 0; --i) state_in_list(list);
    call("glEndList()", {});
  }
  void state_in_list(int list) {
    switch (below(11)) {
      case 0: return color();
      case 1: return clear_color();
      case 2: return toggle(one_in(2) ? GL_DEPTH_TEST : GL_BLEND);
      case 3: return call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), kTextures + 1 + below(kPlainTextures)});
      case 4: return bitmap();
      case 5: return move();
      case 6: return one_in(40) ? viewport() : call("glLoadIdentity()", {});
      case 7: return list > 1 ? call("glCallList(list)", {1 + below(list - 1)}) : primitive();
      case 8:
        return call("glTexEnvi(target, pname, param)",
                    {en(GL_TEXTURE_ENV), en(GL_TEXTURE_ENV_MODE), one_in(2) ? GL_REPLACE : GL_MODULATE});
      case 9:
        call("glPushMatrix()", {});
        move();
        primitive();
        if (!one_in(8)) call("glPopMatrix()", {});
        return;
      default: return primitive();
    }
  }
  // Lines may be wide, and reach beyond it.
  void viewport() {
    switch (below(8)) {
      case 0: return call("glLineWidth(width)", {one_in(2) ? 5.0 : 1.0});
      case 1:
        return call("glPolygonMode(face, mode)",
                    {en(one_in(4) ? GL_FRONT : GL_FRONT_AND_BACK), en(one_in(3) ? GL_LINE : GL_FILL)});
      case 2:
        call("glPushAttrib(mask)", {bits(one_in(2) ? GL_VIEWPORT_BIT : GL_POLYGON_BIT)});
        viewport();
        if (one_in(2)) draw();
        return call("glPopAttrib()", {});
      case 3:
      case 4: return call("glViewport(x, y, width, height)", {below(4), below(4), below(kSize) + 1, kSize / 2});
      default: return call("glViewport(x, y, width, height)", {0, 0, kSize, kSize});
    }
  }
  void move() { call("glTranslatef(x, y, z)", {shade() - 0.5, 0.0, 0.0}); }
  void bitmap() {
    call("glBitmap(width, height, xorig, yorig, xmove, ymove, bitmap)",
         {2, 2, 0.0, 0.0, double(below(4)), 0.0, blob(std::string("\xC0\0\0\0\x40\0\0\0", 8))});
  }
  void text() {
    if (!one_in(3)) call("glRasterPos3f(x, y, z)", {shade() - 1, shade() - 1, shade() - 0.5});
    if (one_in(2)) color();
    if (one_in(2)) bitmap();
    if (one_in(2)) {
      call("glListBase(base)", {below(2)});
      call("glCallLists(n, type, lists)", {2, en(GL_UNSIGNED_BYTE), blob(std::string("\1\2"))});
    }
  }
  void stack() {
    for (int i = one_in(8) ? 17 : below(3); i > 0; --i)
      call("glPushAttrib(mask)", {bits(one_in(4) ? GL_POLYGON_BIT : kStacked)});
    toggle(one_in(2) ? GL_SCISSOR_TEST : GL_DEPTH_TEST);
    for (int i = one_in(8) ? 17 : below(3); i > 0; --i) call("glPopAttrib()", {});
  }
  void accumulate() {
    if (one_in(3))
      return call("glClear(mask)", {bits(one_in(2) ? GL_ACCUM_BUFFER_BIT : GL_ACCUM_BUFFER_BIT | GL_COLOR_BUFFER_BIT)});
    call("glAccum(op, value)", {en(GL_ACCUM + below(5)), 0.5});
  }
  void masks() {
    const auto open = [&] { return en(one_in(4) ? 0 : 1, "GLboolean"); };
    if (one_in(2)) return call("glDepthMask(flag)", {open()});
    const Item all = open();
    call("glColorMask(red, green, blue, alpha)", {all, all, all, open()});
  }
  // Chooses a draw buffer of the window. What is drawn into the front buffer alone is in no picture.
  int window_buffer() { return one_in(2) ? GL_BACK : one_in(3) ? GL_FRONT_AND_BACK : GL_FRONT; }
  void named() {
    const int object = below(kObjects + 1);
    const Item buffer = en(one_in(3) ? 0 : object == 0 ? window_buffer() : GL_COLOR_ATTACHMENT0);
    switch (below(6)) {
      case 0: return call("glNamedFramebufferDrawBuffer(framebuffer, buf)", {object, buffer});
      case 1: return call("glNamedFramebufferDrawBuffers(framebuffer, n, bufs)", {object, 1, items({buffer})});
      case 2:
        return call("glClearNamedFramebufferfv(framebuffer, buffer, drawbuffer, value)",
                    {object, en(GL_COLOR), 0, items({real(shade()), real(shade()), real(shade()), real(1)})});
      case 3: {
        const int unit = below(kUnits), texture = 1 + below(kTextures);
        call("glBindTextureUnit(unit, texture)", {unit, texture});
        bound_[unit] = texture;
        return;
      }
      case 4: return call("glBindTextureUnit(unit, texture)", {below(kUnits), 77});  // this texture does not exist
      default:
        return call("glDrawBuffer(buf)", {en(one_in(4) ? 0 : draw_ == 0 ? window_buffer() : GL_COLOR_ATTACHMENT0)});
    }
  }
  void copy_pixels() {
    const Object &from = objects_[read_], &to = objects_[draw_];
    if (read_ == draw_ || from.second != 0 || to.second != 0 || (from.color == to.color && read_ != 0 && draw_ != 0))
      return;
    call("glRasterPos3f(x, y, z)", {-1.0, -1.0, shade() - 0.5});
    call("glCopyPixels(x, y, width, height, type)", {0, 0, kSize / 2, kSize, en(GL_COLOR)});
  }
  // Each program has few kinds of oddities. Most of them keep everything alive, so they would hide each other.
  void odd() {
    switch (oddities_[below(2)]) {
      case 0: return select();
      case 1: return odd_list();
      case 2: return stack();
      case 3: return accumulate();
      case 4: return masks();
      case 5: return named();
      case 6: return copy_pixels();
      case 7: return get_error();
      case 8: return lists_of_state();
      default: return refused();
    }
  }

  void step() {
    if (is_odd_ && one_in(4)) return odd();
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
      case 3: return draw();
      case 4:
      case 5: return clear();
      case 6: return bind(GL_FRAMEBUFFER, below(kObjects + 1));
      case 7: return bind(one_in(2) ? GL_READ_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER, below(kObjects + 1));
      case 8: return bind_texture(1 + below(kTextures));
      case 9: unit_ = below(kUnits); return call("glActiveTexture(texture)", {en(GL_TEXTURE0 + unit_)});
      case 10: return copy();
      case 11: return blit();
      case 12:
        if (one_in(2)) return viewport();
        return toggle(one_in(2) ? GL_DEPTH_TEST : one_in(2) ? GL_BLEND : GL_SCISSOR_TEST);
      case 13: return one_in(2) ? clear_buffer() : mipmap();
      case 14:
        if (one_in(6)) return storage(1 + below(kTextures));
        if (one_in(3)) return load();
        if (one_in(6)) return draw_buffers();
        return one_in(4) ? attributes() : draw();
      default:
        if (draw_ == 0 || !one_in(4)) return draw();
        return one_in(2) ? attach(1 + below(kTextures)) : attach_depth(below(kRenderbuffers + 1));
    }
  }

  // Loads data, as programs do while they run.
  void load() {
    const int texture = kTextures + 1 + below(kPlainTextures);
    if (one_in(4)) call("glDeleteTextures(n, textures)", {1, items({texture})});
    storage(texture);
    if (one_in(2)) bind_texture(1 + below(kTextures));
  }
  // Shows what was drawn in a context that shares textures and has no tests, as toolkits do.
  void compose() {
    scene_.make_current(ApitraceScene::kWindow, kOtherContext);
    if (!one_in(4)) clear_color(), call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT)});
    call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 1 + below(kTextures + kPlainTextures)});
    call("glTexEnvi(target, pname, param)", {en(GL_TEXTURE_ENV), en(GL_TEXTURE_ENV_MODE), GL_REPLACE});
    call("glEnable(cap)", {en(GL_TEXTURE_2D)});
    call("glBegin(mode)", {en(GL_TRIANGLE_FAN)});
    const double right = one_in(2) ? 1 : 0;
    for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {right, -1.0}, {right, 1.0}, {-1.0, 1.0}}) {
      call("glTexCoord2f(s, t)", {(x + 1) / 2, (y + 1) / 2});
      call("glVertex3f(x, y, z)", {x, y, shade() - 0.5});
    }
    call("glEnd()", {});
    if (one_in(3)) call("glFinish()", {});
  }

  // Resets some state, because random calls would leave little of a picture after a few frames.
  void set_back() {
    call("glDisable(cap)", {en(GL_SCISSOR_TEST)});
    call("glDepthMask(flag)", {en(1, "GLboolean")});
    const Item all = en(1, "GLboolean");
    call("glColorMask(red, green, blue, alpha)", {all, all, all, all});
    call("glNamedFramebufferDrawBuffer(framebuffer, buf)", {0, en(GL_BACK)});
    if (one_in(2)) call("glLoadIdentity()", {});
  }
  // Draws passes as programs do, with random steps between them.
  void frame() {
    if (one_in(2)) call("glScissor(x, y, width, height)", {-below(2), 0, kSize + 1, kSize});
    else call("glScissor(x, y, width, height)", {below(4), 0, kSize / 2, kSize});
    if (is_odd_ && one_in(2)) set_back();
    for (int pass = below(3); pass >= 0; --pass) {
      bind(GL_FRAMEBUFFER, 1 + below(kObjects));
      if (!one_in(3)) clear_color(), call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
      for (int i = below(10); i >= 0; --i) step();
    }
    bind(GL_FRAMEBUFFER, 0);
    if (!one_in(3)) clear_color(), call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
    for (int i = below(4); i > 0; --i) step();
    bind(GL_FRAMEBUFFER, 0);
    bind_texture(1 + below(kTextures));
    draw();
    if (one_in(3)) compose();
    scene_.swap();
    scene_.make_current();
  }

  std::mt19937 random_;
  Answers answers_;
  bool is_odd_;
  int oddities_[2];
  std::vector<std::byte> file_;
  ApitraceScene scene_;
  Object objects_[kObjects + 1];
  int draw_ = 0, read_ = 0, unit_ = 0;
  bool declared_ = false;
  int bound_[kUnits] = {};
};

}  // namespace

RandomLegacyProgram::RandomLegacyProgram(unsigned seed, const Answers& answers, unsigned)
    : file_(LegacyProgram(seed, answers).take_file()) {}

std::unique_ptr<loaders::CallSource> RandomLegacyProgram::source() const {
  return *loaders::open_trace(loaders::memory_source(file_), "random");
}

}  // namespace replay
