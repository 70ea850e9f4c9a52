// Calls of apitrace recordings that cannot simply be passed to the live driver: accumulation buffers, images, calls
// that were never completed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class ApitraceCalls : public ProgramTest {
 protected:
  Outcome replay(ApitraceScene& scene, std::vector<std::string> arguments) const {
    write("scene.trace", scene.bytes());
    arguments.insert(arguments.begin(), "scene.trace");
    return run(arguments);
  }
  Picture picture(ApitraceScene& scene, const std::string& which, const std::string& number) const {
    const Outcome outcome = replay(scene, {"--strict", which, number, "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? read_png(path("picture.png")) : Picture{};
  }
};

constexpr int kAccum = 0x0100, kLoad = 0x0101, kReturn = 0x0102, kMult = 0x0103, kAdd = 0x0104;
constexpr int kAccumBit = 0x200;

void accum(ApitraceScene& scene, int operation, double value) {
  scene.trace.call("glAccum(op, value)", {en(operation), value});
}

TEST_F(ApitraceCalls, TheAccumulationBufferKeepsLoadedPixels) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kGreenColor);
  accum(scene, kLoad, 1);
  scene.clear(kRedColor);
  accum(scene, kReturn, 1);
  scene.swap();
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "0"), 1, 1), kGreen);
}

// The array that glPopClientAttrib restores has the data that it had before, and not that of an array set in between.
TEST_F(ApitraceCalls, AnArrayThatComesBackFromTheStackHasItsOwnData) {
  constexpr int kVertexArray = 0x8074, kVertexArrayBit = 2, kFloat = 0x1406, kFan = 6;
  const auto positions = [](float size) {
    const float corners[] = {-size, -size, size, -size, size, size, -size, size};
    return blob(std::string(reinterpret_cast<const char*>(corners), sizeof corners));
  };
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor);
  const auto set = [&](float size) {
    scene.trace.call("glVertexPointer(size, type, stride, pointer)", {2, en(kFloat), 0, positions(size)});
  };
  scene.trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
  set(1);
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  scene.trace.call("glPushClientAttrib(mask)", {bits(kVertexArrayBit)});
  set(0);
  scene.trace.call("glPopClientAttrib()", {});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(kFan), 0, 4});
  scene.swap();
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "0"), 1, 1), kGreen);
}

// A context of OpenGL 3.1 has no profile that says that it lacks the old functions. If the replayer asked about
// arrays of the fixed functions there, it would cause a GL error, which the program's glGetError would return.
TEST_F(ApitraceCalls, AForwardCompatibleContextIsNotAskedForOldArrays) {
  constexpr int kMajor = 0x2091, kMinor = 0x2092, kFlags = 0x2094, kForwardCompatible = 2, kTriangles = 4;
  ApitraceScene scene;
  scene.visual({kGlxRgba, kGlxDepthSize, 1});
  scene.trace
      .call("glXCreateContextAttribsARB(dpy, config, share_context, direct, attrib_list)",
            {ptr(0x55f0), ptr(0x5610), null(), 1, items({kMajor, 3, kMinor, 1, kFlags, kForwardCompatible, 0})})
      .returns(ptr(ApitraceScene::kContext));
  scene.make_current().window_is(4, 4);
  scene.trace.call("glGenVertexArrays(n, arrays)", {1}).out(1, items({5}));
  scene.trace.call("glBindVertexArray(array)", {5});
  scene.trace.call("glEnableVertexAttribArray(index)", {0});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(kTriangles), 0, 3});
  scene.trace.call("glGetError()", {}).returns(en(0));
  scene.clear(kGreenColor).swap();
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "0"), 1, 1), kGreen);
}

// Tracers offer the extensions of these functions to every program.
TEST_F(ApitraceCalls, MarkersThatTheDriverLacksAreNotMissed) {
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glStringMarkerGREMEDY(len, string)", {0, "sky"});
  scene.trace.call("glPushGroupMarkerEXT(length, marker)", {0, "trees"});
  scene.trace.call("glPopGroupMarkerEXT()", {});
  scene.clear(kGreenColor).swap();
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "0"), 1, 1), kGreen);
}

// The call had no effect when it was recorded.
TEST_F(ApitraceCalls, ACallAfterTheContextWasReleasedIsNotMissed) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kGreenColor).swap().make_current(0, 0);
  scene.trace.call("glBindTexture(target, texture)", {en(0x0DE1), 0});
  const Outcome outcome = replay(scene, {"--strict"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "glBindTexture x1: no context was current in the recording either")) << outcome.out;
}

