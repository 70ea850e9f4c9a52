// Windows of apitrace recordings. Their sizes and formats follow from viewports, attribute lists and queries.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class ApitraceWindows : public ProgramTest {
 protected:
  Picture picture(ApitraceScene& scene, const std::vector<std::string>& what) const {
    write("scene.trace", scene.bytes());
    std::vector<std::string> arguments = {"scene.trace", "--strict", "-o", "picture.png"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? read_png(path("picture.png")) : Picture{};
  }
  // Returns the depth bits of the format that the driver chooses.
  static int depth_bits(const PixelFormat& format) {
    const auto platform = Platform::create(Display::kHeadless);
    if (!platform) return 0;
    const auto window = (*platform)->make_window(format, {.width = 4, .height = 4});
    return window ? (*window)->format().depth : 0;
  }
  std::string size(ApitraceScene& scene, int frame) const {
    const Picture picture = this->picture(scene, {"--frame", std::to_string(frame)});
    return std::to_string(picture.width) + "x" + std::to_string(picture.height);
  }
};

TEST_F(ApitraceWindows, TheFirstViewportIsTheSizeOfTheWindow) {
  ApitraceScene scene;
  scene.window(10, 6).clear(kRedColor).swap();
  EXPECT_EQ(size(scene, 0), "10x6");
}

TEST_F(ApitraceWindows, AWindowGrowsAndShrinksWithTheViewportsOfDraws) {
  ApitraceScene scene;
  scene.window(10, 6).clear(kRedColor).fill(kRedColor).swap();
  scene.viewport(0, 0, 20, 12).clear(kRedColor).fill(kGreenColor).swap();
  scene.clear(kRedColor).fill(kGreenColor).swap();
  scene.viewport(0, 0, 8, 5).clear(kRedColor).fill(kBlueColor).swap();
  EXPECT_EQ(size(scene, 0), "10x6");
  EXPECT_EQ(size(scene, 1), "20x12");
  EXPECT_EQ(size(scene, 2), "20x12");
  EXPECT_EQ(size(scene, 3), "8x5");
}

TEST_F(ApitraceWindows, AViewportForAPartOfTheWindowIsNotItsSize) {
  ApitraceScene scene;
  scene.window(10, 6);
  for (int frame = 0; frame < 3; ++frame) scene.clear(kRedColor).viewport(0, 0, 5, 3).fill(kGreenColor).swap();
  const Picture last = picture(scene, {"--frame", "2"});
  EXPECT_EQ(last.width, 10);
  EXPECT_EQ(pixel_of(last, 0, 5), kGreen);
  EXPECT_EQ(pixel_of(last, 9, 0), kRed);
}

// Compositors draw through the largest possible viewport.
TEST_F(ApitraceWindows, TheLargestPossibleViewportIsNotTheSizeOfTheWindow) {
  ApitraceScene scene;
  scene.window(10, 6).viewport(0, 0, 16384, 16384).clear(kRedColor).fill(kGreenColor).swap();
  EXPECT_EQ(size(scene, 0), "10x6");
}

TEST_F(ApitraceWindows, ASizeAboveALimitLeavesTheOldSize) {
  ApitraceScene scene;
  scene.window(10, 6).clear(kRedColor).viewport(0, 0, 1600, 1600).fill(kRedColor).swap().clear(kRedColor).swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = run({"scene.trace", "--limit", "storage=1M", "--frame", "0,1", "-o", "frames/"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err,
                       "a window of 1600x1600 needs more memory than --limit storage=1048576 allows; it stays 10x6"))
      << outcome.err;
  for (const char* frame : {"frames/frame_0000.png", "frames/frame_0001.png"})
    EXPECT_EQ(read_png(path(frame)).width, 10) << frame;
}

TEST_F(ApitraceWindows, AViewportThatIsLargerThanAnyWindowLeavesTheOldSize) {
  ApitraceScene scene;
  scene.window(10, 6).clear(kRedColor).viewport(0, 0, 16000, 16000).fill(kRedColor).swap();
  EXPECT_EQ(size(scene, 0), "10x6");
  const Outcome outcome = run({"scene.trace"});
  EXPECT_TRUE(
      contains(outcome.err, "a window of 16000x16000 is larger than --limit window=67108864 allows; it stays 10x6"))
      << outcome.err;
}

