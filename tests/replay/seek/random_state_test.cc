// Random programs that set state, fill textures and buffers, push and pop, and call lists, from frame to frame. Each
// frame clears the window and draws with what is set by then. So most frames leave only a part of what the next ones
// find, which has to be the same with and without seeking. The programs are the same in every run.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <string>

#include "loaders/open.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/crossing_calls.h"
#include "tests/replay/seek/frame_hashes.h"
#include "tests/replay/seek/kept_program.h"

namespace replay {
namespace {

using namespace tests::at;

class StateProgram {
 public:
  enum class Contexts : std::uint8_t { kOne, kTwo };

  StateProgram(unsigned seed, Contexts contexts)
      : random_(seed),
        has_refused_calls_(seed % 4 == 0),
        calls_(seed, seed % 4 == 1 && contexts == Contexts::kOne) {
    scene_.window(kSize, kSize);
    make_objects();
    if (contexts == Contexts::kTwo) add_context();
    for (int frame = 0; frame < kFrames; ++frame) {
      const int steps = 1 + below(7);
      for (int i = 0; i < steps; ++i) {
        if (contexts == Contexts::kTwo && below(3) == 0) switch_context();
        step(0);
      }
      draw();
    }
    file_ = scene_.trace.file();
  }
  std::unique_ptr<loaders::CallSource> source() const {
    return *loaders::open_trace(loaders::memory_source(file_), "random");
  }
  const std::vector<std::byte>& file() const { return file_; }

 private:
  static constexpr int kSize = 8, kFrames = 60;
  static constexpr std::uint64_t kOther = ApitraceScene::kContext + 0x10;  // the second context