// The beginning of the recording is missing, so it is not known what the call did.
TEST_F(ApitraceCalls, ACallBeforeTheFirstContextIsMissed) {
  ApitraceScene scene;
  scene.trace.call("glBindTexture(target, texture)", {en(0x0DE1), 0});
  scene.window(4, 4).clear(kGreenColor).swap();
  const Outcome outcome = replay(scene, {"--strict"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "glBindTexture x1: no context is current")) << outcome.out;
}

// Mesa averages in linear light, where a half is 188 of 255.
TEST_F(ApitraceCalls, AccumulationAveragesFrames) {
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glClear(mask)", {bits(kAccumBit)});
  for (const Color& color : {kRedColor, kGreenColor}) {
    scene.clear(color);
    accum(scene, kAccum, 0.5);
  }
  accum(scene, kReturn, 1);
  scene.swap();
  const Pixel mean = pixel_of(picture(scene, "--frame", "0"), 1, 1);
  EXPECT_LE(std::abs(mean[0] - 188), 1);
  EXPECT_LE(std::abs(mean[1] - 188), 1);
  EXPECT_EQ(mean[2], 0);
}

TEST_F(ApitraceCalls, AccumulationKeepsToTheScissorAndTheColourMask) {
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glClearAccum(red, green, blue, alpha)", {1.0, 1.0, 1.0, 1.0});
  scene.trace.call("glClear(mask)", {bits(kAccumBit)});
  accum(scene, kMult, 0.5);
  accum(scene, kAdd, 0.5);
  scene.clear(kRedColor).clear_box(0, 0, 2, 4, kRedColor);
  constexpr int kScissorTest = 0x0C11;
  scene.trace.call("glEnable(cap)", {en(kScissorTest)});
  scene.trace.call("glColorMask(red, green, blue, alpha)", {en(0), en(1), en(0), en(0)});
  accum(scene, kReturn, 1);
  scene.swap();
  const Picture frame = picture(scene, "--frame", "0");
  EXPECT_EQ(pixel_of(frame, 0, 0), (Pixel{255, 255, 0, 255})) << "green was accumulated";
  EXPECT_EQ(pixel_of(frame, 3, 0), kRed) << "the pixel is outside the scissor box";
}

TEST_F(ApitraceCalls, AClearOfAPartOfTheAccumulationBufferKeepsTheRest) {
  ApitraceScene scene;
  scene.window(4, 4);
  const auto clear_to = [&](double value) {
    scene.trace.call("glClearAccum(red, green, blue, alpha)", {value, 1.0, 0.0, 1.0});
    scene.trace.call("glClear(mask)", {bits(kAccumBit)});
  };
  constexpr int kScissorTest = 0x0C11;
  clear_to(1);
  scene.trace.call("glScissor(x, y, width, height)", {0, 0, 2, 4});
  scene.trace.call("glEnable(cap)", {en(kScissorTest)});
  clear_to(0);
  scene.trace.call("glDisable(cap)", {en(kScissorTest)});
  accum(scene, kReturn, 1);
  scene.swap();
  const Picture frame = picture(scene, "--frame", "0");
  EXPECT_EQ(pixel_of(frame, 1, 0), kGreen);
  EXPECT_EQ(pixel_of(frame, 2, 0), (Pixel{255, 255, 0, 255}));
}

// The second frame begins with values of the first.
TEST_F(ApitraceCalls, AClearOfTheAccumulationBufferForgetsItsValues) {
  ApitraceScene scene;
  scene.window(4, 4);
  for (const Color& color : {kRedColor, kGreenColor}) {
    scene.trace.call("glClear(mask)", {bits(kAccumBit)});
    scene.clear(color);
    accum(scene, kAccum, 1);
    accum(scene, kReturn, 1);
    scene.swap();
  }
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "1"), 1, 1), kGreen);
}

// A program with a context and a surface of EGL, and textures of 4x4 pixels.
class ApitraceImages : public ApitraceCalls {
 protected:
  static constexpr int kTexture2D = 0x0DE1, kRgba = 0x1908, kUnsignedByte = 0x1401, kFramebuffer = 0x8D40;