// Firefox creates such a surface before it draws.
TEST_F(ApitraceWindows, ASurfaceWithAReusedNumberHasItsOwnSize) {
  ApitraceScene scene;
  const auto surface = [&](const char* signature) -> tests::ApitraceBuilder& {
    return scene.trace.call(signature, {ptr(0x10), ptr(0x20), ptr(0x30), items({0x3038})});
  };
  const auto made_current = [&](std::uint64_t draw, std::uint64_t context) {
    const auto or_null = [](std::uint64_t address) { return address != 0 ? ptr(address) : null(); };
    scene.trace
        .call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), or_null(draw), or_null(draw), or_null(context)})
        .returns(en(1, "EGLBoolean"));
  };
  scene.trace
      .call("eglCreateContext(dpy, config, share_context, attrib_list)",
            {ptr(0x10), ptr(0x20), null(), items({0x3098, 2, 0x3038})})
      .returns(ptr(0x50));
  surface("eglCreateWindowSurface(dpy, config, win, attrib_list)").returns(ptr(0x40));
  made_current(0x40, 0x50);
  scene.window_is(1, 1);
  made_current(0, 0);
  scene.trace.call("eglDestroySurface(dpy, surface)", {ptr(0x10), ptr(0x40)}).returns(en(1, "EGLBoolean"));
  surface("eglCreateWindowSurface(dpy, config, win, attrib_list)").returns(ptr(0x40));
  made_current(0x40, 0x50);
  scene.viewport(0, 0, 13, 7).clear(kRedColor);
  scene.trace.call("eglSwapBuffers(dpy, surface)", {ptr(0x10), ptr(0x40)}).returns(en(1, "EGLBoolean"));
  EXPECT_EQ(size(scene, 0), "13x7");
}

TEST_F(ApitraceWindows, TheSizeOptionAppliesToWindowsAndNotToPbuffers) {
  ApitraceScene scene;
  constexpr int kPbufferWidth = 0x8041, kPbufferHeight = 0x8040;
  scene.window(10, 6).clear(kRedColor).viewport(0, 0, 30, 20).fill(kRedColor).swap();
  scene.trace
      .call("glXCreatePbuffer(dpy, config, attrib_list)",
            {ptr(0x10), ptr(0x77), items({kPbufferWidth, 9, kPbufferHeight, 7, 0})})
      .returns(0x300003);
  scene.make_current(0x300003).clear(kRedColor).swap(0x300003);
  scene.make_current(0x200008).clear(kRedColor).swap(0x200008);
  write("scene.trace", scene.bytes());
  ASSERT_EQ(run({"scene.trace", "--size", "12x5", "--frame", "0-2", "-o", "frames/"}).code, 0);
  for (const auto& [name, width, height] :
       {std::tuple("frame_0000", 12, 5), {"frame_0001", 9, 7}, {"frame_0002", 12, 5}}) {
    const Picture frame = read_png(path("frames") / (std::string(name) + ".png"));
    EXPECT_EQ(frame.width, width) << name;
    EXPECT_EQ(frame.height, height) << name;
  }
  EXPECT_EQ(
      run({"bisect", "scene.trace", "--bad", "REPLAY_TEST_SIDE=bad", "--size", "12x5", "--limit", "storage=2000"}).code,
      0);
  EXPECT_EQ(
      run({"bisect", "scene.trace", "--bad", "REPLAY_TEST_SIDE=bad", "--size", "120x50", "--limit", "storage=2000"})
          .code,
      125)
      << "both sides have the limit";
}

TEST_F(ApitraceWindows, AViewportFromTheAttributeStackCounts) {
  ApitraceScene scene;
  constexpr int kViewportBit = 0x800;
  scene.window(10, 6);
  for (int frame = 0; frame < 3; ++frame) {
    scene.clear(kRedColor).fill(kRedColor).trace.call("glPushAttrib(mask)", {bits(kViewportBit)});
    scene.viewport(0, 0, 4, 3).fill(kGreenColor).trace.call("glPopAttrib()", {});
    scene.fill(kBlueColor, 0.5).swap();
  }
  EXPECT_EQ(size(scene, 2), "10x6");
}