  void make_objects() {
    for (int texture = 1; texture <= 3; ++texture) {
      bind_texture(texture);
      image();
    }
    for (int buffer = 1; buffer <= 2; ++buffer) {
      bind_buffer(buffer);
      fill_buffer();
    }
    for (int list = 1; list <= 3; ++list) compile(list);
  }
  // It may share objects, draw into the same window, and live on a thread of its own.
  void add_context() {
    const bool shares = below(4) != 0;
    window_of_other_ = below(2) == 0 ? ApitraceScene::kWindow : ApitraceScene::kWindow + 1;
    thread_of_other_ = below(4) == 0 ? 1 : 0;
    if (thread_of_other_ != 0) window_of_other_ = ApitraceScene::kWindow + 1;
    scene_.context(kOther, shares ? ApitraceScene::kContext : 0);
    switch_context();
    scene_.window_is(kSize, kSize);
    if (!shares) make_objects();
  }
  void switch_context() {
    is_other_ = !is_other_;
    if (thread_of_other_ != 0 && std::exchange(is_current_on_thread_, true) && below(4) != 0) return;
    if (thread_of_other_ == 0 && below(4) == 0) make_current(0, 0);
    make_current(window(), is_other_ ? kOther : ApitraceScene::kContext);
  }
  void make_current(std::uint64_t window, std::uint64_t context) {
    const Item handle = context != 0 ? ptr(context) : tests::at::null();
    scene_.trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), window, handle}, thread())
        .returns(en(1, "Bool"));
  }
  std::uint64_t window() const { return is_other_ ? window_of_other_ : ApitraceScene::kWindow; }
  tests::Thread thread() const { return {is_other_ ? thread_of_other_ : 0u}; }

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  double shade() { return below(5) / 4.0; }
  template <std::size_t N>
  int one_of(const int (&choices)[N]) {
    return choices[below(static_cast<int>(N))];
  }
  void call(const char* signature, std::initializer_list<Item> arguments) {
    calls_.call(scene_.trace, signature, arguments, thread());
  }
  std::string bytes(int count) {
    std::string made(static_cast<std::size_t>(count), '\0');
    for (char& byte : made) byte = static_cast<char>(random_());
    return made;
  }

  void bind_texture(int texture) { call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), texture}); }
  void image() {
    call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
         {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 4, 4, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(bytes(64))});
    call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), en(GL_NEAREST)});
  }
  void part_of_image() {
    const int width = 1 + below(4), height = 1 + below(4);
    call("glTexSubImage2D(target, level, xoffset, yoffset, width, height, format, type, pixels)",
         {en(GL_TEXTURE_2D), 0, below(5 - width), below(5 - height), width, height, en(GL_RGBA), en(GL_UNSIGNED_BYTE),
          blob(bytes(width * height * 4))});
  }
  void bind_buffer(int buffer) { call("glBindBuffer(target, buffer)", {en(GL_ARRAY_BUFFER), buffer}); }
  std::string floats(int count) {
    std::string made;
    for (int i = 0; i < count; ++i) {
      const float value = static_cast<float>(below(9) - 4) / 4;
      made.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return made;
  }
  void fill_buffer() {
    call("glBufferData(target, size, data, usage)", {en(GL_ARRAY_BUFFER), 64, blob(floats(16)), en(GL_STATIC_DRAW)});
  }
  void compile(int list) {
    call("glNewList(list, mode)",
         {list, en(below(8) == 0 ? GL_COMPILE_AND_EXECUTE : GL_COMPILE)});  // sometimes it is executed as well
    if (below(2) == 0) call("glColor4f(red, green, blue, alpha)", {shade(), shade(), shade(), 1.0});
    if (below(3) == 0) call("glShadeModel(mode)", {en(one_of({GL_FLAT, GL_SMOOTH}))});
    if (below(3) == 0) switch_on_or_off();
    if (below(6) == 0) call("glTranslatef(x, y, z)", {0.25, 0.0, 0.0});
    if (below(3) == 0) moved_quad();
    else quad();
    if (below(6) == 0) rarely_in_list();
    if (list > 1 && below(6) == 0) call("glCallList(list)", {1 + below(list - 1)});
    call("glEndList()", {});
  }
  void moved_quad() {
    call("glPushMatrix()", {});
    if (below(3) == 0) call("glLoadIdentity()", {});
    call("glTranslatef(x, y, z)", {below(3) / 8.0, below(3) / 8.0, 0.0});
    quad();
    if (below(12) != 0) call("glPopMatrix()", {});
  }
  void rarely_in_list() {
    switch (below(9)) {
      case 0:
      case 1: return bind_texture(below(4));
      case 2:  // without colours, which Mesa 22.3 may lose in a list (docs/architecture.md)
        call("glDisableClientState(array)", {en(GL_COLOR_ARRAY)});
        return call("glDrawArrays(mode, first, count)", {en(5), 0, 4});
      case 3: return buffer();
      case 4: return material();
      case 5: return call("glPopMatrix()", {});  // what is there when the list is called
      case 6: return call("glListBase(base)", {below(3)});
      case 7:
        call("glPushAttrib(mask)", {bits(static_cast<std::uint64_t>(one_of({GL_ENABLE_BIT, GL_TEXTURE_BIT})))});
        bind_texture(below(4));
        switch_on_or_off();
        return call("glPopAttrib()", {});
      default: return call("glActiveTexture(texture)", {en(GL_TEXTURE0 + below(2))});
    }
  }
  void quad() {
    call("glBegin(mode)", {en(7)});
    for (const auto& [x, y] : {std::pair{-0.75, -0.5}, {0.5, -0.75}, {0.75, 0.75}, {-0.5, 0.5}}) {
      call("glTexCoord2f(s, t)", {x, y});
      call("glVertex2f(x, y)", {x, y});
    }
    call("glEnd()", {});
  }

  void draw() {
    call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)});
    quad();
    if (below(2) == 0) call("glDrawArrays(mode, first, count)", {en(5), 0, 4});
    if (below(4) == 0) call_list();
    if (below(4) == 0) pixels();
    call("glXSwapBuffers(dpy, drawable)", {ptr(0x10), window()});
  }

  void step(int depth) {
    switch (below(24)) {
      case 0: return switch_on_or_off();
      case 1:
        return call("glBlendFunc(sfactor, dfactor)",
                    {en(one_of({1, GL_SRC_ALPHA})), en(one_of({0, 1, GL_ONE_MINUS_SRC_ALPHA}))});
      case 2: return call("glMatrixMode(mode)", {en(one_of({GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE}))});
      case 3: return call("glLoadIdentity()", {});
      case 4: return call("glTranslatef(x, y, z)", {below(3) / 8.0, below(3) / 8.0, 0.0});
      case 5: return push_matrix(depth);
      case 6: return push_attribs(depth);
      case 7: return call("glColor4f(red, green, blue, alpha)", {shade(), shade(), shade(), shade()});
      case 8: return material();
      case 9: return bind_texture(below(4));
      case 10: return part_of_image();
      case 11: return image();
      case 12: return call("glActiveTexture(texture)", {en(GL_TEXTURE0 + below(2))});
      case 13: return buffer();
      case 14: return delete_texture();
      case 15: return call_list();
      case 16:
        return call("glTexEnvi(target, pname, param)",
                    {en(GL_TEXTURE_ENV), en(GL_TEXTURE_ENV_MODE), en(one_of({GL_REPLACE, GL_MODULATE, GL_ADD}))});
      case 17: return call("glScissor(x, y, width, height)", {below(3), below(3), 4 + below(4), 4 + below(4)});
      case 18: return push_arrays(depth);
      case 19:
      case 20: return compile_some();
      case 21: return raster_position();
      case 22: return pixels();
      default: return rare();
    }
  }

  void raster_position() { call("glRasterPos2f(x, y)", {shade() - 1, shade() - 1}); }
  void pixels() {
    call("glDrawPixels(width, height, format, type, pixels)",
         {2, 2, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(bytes(16))});
  }

  // There is no list 4.
  void call_list() {
    switch (below(8)) {
      case 0: return call("glListBase(base)", {below(3)});
      case 1:
      case 2:
        return call("glCallLists(n, type, lists)",
                    {2, en(GL_UNSIGNED_BYTE), blob(std::string(below(2) ? "\1\2" : "\2\1"))});
      default: return call("glCallList(list)", {1 + below(4)});
    }
  }
  void compile_some() { compile(1 + below(3)); }
  void delete_lists() { call("glDeleteLists(list, range)", {1 + below(3), 1 + below(2)}); }
  void switch_on_or_off() {
    // Blending, textures, lights, materials by colours, the first light, culling.
    const int capability = one_of({GL_BLEND, GL_TEXTURE_2D, GL_LIGHTING, GL_COLOR_MATERIAL, GL_LIGHT0, GL_CULL_FACE});
    call(below(2) == 0 ? "glEnable(cap)" : "glDisable(cap)", {en(capability)});
  }
  void material() {
    if (below(3) == 0)
      return call("glColorMaterial(face, mode)",
                  {en(GL_FRONT_AND_BACK), en(one_of({GL_AMBIENT, GL_DIFFUSE, GL_AMBIENT_AND_DIFFUSE}))});
    call("glMaterialfv(face, pname, params)", {en(GL_FRONT_AND_BACK), en(one_of({GL_AMBIENT, GL_DIFFUSE, GL_EMISSION})),
                                               items({shade(), shade(), shade(), 1.0})});
  }
  void buffer() {
    switch (below(5)) {
      case 0: return bind_buffer(1 + below(2));
      case 1: return fill_buffer();
      case 2: {
        const int first = below(4), count = 1 + below(4);
        return call("glBufferSubData(target, offset, size, data)",
                    {en(GL_ARRAY_BUFFER), first * 16, (count + first > 4 ? 4 - first : count) * 16,
                     blob(floats((count + first > 4 ? 4 - first : count) * 4))});
      }
      case 3: return pointers();
      default:
        call(below(2) == 0 ? "glEnableClientState(array)" : "glDisableClientState(array)",
             {en(one_of({GL_VERTEX_ARRAY, GL_COLOR_ARRAY}))});
    }
  }
  void pointers() {
    bind_buffer(1 + below(2));
    call("glVertexPointer(size, type, stride, pointer)", {2, en(GL_FLOAT), 16, ptr(0)});
    call("glColorPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 16, ptr(4)});
  }
  // The one that is deleted is made anew at once, and is bound to the active unit.
  void delete_texture() {
    const int texture = 1 + below(3);
    call("glDeleteTextures(n, textures)", {1, items({texture})});
    bind_texture(texture);
    image();
  }

  void push_matrix(int depth) {
    if (depth > 2) return;
    call("glMatrixMode(mode)", {en(GL_MODELVIEW)});
    call("glPushMatrix()", {});
    for (int i = below(3); i > 0; --i) step(depth + 1);
    // Sometimes another frame begins in between.
    if (depth == 0 && below(4) == 0) draw();
    call("glMatrixMode(mode)", {en(GL_MODELVIEW)});
    call("glPopMatrix()", {});
  }
  void push_attribs(int depth) {
    if (depth > 2) return;
    // Enabled, colours, lighting, textures, blending, matrix mode, all.
    call("glPushAttrib(mask)",
         {bits(static_cast<std::uint64_t>(one_of({GL_ENABLE_BIT, GL_CURRENT_BIT, GL_LIGHTING_BIT, GL_TEXTURE_BIT,
                                                  GL_COLOR_BUFFER_BIT, GL_TRANSFORM_BIT, 0xFFFFF})))});
    for (int i = below(4); i > 0; --i) step(depth + 1);
    if (depth == 0 && below(4) == 0) draw();
    call("glPopAttrib()", {});
  }
  void push_arrays(int depth) {
    if (depth > 2) return;
    call("glPushClientAttrib(mask)", {bits(static_cast<std::uint64_t>(one_of({1, 2, 3})))});
    for (int i = below(3); i > 0; --i) buffer();
    call("glPopClientAttrib()", {});
  }
  void rare() {
    switch (below(8)) {
      case 0: return compile_some();
      case 3: return call("glPopMatrix()", {});  // GL refuses it where nothing was pushed
      case 4: return call(below(2) == 0 ? "glPopAttrib()" : "glPopClientAttrib()", {});
      case 5: return delete_lists();
      case 6: return call("glReadBuffer(src)", {en(below(2) == 0 ? GL_BACK : GL_BACK_LEFT)});
      case 1:  // what is drawn becomes a texture
        return call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
                    {en(GL_TEXTURE_2D), 0, 0, 0, 0, 0, 2, 2});
      case 2:  // GL refuses it
        return call("glBlendFunc(sfactor, dfactor)", {en(has_refused_calls_ ? 0x1234 : 1), en(1)});
      default: return call("glFinish()", {});
    }
  }

  std::mt19937 random_;
  bool has_refused_calls_;
  CrossingCalls calls_;
  std::uint64_t window_of_other_ = 0;
  unsigned thread_of_other_ = 0;
  bool is_other_ = false;  // the second context is used now
  bool is_current_on_thread_ = false;
  ApitraceScene scene_;
  std::vector<std::byte> file_;
};