  void begin() {
    const Item list = items({en(0x3098), 2, en(0x3038)});
    scene.trace.call("eglCreateContext(dpy, config, share_context, attrib_list)", {ptr(0x10), ptr(0x20), null(), list})
        .returns(ptr(0x30));
    scene.trace.call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), ptr(0x40), ptr(0x40), ptr(0x30)})
        .returns(en(1, "EGLBoolean"));
    scene.window_is(4, 4);
  }
  void bind(int texture) { scene.trace.call("glBindTexture(target, texture)", {en(kTexture2D), texture}); }
  tests::ApitraceBuilder& upload(const std::string& rgba) {
    std::string pixels;
    for (int i = 0; i < 16; ++i) pixels += rgba;
    return scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                            {en(kTexture2D), 0, en(kRgba), 4, 4, 0, en(kRgba), en(kUnsignedByte), blob(pixels)});
  }
  // Makes a call after which the picture shows `texture`.
  void look_at(int texture) {
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 5});
    scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                     {en(kFramebuffer), en(0x8CE0), en(kTexture2D), texture, 0});
  }
  void image_of(int source, int target) {
    scene.trace
        .call("eglCreateImageKHR(dpy, ctx, target, buffer, attrib_list)",
              {ptr(0x10), ptr(0x30), en(0x30B1), ptr(static_cast<std::uint64_t>(source)), items({})})
        .returns(ptr(0x99));
    bind(target);
    scene.trace.call("glEGLImageTargetTexture2DOES(target, image)", {en(kTexture2D), ptr(0x99)});
    // The copy of the image's content that the tracer writes.
    upload(std::string("\1\2\3\4", 4)).fake();
  }

  ApitraceScene scene;
};

TEST_F(ApitraceImages, ATextureSharesTheStorageOfItsImage) {
  begin();
  bind(700);
  upload(std::string("\xff\0\0\xff", 4));
  image_of(700, 701);
  bind(700);
  scene.trace.call("glTexSubImage2D(target, level, xoffset, yoffset, width, height, format, type, pixels)",
                   {en(kTexture2D), 0, 0, 0, 1, 1, en(kRgba), en(kUnsignedByte), blob(std::string("\0\xff\0\xff", 4))});
  look_at(701);
  const unsigned last = scene.trace.enter("glFlush()", {});
  scene.trace.leave(last);
  const Picture found = picture(scene, "--call", std::to_string(last));
  EXPECT_EQ(pixel_of(found, 0, 3), kGreen) << "a later change of the source is visible";
  EXPECT_EQ(pixel_of(found, 3, 0), kRed);
}

TEST_F(ApitraceCalls, ACallThatWasNeverCompletedIsSkippedUnlessAskedFor) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor);
  scene.trace.call("glClearColor(red, green, blue, alpha)", {0.0, 1.0, 0.0, 1.0});
  scene.trace.enter("glClear(mask)", {bits(0x4000)});
  const Outcome outcome = replay(scene, {"--frame", "0", "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "the recorded program ended in this call")) << outcome.out;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kRed);
  replay(scene, {"--frame", "0", "-o", "picture.png", "--run-incomplete"});
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kGreen);
}

// A signal ended the program, because it had no other way to end.
TEST_F(ApitraceCalls, StrictAcceptsTheCallInWhichTheProgramEnded) {
  for (const bool goes_on : {false, true}) {
    ApitraceScene scene;
    scene.window(4, 4).clear(kRedColor).swap();
    scene.trace.enter("glFlush()", {});
    if (goes_on) scene.trace.call("glFlush()", {});
    const Outcome outcome = replay(scene, {"--strict"});
    EXPECT_EQ(outcome.code, goes_on ? 1 : 0) << outcome.out;
    EXPECT_EQ(contains(outcome.out, "the recorded program ended in this call"), !goes_on) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "entered and never left")) << outcome.err;
  }
}

// The replayer queries the driver after each call of a set. Inside glBegin every query is an error, also when a
// display list contains the glBegin.
TEST_F(ApitraceCalls, PicturesOfCallsInsideGlBeginLeaveNoErrors) {
  constexpr int kPoints = 0, kCompile = 0x1300;
  for (const bool by_list : {false, true}) {
    ApitraceScene scene;
    scene.window(4, 4);
    if (by_list) {
      scene.trace.call("glNewList(list, mode)", {7, en(kCompile)});
      scene.trace.call("glBegin(mode)", {en(kPoints)});
      scene.trace.call("glEndList()", {});
      scene.trace.call("glCallList(list)", {7});
    } else {
      scene.trace.call("glBegin(mode)", {en(kPoints)});
    }
    scene.trace.call("glVertex2f(x, y)", {0.0, 0.0});
    scene.trace.call("glEnd()", {});
    scene.trace.call("glGetError()", {}).returns(en(0));
    scene.swap();
    const Outcome outcome = replay(scene, {"--strict", "--self-check"});
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    const Outcome pictures = replay(scene, {"--strict", "--call", "*", "--hash"});
    EXPECT_FALSE(contains(pictures.err, "GL error")) << pictures.err;
  }
}