TEST_F(ApitraceWindows, APbufferKeepsItsSizeWhateverTheViewport) {
  ApitraceScene scene;
  constexpr int kPbufferWidth = 0x8041, kPbufferHeight = 0x8040;
  scene.visual({kGlxRgba, kGlxDepthSize, 24}).context();
  scene.trace
      .call("glXCreatePbuffer(dpy, config, attrib_list)",
            {ptr(0x10), ptr(0x77), items({kPbufferWidth, 9, kPbufferHeight, 7, 0})})
      .returns(0x300003);
  scene.make_current(0x300003).viewport(0, 0, 32, 32).clear(kRedColor).fill(kGreenColor).swap(0x300003);
  EXPECT_EQ(size(scene, 0), "9x7");
}

TEST_F(ApitraceWindows, TheAnswerToASizeQueryIsTheSize) {
  ApitraceScene scene;
  scene.window(10, 6).clear(kRedColor).fill(kRedColor).swap();
  for (const auto& [attribute, value] : {std::pair{0x801D, 30}, {0x801E, 20}}) {
    scene.trace
        .call("glXQueryDrawable(dpy, draw, attribute, value)", {ptr(0x10), ApitraceScene::kWindow, en(attribute)})
        .out(3, items({value}));
  }
  scene.clear(kRedColor).fill(kRedColor).swap();
  EXPECT_EQ(size(scene, 1), "30x20");
}

TEST_F(ApitraceWindows, AWindowHasADepthBufferIfItWasRequested) {
  for (const bool has_depth : {true, false}) {
    ApitraceScene scene;
    std::vector<int> attributes = {kGlxRgba, kGlxDoubleBuffer};
    if (has_depth) attributes.insert(attributes.end(), {kGlxDepthSize, 1});
    scene.visual(attributes).context().make_current().window_is(4, 4).clear(kRedColor);
    constexpr int kDepthTest = 0x0B71;
    scene.trace.call("glEnable(cap)", {en(kDepthTest)});
    scene.fill(kGreenColor, -0.5).fill(kBlueColor, 0.5).swap();
    EXPECT_EQ(pixel_of(picture(scene, {"--frame", "0"}), 1, 1), has_depth ? kGreen : kBlue);
  }
}

// Two depths that are equal with 24 bits.
TEST_F(ApitraceWindows, GlxChoosesTheDeepestDepthBuffer) {
  for (const bool with_stencil : {false, true}) {
    ApitraceScene scene;
    std::vector<int> attributes = {kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, 1};
    constexpr int kDepthTest = 0x0B71;
    if (with_stencil) attributes.insert(attributes.end(), {kGlxStencilSize, 1});
    scene.visual(attributes).context().make_current().window_is(4, 4).clear(kRedColor);
    scene.trace.call("glEnable(cap)", {en(kDepthTest)});
    scene.fill(kGreenColor, -1 + 0x1p-24).fill(kBlueColor, -1).swap();
    const bool has_32_bits = depth_bits({.depth = 24, .stencil = with_stencil ? 8 : 0, .deepest = true}) == 32;
    EXPECT_EQ(pixel_of(picture(scene, {"--frame", "0"}), 1, 1), has_32_bits ? kBlue : kGreen) << with_stencil;
  }
}

// The program asks when its context is current already, after its window was created.
TEST_F(ApitraceWindows, ALateAnswerAboutAConfigCounts) {
  for (const int depth : {0, 24}) {
    ApitraceScene scene;
    scene.context().make_current().window_is(4, 4).clear(kRedColor);
    for (const auto& [attribute, value] : {std::pair{kGlxDepthSize, depth}, {kGlxStencilSize, 0}}) {
      scene.trace.call("glXGetConfig(dpy, visual, attrib, value)", {ptr(0x10), visual_info(), attribute})
          .out(3, items({value}))
          .returns(0);
    }
    constexpr int kDepthTest = 0x0B71;
    scene.trace.call("glEnable(cap)", {en(kDepthTest)});
    scene.fill(kGreenColor, -0.5).fill(kBlueColor, 0.5).swap();
    EXPECT_EQ(pixel_of(picture(scene, {"--frame", "0"}), 1, 1), depth > 0 ? kGreen : kBlue) << depth;
  }
}

