// Framebuffer objects of early extensions, which differ from those of core GL.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class FramebufferObjects : public ProgramTest {
 public:
  FramebufferObjects() { scene.window(8, 8); }

  void texture(int name, const std::string& pixel) {
    std::string pixels;
    for (int i = 0; i < 8 * 8; ++i) pixels += pixel;
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name});
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 8, 8, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(pixels)});
  }
  void bind(int name) { scene.trace.call("glBindFramebufferEXT(target, framebuffer)", {en(GL_FRAMEBUFFER), name}); }
  void attach(int texture) {
    scene.trace.call("glFramebufferTexture2DEXT(target, attachment, textarget, texture, level)",
                     {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), texture, 0});
  }
  Pixel seen() {
    const unsigned last = scene.trace.enter("glFlush()", {});
    scene.trace.leave(last);
    write("scene.trace", scene.bytes());
    const Outcome outcome = run({"scene.trace", "--strict", "--call", std::to_string(last), "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? pixel_of(read_png(path("picture.png")), 3, 3) : Pixel{};
  }

  ApitraceScene scene;
  const std::string red = std::string("\377\0\0\377", 4);
};

TEST_F(FramebufferObjects, OfTheExtensionAreShared) {
  constexpr std::uint64_t kOther = 0x5593c546ead0;
  texture(7, red);
  bind(5);
  attach(7);
  scene.context(kOther, ApitraceScene::kContext).make_current(ApitraceScene::kWindow, kOther);
  bind(5);
  EXPECT_EQ(seen(), kRed);
}

TEST_F(FramebufferObjects, OfTheExtensionMayBeMadeByDirectAccess) {
  texture(7, red);
  scene.trace.call("glGenFramebuffersEXT(n, framebuffers)", {1}).out(1, items({9}));
  scene.trace.call("glFramebufferDrawBufferEXT(framebuffer, mode)", {9, en(GL_NONE)});
  bind(9);
  attach(7);
  scene.clear(kGreenColor);
  EXPECT_EQ(seen(), kRed) << "nothing is drawn into";
}

}  // namespace
}  // namespace replay