class SeekRandomState : public HeadlessTest {
 protected:
  SeekRandomState() { ::setenv("LP_NUM_THREADS", "0", 1); }  // random_programs_test.cc says why

  void compare(StateProgram::Contexts contexts);
};

TEST_F(SeekRandomState, ShowsTheSamePictures) { compare(StateProgram::Contexts::kOne); }

TEST_F(SeekRandomState, ShowsTheSamePicturesWithTwoContexts) { compare(StateProgram::Contexts::kTwo); }

void SeekRandomState::compare(StateProgram::Contexts contexts) {
  constexpr unsigned kPrograms = 8;
  const char *more = std::getenv("REPLAY_TEST_PROGRAMS"), *from = std::getenv("REPLAY_TEST_FIRST_PROGRAM");
  const unsigned first = from != nullptr ? static_cast<unsigned>(std::atoi(from)) : 1;
  const unsigned programs = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : kPrograms;
  std::uint64_t idle = 0, segments = 0, begun_again = 0;
  std::set<std::string> different;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    const StateProgram program(seed, contexts);
    const auto open = [&] { return program.source(); };
    const CallSet all = *parse_frame_set("*");
    const auto hashes = show_frames(*platform, *open(), all, SeekPlan()).hashes;
    const DrawnFrames drawn = draw_frames(*open());
    const std::uint64_t last = hashes.rbegin()->first;
    for (const std::uint64_t frame : {last, last - seed % 40}) {
      const CallSet wanted = *parse_frame_set(std::to_string(frame));
      const auto plan = [&](const SeekGuesses& guesses) {
        DeadCalls dead = drawn.dead_calls(wanted, guesses).value_or(DeadCalls());
        idle += dead.idle.size();
        begun_again += guesses.state ? 0 : 1;
        segments += dead.segments.all;
        return SeekPlan(std::move(dead));
      };
      const FramesShown sought = seek_frames(*platform, open, wanted, plan);
      EXPECT_EQ(sought.hashes.at(frame), hashes.at(frame)) << "program " << seed << ", frame " << frame;
      if (sought.hashes.at(frame) != hashes.at(frame))
        keep_program("state_" + std::to_string(static_cast<int>(contexts)) + "_" + std::to_string(seed) + ".trace",
                     program.file());
      different.insert(hashes.at(frame));
    }
    if (HasFailure() && std::getenv("REPLAY_TEST_STOPS") != nullptr) return;
  }
  EXPECT_GT(idle, programs) << "too few parts of " << segments << " were left out to test anything";
  EXPECT_LE(begun_again, programs * 3 / 2) << "GL refuses too many calls";
  EXPECT_GT(different.size(), programs);
  RecordProperty("idle_parts", std::to_string(idle));
  RecordProperty("begun_again", std::to_string(begun_again));
}