TEST_F(ApitraceWindows, AWindowWithoutAlphaHasAnAlphaOfOne) {
  for (const bool has_alpha : {true, false}) {
    ApitraceScene scene;
    std::vector<int> attributes = {kGlxRgba, kGlxDoubleBuffer};
    if (has_alpha) attributes.insert(attributes.end(), {kGlxAlphaSize, 8});
    scene.visual(attributes).context().make_current().window_is(4, 4);
    scene.trace.call("glClearColor(red, green, blue, alpha)", {1.0, 0.0, 0.0, 0.0});
    scene.trace.call("glClear(mask)", {bits(0x4000)});
    constexpr int kBlend = 0x0BE2, kDestinationAlpha = 0x0304, kOneMinusDestinationAlpha = 0x0305;
    scene.trace.call("glEnable(cap)", {en(kBlend)});
    scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(kDestinationAlpha), en(kOneMinusDestinationAlpha)});
    scene.fill(kGreenColor).swap();
    const Pixel expected = has_alpha ? kRed : kGreen;
    const Pixel found = pixel_of(picture(scene, {"--frame", "0"}), 1, 1);
    EXPECT_EQ(found[0], expected[0]) << has_alpha;
    EXPECT_EQ(found[1], expected[1]) << has_alpha;
  }
}

TEST_F(ApitraceWindows, PixelsAreReadFromTheReadDrawable) {
  ApitraceScene scene;
  constexpr std::uint64_t kOther = 0x200009;
  scene.window(4, 4).clear(kRedColor).swap();
  scene.make_current(kOther).viewport(0, 0, 4, 4).clear(kGreenColor).swap(kOther);
  scene.trace
      .call("glXMakeContextCurrent(dpy, draw, read, ctx)",
            {ptr(0x10), ApitraceScene::kWindow, kOther, ptr(ApitraceScene::kContext)})
      .returns(en(1, "Bool"));
  constexpr int kColor = 0x1800;
  scene.clear(kBlueColor);
  scene.trace.call("glRasterPos2f(x, y)", {-1.0, -1.0});
  scene.trace.call("glCopyPixels(x, y, width, height, type)", {0, 0, 4, 4, en(kColor)});
  scene.swap();
  EXPECT_EQ(pixel_of(picture(scene, {"--frame", "2"}), 1, 1), kGreen);
}

TEST_F(ApitraceWindows, APbufferOfWglIsDrawnToThroughItsDeviceContext) {
  ApitraceScene scene;
  scene.trace
      .call("wglCreatePbufferARB(hDC, iPixelFormat, iWidth, iHeight, piAttribList)", {ptr(0x40), 7, 12, 5, items({0})})
      .returns(ptr(0x50));
  scene.trace.call("wglGetPbufferDCARB(hPbuffer)", {ptr(0x50)}).returns(ptr(0x60));
  scene.trace.call("wglCreateContext(hdc)", {ptr(0x60)}).returns(ptr(0x70));
  scene.trace.call("wglMakeCurrent(hdc, hglrc)", {ptr(0x60), ptr(0x70)}).returns(en(1, "BOOL"));
  scene.clear(kGreenColor).trace.call("wglSwapBuffers(hdc)", {ptr(0x60)}).returns(en(1, "BOOL"));
  const Picture frame = picture(scene, {"--frame", "0"});
  EXPECT_EQ(frame.width, 12);
  EXPECT_EQ(frame.height, 5);
  EXPECT_EQ(pixel_of(frame, 3, 3), kGreen);
}

class Srgb : public ApitraceWindows {
 protected:
  static constexpr int kFramebufferSrgb = 0x8DB9, kGlxSrgbCapable = 0x20B2;