TEST_F(ApitraceCalls, ARecordedGlGetErrorInsideGlBeginSaysNothing) {
  for (const int after : {0, 0x0502}) {  // only some drivers treat this as an error
    ApitraceScene scene;
    scene.window(4, 4);
    scene.trace.call("glBegin(mode)", {en(0)});
    scene.trace.call("glGetError()", {}).returns(en(0));
    scene.trace.call("glEnd()", {});
    scene.trace.call("glGetError()", {}).returns(en(after));
    scene.swap();
    EXPECT_EQ(replay(scene, {"--strict"}).code, 0) << after;
  }
}

// A program may set the number of varyings, strings or other elements to 0 and pass null for them.
TEST_F(ApitraceCalls, EmptyArraysAtNullArePassedOn) {
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glCreateProgram()", {}).returns(9);
  scene.trace.call("glTransformFeedbackVaryings(program, count, varyings, bufferMode)", {9, 0, null(), en(0x8C8C)});
  scene.trace.call("glGetError()", {}).returns(en(0));
  scene.swap();
  const Outcome outcome = replay(scene, {"--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

TEST_F(ApitraceCalls, DeletingAnObjectThatWasNeverCreatedIsNotMissed) {
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glDeleteSync(sync)", {ptr(0x77)});
  scene.trace.call("glDeleteFragmentShaderATI(id)", {628});
  scene.trace.call("glGetError()", {}).returns(en(0));
  scene.swap();
  const Outcome outcome = replay(scene, {"--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "glDeleteSync x1: there is no such object to delete")) << outcome.out;
}

// GL refuses to tell its state there.
TEST_F(ApitraceCalls, StateBetweenBeginAndEndIsSaidToBeMissing) {
  constexpr int kBegin = 5;
  ApitraceScene scene;
  scene.window(4, 4);
  scene.trace.call("glBegin(mode)", {en(7)}).call("glVertex2f(x, y)", {0.5, 0.5}).call("glEnd()", {});
  scene.swap();
  const auto state_after = [&](int call) {
    return nlohmann::json::parse(replay(scene, {"--state", std::to_string(call)}).out);
  };
  for (const int call : {kBegin, kBegin + 1}) {
    EXPECT_EQ(state_after(call).value("inside_begin", false), true);
    EXPECT_FALSE(state_after(call).contains("values"));
  }
  EXPECT_FALSE(state_after(kBegin + 2).contains("inside_begin"));
  EXPECT_TRUE(state_after(kBegin + 2).contains("values"));
}

// Some calls draw into nothing, because they have no draw buffer or are compiled into a list.
TEST_F(ApitraceCalls, CallsChosenByKindMayHaveNoPicture) {
  constexpr int kFramebuffer = 0x8D40, kNoBuffer = 0;
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor);
  scene.trace.call("glGenFramebuffers(n, framebuffers)", {1}).out(1, items({5}));
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 5});
  scene.trace.call("glDrawBuffer(buf)", {en(kNoBuffer)});
  scene.trace.call("glClear(mask)", {bits(0)});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 0});
  scene.clear(kGreenColor).swap();
  const Outcome by_kind = replay(scene, {"--call", "*/draw", "--hash"});
  EXPECT_EQ(by_kind.code, 0) << by_kind.err;
  EXPECT_EQ(std::count(by_kind.out.begin(), by_kind.out.end(), '\n'), 2) << by_kind.out;
  EXPECT_TRUE(contains(by_kind.err, "no picture after 1 of the calls")) << by_kind.err;
  const std::string number = by_kind.err.substr(by_kind.err.find("first call ") + 11, 1);
  EXPECT_EQ(replay(scene, {"--call", number, "--hash"}).code, 125) << "the call was asked for by its number";
}

TEST_F(ApitraceCalls, ASwapThatWasNeverCompletedEndsItsFrame) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor).swap().clear(kGreenColor);
  scene.trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(0x10), ApitraceScene::kWindow});
  replay(scene, {"--frame", "1", "-o", "picture.png"});
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kGreen);
}