// Mesa takes a material late where nothing is drawn after it, and then replaces that of a colour. So a context gets no
// empty primitive for calls that were left out where these drew nothing in it.
TEST_F(SeekRandomState, AMaterialStaysAsLateAsItWas) {
  ApitraceScene scene;
  const auto call = [&](const char* signature, std::initializer_list<Item> arguments) {
    scene.trace.call(signature, arguments);
  };
  constexpr std::uint64_t kOther = ApitraceScene::kContext + 0x10;
  scene.visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, 24}).context().context(kOther);
  scene.make_current().window_is(8, 8);
  call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 1.0, 1.0});
  call("glEndList()", {});
  call("glEnable(cap)", {en(GL_LIGHTING)});
  call("glMaterialfv(face, pname, params)", {en(GL_FRONT_AND_BACK), en(GL_AMBIENT), items({0.2, 0.2, 0.2, 1.0})});
  scene.make_current(ApitraceScene::kWindow + 1, kOther);
  scene.swap().swap(ApitraceScene::kWindow + 1).make_current();
  call("glEnable(cap)", {en(GL_COLOR_MATERIAL)});
  call("glCallList(list)", {1});
  scene.swap();
  EXPECT_EQ(show_frame(*platform, scene.bytes(), 2, true).hashes,
            show_frame(*platform, scene.bytes(), 2, false).hashes);
}

}  // namespace
}  // namespace replay