  // A program that chose a visual which is able to take sRGB, of `bits` for a colour. Mesa has sRGB for 8 bits only.
  ApitraceScene& begin(int bits = 10) {
    scene.visual({kGlxRgba, kGlxDoubleBuffer, 8, bits, 9, bits, 10, bits, kGlxSrgbCapable, 1});
    return scene.context().make_current().window_is(8, 8);
  }
  void enable() { scene.trace.call("glEnable(cap)", {en(kFramebufferSrgb)}); }
  void disable() { scene.trace.call("glDisable(cap)", {en(kFramebufferSrgb)}); }
  void bind(int name) { scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(0x8D40), name}); }
  bool warns(ApitraceScene program) const {
    write("scene.trace", program.bytes());
    const Outcome outcome = run({"scene.trace", "--frame", "0", "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return contains(outcome.err, "sRGB");
  }
  bool warns() {
    scene.swap();
    return warns(scene);
  }
  int red() const { return pixel_of(read_png(path("picture.png")), 1, 1)[0]; }

  static constexpr int kLinearGrey = 128, kSrgbGrey = 188;
  ApitraceScene scene;
};

TEST_F(Srgb, WhoNeverWritesItIsDrawnAsRecorded) {
  begin().clear(kRedColor);
  EXPECT_FALSE(warns());
}

TEST_F(Srgb, IsWrittenWhereTheProgramSwitchesItOn) {
  begin(8);
  enable();
  scene.clear({0.5, 0.5, 0.5});
  EXPECT_FALSE(warns());
  EXPECT_EQ(red(), kSrgbGrey);
}

TEST_F(Srgb, WhoWritesItWhereTheDriverHasNoneIsTold) {
  begin();
  enable();
  scene.clear({0.5, 0.5, 0.5});
  EXPECT_TRUE(warns());
}

TEST_F(Srgb, ForATimeIsEnough) {
  begin();
  enable();
  scene.clear({0.5, 0.5, 0.5});
  disable();
  EXPECT_TRUE(warns());
}

TEST_F(Srgb, InAFramebufferObjectItIsWritten) {
  begin();
  bind(5);
  enable();
  scene.clear(kRedColor);
  disable();
  bind(0);
  scene.clear(kRedColor);
  EXPECT_FALSE(warns());
}

struct EsSurface {
  int version, colorspace, samples;
};

class SrgbOfEs : public Srgb, public testing::WithParamInterface<EsSurface> {
 protected:
  static constexpr int kColorspace = 0x309D, kSrgb = 0x3089, kLinear = 0x308A, kEglEnd = 0x3038;

  static ApitraceScene program(const EsSurface& surface) {
    ApitraceScene scene;
    if (surface.samples != 0) {
      scene.trace.call("eglGetConfigAttrib(dpy, config, attribute, value)", {ptr(0x10), ptr(0x20), en(0x3031), null()})
          .out(3, items({surface.samples}))
          .returns(en(1, "EGLBoolean"));
    }
    scene.trace
        .call("eglCreateWindowSurface(dpy, config, win, attrib_list)",
              {ptr(0x10), ptr(0x20), 7, items({en(kColorspace), en(surface.colorspace), en(kEglEnd)})})
        .returns(ptr(0x40));
    scene.trace
        .call("eglCreateContext(dpy, config, share_context, attrib_list)",
              {ptr(0x10), ptr(0x20), null(), items({en(0x3098), surface.version, en(kEglEnd)})})
        .returns(ptr(0x30));
    scene.trace.call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), ptr(0x40), ptr(0x40), ptr(0x30)})
        .returns(en(1, "EGLBoolean"));
    scene.window_is(8, 8).clear({0.5, 0.5, 0.5});
    scene.trace.call("eglSwapBuffers(dpy, surface)", {ptr(0x10), ptr(0x40)}).returns(en(1, "EGLBoolean"));
    return scene;
  }
};

TEST_P(SrgbOfEs, IsWrittenByTheColorspaceOfTheSurface) {
  EXPECT_FALSE(warns(program(GetParam())));
  EXPECT_EQ(red(), GetParam().colorspace == kSrgb ? kSrgbGrey : kLinearGrey);
}

INSTANTIATE_TEST_SUITE_P(Versions, SrgbOfEs,
                         testing::Values(EsSurface{1, 0x3089, 0}, EsSurface{2, 0x3089, 0}, EsSurface{3, 0x3089, 0},
                                         EsSurface{2, 0x308A, 0}, EsSurface{3, 0x308A, 0}, EsSurface{3, 0x3089, 4}));

}  // namespace
}  // namespace replay
