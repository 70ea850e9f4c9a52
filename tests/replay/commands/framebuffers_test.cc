// Framebuffer objects of early extensions, which differ from those of core GL.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kFramebuffer = 0x8D40, kColorAttachment = 0x8CE0, kTexture2d = 0x0DE1, kRgba = 0x1908,
              kUnsignedByte = 0x1401;

class FramebufferObjects : public ProgramTest {
 public:
  FramebufferObjects() { scene.window(8, 8); }

  void texture(int name, const std::string& pixel) {
    std::string pixels;
    for (int i = 0; i < 8 * 8; ++i) pixels += pixel;
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), name});
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(kTexture2d), 0, en(kRgba), 8, 8, 0, en(kRgba), en(kUnsignedByte), blob(pixels)});
  }
  void bind(int name) { scene.trace.call("glBindFramebufferEXT(target, framebuffer)", {en(kFramebuffer), name}); }
  void attach(int texture) {
    scene.trace.call("glFramebufferTexture2DEXT(target, attachment, textarget, texture, level)",
                     {en(kFramebuffer), en(kColorAttachment), en(kTexture2d), texture, 0});
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
  constexpr int kNone = 0;
  texture(7, red);
  scene.trace.call("glGenFramebuffersEXT(n, framebuffers)", {1}).out(1, items({9}));
  scene.trace.call("glFramebufferDrawBufferEXT(framebuffer, mode)", {9, en(kNone)});
  bind(9);
  attach(7);
  scene.clear(kGreenColor);
  EXPECT_EQ(seen(), kRed) << "nothing is drawn into";
}

}  // namespace
}  // namespace replay