// As where a signal ended the program inside of the swap, and its handler closed the window.
TEST_F(ApitraceCalls, ASwapThatTheProgramNeverCameBackToEndsNoFrame) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor).swap().clear(kGreenColor);
  scene.trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(0x10), ApitraceScene::kWindow});
  scene.trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), 0, null()}).returns(en(1, "Bool"));
  scene.trace.call("glXDestroyContext(dpy, ctx)", {ptr(0x10), ptr(ApitraceScene::kContext)});
  const Outcome outcome = replay(scene, {"--frame", "last", "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kRed);
}

// As where another thread makes calls while the swap waits for the display.
TEST_F(ApitraceCalls, ASwapThatEndsAfterALaterCallHasItsPicture) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor);
  const unsigned swap = scene.trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(0x10), ApitraceScene::kWindow});
  scene.trace.call("glFlush()", {});
  scene.trace.leave(swap);
  scene.clear(kGreenColor).swap();
  EXPECT_EQ(replay(scene, {"--call", std::to_string(swap), "-o", "picture.png"}).code, 0);
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kRed);
}

TEST_F(ApitraceCalls, ACallThatFailedInTheRecordingIsNotIssued) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor);
  scene.trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), 0x200009, ptr(ApitraceScene::kContext)})
      .returns(en(0, "Bool"));
  scene.clear(kGreenColor).swap();
  replay(scene, {"--frame", "0", "-o", "picture.png"});
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kGreen) << "the window is still current";
}

TEST_F(ApitraceCalls, InterleavedArraysMayBeInABuffer) {
  ApitraceScene scene;
  constexpr int kArrayBuffer = 0x8892, kStaticDraw = 0x88E4, kV2f = 0x2A20, kTriangles = 4;
  scene.window(4, 4).clear(kRedColor);
  scene.trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
  scene.trace.call("glBindBuffer(target, buffer)", {en(kArrayBuffer), 800});
  const std::string vertices = floats({-3, -1, 1, -1, 1, 3});
  scene.trace.call("glBufferData(target, size, data, usage)",
                   {en(kArrayBuffer), vertices.size(), blob(vertices), en(kStaticDraw)});
  scene.trace.call("glInterleavedArrays(format, stride, pointer)", {en(kV2f), 0, null()});
  scene.trace.call("glBegin(mode)", {en(kTriangles)});
  for (int i = 0; i < 3; ++i) scene.trace.call("glArrayElement(i)", {i});
  scene.trace.call("glEnd()", {});
  scene.swap();
  EXPECT_EQ(pixel_of(picture(scene, "--frame", "0"), 1, 1), kGreen);
}

TEST_F(ApitraceCalls, ArraysWhoseDataIsNotRecordedAreNotRead) {
  ApitraceScene scene;
  constexpr int kVertexArray = 0x8074, kFloat = 0x1406, kTriangles = 4;
  scene.window(4, 4).clear(kRedColor);
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {en(3), en(kFloat), 0, ptr(0x7f1234567000)});
  scene.trace.call("glEnableClientState(array)", {en(kVertexArray)});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(kTriangles), 0, 3});
  scene.trace.call("glBegin(mode)", {en(kTriangles)});
  for (int i = 0; i < 3; ++i) scene.trace.call("glArrayElement(i)", {i});
  scene.trace.call("glEnd()", {});
  scene.swap();
  const Outcome outcome = replay(scene, {"--frame", "0", "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "client memory that was not recorded")) << outcome.out;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kRed);
}

TEST_F(ApitraceCalls, DumpFiltersCallsAndInfoListsWhatIsUsed) {
  ApitraceScene scene;
  scene.window(4, 4).clear(kRedColor).swap();
  scene.trace.call("glGenBuffersARB(n, buffers)", {1}).out(1, items({800}));
  scene.trace.call("glBindVertexArray(array)", {0});
  write("scene.trace", scene.bytes());
  const Outcome dump = run({"dump", "scene.trace", "--grep", "Clear.*red = 1"});
  EXPECT_EQ(dump.code, 0);
  EXPECT_TRUE(contains(dump.out, "glClearColor(red = 1")) << dump.out;
  EXPECT_EQ(std::count(dump.out.begin(), dump.out.end(), '\n'), 1) << dump.out;
  EXPECT_EQ(run({"dump", "scene.trace", "--grep", "("}).code, 2);
  const Outcome info = run({"info", "scene.trace"});
  EXPECT_TRUE(contains(info.out, "uses       OpenGL 3.0, GL_ARB_vertex_buffer_object")) << info.out;
  EXPECT_TRUE(contains(info.out, "         1  glClearColor")) << info.out;
}

}  // namespace
}  // namespace replay
