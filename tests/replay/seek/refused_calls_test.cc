// Calls that GL refuses, or that have an unusual effect. Seeking has to show the same picture as a full replay with the
// real driver.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "loaders/open.h"
#include "replay/seek/seek_analysis.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kGlxAccumRedSize = 14, kGlxAccumGreenSize = 15, kGlxAccumBlueSize = 16;

class OddScene : public ApitraceScene {
 public:
  OddScene() {
    visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, 24, kGlxStencilSize, 8, kGlxAccumRedSize, 16, kGlxAccumGreenSize,
            16, kGlxAccumBlueSize, 16});
    context().make_current().window_is(8, 8);
    call("glScissor(x, y, width, height)", {0, 0, 4, 8});
  }

  OddScene& call(const char* signature, std::initializer_list<Item> arguments = {}) {
    trace.call(signature, arguments);
    return *this;
  }
  OddScene& clear_mask(int mask) { return call("glClear(mask)", {bits(static_cast<std::uint64_t>(mask))}); }
  OddScene& enable(int capability) { return call("glEnable(cap)", {en(capability)}); }
  OddScene& disable(int capability) { return call("glDisable(cap)", {en(capability)}); }
  OddScene& no_error() {
    trace.call("glGetError()", {}).returns(en(0));
    return *this;
  }
  OddScene& texture(int target, int name) { return call("glBindTexture(target, texture)", {en(target), name}); }
  OddScene& image() {
    call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
         {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 8, 8, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), tests::at::null()});
    return call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), GL_NEAREST});
  }
  OddScene& framebuffer(int name, int target = GL_FRAMEBUFFER) {
    return call("glBindFramebuffer(target, framebuffer)", {en(target), name});
  }
  OddScene& attach(int texture_name) {
    return call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), texture_name, 0});
  }
  // Copies a part of the window to the lower left corner of the texture that is bound.
  OddScene& copy(int x, int y, int width, int height) {
    return call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
                {en(GL_TEXTURE_2D), 0, 0, 0, x, y, width, height});
  }
  // Fills the window with the texture that is bound.
  OddScene& show_texture() {
    enable(GL_TEXTURE_2D);
    call("glColor3f(red, green, blue)", {1.0, 1.0, 1.0});
    call("glBegin(mode)", {en(7)});
    for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
      call("glTexCoord2f(s, t)", {(x + 1) / 2, (y + 1) / 2});
      call("glVertex2f(x, y)", {x, y});
    }
    call("glEnd()");
    return disable(GL_TEXTURE_2D);
  }
  OddScene& red() { return static_cast<OddScene&>(clear(kRedColor)); }
  OddScene& blue() { return static_cast<OddScene&>(clear(kBlueColor)); }
  OddScene& show() { return static_cast<OddScene&>(swap()); }
};

struct Case {
  const char* name;
  void (*draw)(OddScene&);    // the last frame that it draws is compared
  bool leaves_out = false;    // whether seeking may leave out calls
  bool begins_again = false;  // because a guess is wrong
};

// Frame 0 is red. Frame 1 shows what its blue clear leaves of it.
void cleared_after(OddScene& scene, const std::function<void()>& before) {
  scene.red().show();
  before();
  scene.blue().show();
}

// Frame 1 has a clear that GL refuses, so the red of frame 0 stays.
void cleared_by(OddScene& scene, const std::function<void()>& clear) {
  scene.red().show();
  scene.call("glClearColor(red, green, blue, alpha)", {0.0, 0.0, 1.0, 1.0});
  clear();
  scene.show();
}

void push(OddScene& scene, int times) {
  for (int i = 0; i < times; ++i) scene.call("glPushAttrib(mask)", {bits(GL_ENABLE_BIT | GL_SCISSOR_BIT)});
}

constexpr Case kCases[] = {
    // Old programs with one texture never bind it.
    {"ACopyToTheTextureWithoutAName",
     [](OddScene& s) {
       s.image().blue().copy(0, 0, 8, 8).red().copy(0, 0, 8, 8).show();
       s.blue().copy(0, 0, 8, 8).red().show_texture().show();
     },
     true},
    {"AnAccumulationBufferIsCleared",
     [](OddScene& s) {
       s.red().call("glAccum(op, value)", {en(GL_LOAD), 1.0}).clear_mask(GL_ACCUM_BUFFER_BIT).blue().show();
       s.blue().call("glAccum(op, value)", {en(GL_RETURN), 1.0}).show();
     }},
    {"ColorsGoWithTheAccumulationBuffer",
     [](OddScene& s) {
       s.red().show().call("glClearColor(red, green, blue, alpha)", {0.0, 1.0, 0.0, 1.0});
       s.clear_mask(GL_COLOR_BUFFER_BIT | GL_ACCUM_BUFFER_BIT).show();
     },
     true},
    {"SelectionClearsNothing",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glSelectBuffer(size, buffer)", {64, ptr(0x1000)}).call("glRenderMode(mode)", {en(GL_SELECT)});
       });
     }},
    {"FeedbackClearsNothing",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glFeedbackBuffer(size, type, buffer)", {64, en(GL_2D), ptr(0x1000)})
             .call("glRenderMode(mode)", {en(GL_FEEDBACK)});
       });
     }},
    {"RenderingClearsAgain",
     [](OddScene& s) {
       s.call("glSelectBuffer(size, buffer)", {64, ptr(0x1000)}).call("glRenderMode(mode)", {en(GL_SELECT)});
       s.call("glRenderMode(mode)", {en(GL_RENDER)});
       cleared_after(s, [] {});
     },
     true},
    {"ARenderModeThatDoesNotExistChangesNothing",
     [](OddScene& s) { cleared_after(s, [&] { s.call("glRenderMode(mode)", {en(0x1234)}); }); }, true},
    {"SelectionInAListIsAtOnce",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glSelectBuffer(size, buffer)", {64, ptr(0x1000)}).call("glNewList(list, mode)", {1, en(GL_COMPILE)});
         s.call("glRenderMode(mode)", {en(GL_SELECT)}).call("glEndList()");
       });
     }},
    {"ABadBitClearsNothing", [](OddScene& s) { cleared_by(s, [&] { s.clear_mask(GL_COLOR_BUFFER_BIT | 1); }); }},
    {"AClearInsideOfAPrimitiveIsRefused",
     [](OddScene& s) {
       cleared_by(s, [&] { s.call("glBegin(mode)", {en(0)}).clear_mask(GL_COLOR_BUFFER_BIT).call("glEnd()"); });
     }},
    {"StateIsRefusedInsideOfAPrimitive",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.enable(GL_SCISSOR_TEST).call("glBegin(mode)", {en(0)}).disable(GL_SCISSOR_TEST).call("glEnd()");
       });
     }},
    {"StateBehindARefusedBeginIsSet",
     [](OddScene& s) {
       cleared_after(s, [&] { s.call("glBegin(mode)", {en(0x1234)}).enable(GL_SCISSOR_TEST).call("glEnd()"); });
     }},
    {"AListThatIsExecutedAtOnceSetsState",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNewList(list, mode)", {1, en(GL_COMPILE_AND_EXECUTE)}).enable(GL_SCISSOR_TEST).call("glEndList()");
       });
     }},
    {"AListThatIsExecutedAtOnceDraws",
     [](OddScene& s) {
       s.red().show().call("glNewList(list, mode)", {1, en(GL_COMPILE_AND_EXECUTE)});
       s.fill(kGreenColor).trace.call("glEndList()", {});
       s.enable(GL_SCISSOR_TEST).blue().disable(GL_SCISSOR_TEST).show();
     }},
    {"WhatAListThatIsExecutedAtOnceDrawsIsInTheList",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE_AND_EXECUTE)});
       s.fill(kGreenColor).trace.call("glEndList()", {});
       s.show().red().call("glCallList(list)", {1}).show();
     }},
    {"AListThatIsCompiledSetsNothing",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNewList(list, mode)", {1, en(GL_COMPILE)}).enable(GL_SCISSOR_TEST).call("glEndList()");
       });
     },
     true},
    {"List0IsRefused",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNewList(list, mode)", {0, en(GL_COMPILE)}).enable(GL_SCISSOR_TEST).call("glEndList()");
       });
     }},
    {"AListOfABadModeIsRefused",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNewList(list, mode)", {1, en(0x1234)}).enable(GL_SCISSOR_TEST).call("glEndList()");
       });
     }},
    {"AListInAListIsRefused",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNewList(list, mode)", {1, en(GL_COMPILE)})
             .call("glNewList(list, mode)", {2, en(GL_COMPILE_AND_EXECUTE)});
         s.call("glEndList()").enable(GL_SCISSOR_TEST);
       });
     }},
    {"WhatListsInListsSetIsInTheFirst",
     [](OddScene& s) {
       s.call("glColor3f(red, green, blue)", {1.0, 0.0, 0.0})
           .call("glNewList(list, mode)", {2, en(GL_COMPILE)})
           .call("glEndList()");
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)}).call("glNewList(list, mode)", {2, en(GL_COMPILE)});
       s.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0}).call("glEndList()");
       s.call("glCallList(list)", {2}).show().blue().call("glRectf(x1, y1, x2, y2)", {0.0, 0.0, 1.0, 1.0}).show();
     }},
    {"AnOpenPrimitiveOfAListRefusesAClear",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)}).call("glBegin(mode)", {en(0)}).call("glEndList()");
       cleared_by(s, [&] { s.call("glCallList(list)", {1}).clear_mask(GL_COLOR_BUFFER_BIT).call("glEnd()"); });
     }},
    {"StateInAPrimitiveOfAListIsRefused",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)})
           .call("glBegin(mode)", {en(4)})
           .call("glShadeModel(mode)", {en(GL_FLAT)});
       s.call("glEnd()").call("glEndList()").call("glCallList(list)", {1}).show();
       s.blue().call("glBegin(mode)", {en(4)});
       for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}}) {
         s.call("glColor3f(red, green, blue)", {x, y, 0.0}).call("glVertex2f(x, y)", {x, y});
       }
       s.call("glEnd()").show();
     }},
    {"TheSeventeenthPushIsRefused",
     [](OddScene& s) {
       s.enable(GL_SCISSOR_TEST);
       push(s, 16);
       s.disable(GL_SCISSOR_TEST);
       push(s, 1);
       cleared_after(s, [&] { s.call("glPopAttrib()"); });
     }},
    {"SixteenPushesAreNot",
     [](OddScene& s) {
       push(s, 16);
       s.enable(GL_SCISSOR_TEST).call("glPopAttrib()");
       cleared_after(s, [] {});
     },
     true},
    {"APushInsideOfAPrimitiveIsRefused",
     [](OddScene& s) {
       push(s, 1);
       s.enable(GL_SCISSOR_TEST).call("glBegin(mode)", {en(0)});
       push(s, 1);
       s.call("glEnd()").call("glPopAttrib()");
       s.enable(GL_SCISSOR_TEST).call("glPopAttrib()");
       cleared_after(s, [] {});
     }},
    {"AListPushesTooDeep",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
       push(s, 1);
       s.enable(GL_LIGHTING).call("glPopAttrib()").call("glEndList()").enable(GL_SCISSOR_TEST);
       push(s, 16);
       s.disable(GL_SCISSOR_TEST);
       cleared_after(s, [&] { s.call("glCallList(list)", {1}); });
     }},
    {"TheWindowsDrawBufferByName",
     [](OddScene& s) {
       cleared_after(s, [&] { s.call("glNamedFramebufferDrawBuffer(framebuffer, buf)", {0, en(GL_NONE)}); });
     }},
    {"TheWindowsDrawBuffersByName",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glNamedFramebufferDrawBuffers(framebuffer, n, bufs)", {0, 1, items({en(GL_NONE)})});
       });
     }},
    {"TheWindowsDrawBufferByItsOlderName",
     [](OddScene& s) {
       cleared_after(s, [&] { s.call("glFramebufferDrawBufferEXT(framebuffer, mode)", {0, en(GL_NONE)}); });
     }},
    {"ARefusedDrawBufferChangesNothing",
     [](OddScene& s) {
       cleared_after(s, [&] {
         s.call("glDrawBuffer(buf)", {en(GL_NONE)}).call("glDrawBuffer(buf)", {en(GL_COLOR_ATTACHMENT0)});
       });
     }},
    {"TheFirstOfTwoDrawBuffersIsNone",
     [](OddScene& s) {
       cleared_by(s, [&] {
         s.call("glDrawBuffers(n, bufs)", {2, items({en(GL_NONE), en(GL_BACK_LEFT)})});
         s.call("glClearBufferfv(buffer, drawbuffer, value)",
                {en(GL_COLOR), 0, items({real(0), real(0), real(1), real(1)})});
       });
     }},
    {"AClearOfABufferOfAnotherKindIsRefused",
     [](OddScene& s) {
       cleared_by(s, [&] { s.call("glClearBufferfi(buffer, drawbuffer, depth, stencil)", {en(GL_COLOR), 0, 1.0, 0}); });
     }},
    {"AClearOfDepthAsIntegersIsRefused",
     [](OddScene& s) {
       s.enable(GL_DEPTH_TEST).red();
       s.fill(kGreenColor, -0.5);
       s.call("glClearBufferiv(buffer, drawbuffer, value)", {en(GL_DEPTH), 0, items({1})});
       s.call("glClearBufferfv(buffer, drawbuffer, value)", {en(GL_STENCIL), 0, items({real(0)})});
       s.clear_mask(GL_COLOR_BUFFER_BIT);
       s.fill(kBlueColor, 0.5);
       s.show();
     }},
    {"ABooleanHasEightBits",
     [](OddScene& s) {
       cleared_after(s, [&] { s.call("glColorMask(red, green, blue, alpha)", {256, 256, 256, 256}); });
     }},
    {"AStencilMaskOfTheOtherSide",
     [](OddScene& s) {
       s.enable(GL_STENCIL_TEST).clear_mask(GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
       s.call("glStencilFunc(func, ref, mask)", {en(GL_ALWAYS), 1, 255})
           .call("glStencilOp(fail, zfail, zpass)", {en(GL_REPLACE), en(GL_REPLACE), en(GL_REPLACE)});
       s.fill(kGreenColor);
       s.call("glStencilMask(mask)", {0})
           .call("glActiveStencilFaceEXT(face)", {en(GL_BACK)})
           .call("glStencilMask(mask)", {255});
       s.show()
           .clear_mask(GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT)
           .call("glActiveStencilFaceEXT(face)", {en(GL_FRONT)});
       s.call("glStencilFunc(func, ref, mask)", {en(GL_EQUAL), 1, 255});
       s.fill(kBlueColor);
       s.show();
     }},
    {"TheFrontBufferIsClearedAlone",
     [](OddScene& s) { cleared_after(s, [&] { s.call("glDrawBuffer(buf)", {en(GL_FRONT)}); }); }},
    {"DepthIsOfBothBuffers",
     [](OddScene& s) {
       s.blue().clear_mask(GL_DEPTH_BUFFER_BIT).enable(GL_DEPTH_TEST).call("glDrawBuffer(buf)", {en(GL_FRONT)});
       s.fill(kGreenColor, -0.5);
       s.call("glDrawBuffer(buf)", {en(GL_BACK)}).show().clear_mask(GL_COLOR_BUFFER_BIT);
       s.fill(kRedColor, 0.5);
       s.show();
     }},
    {"ATextureStaysWhereItsKindIsWrong",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_CUBE_MAP, 1).texture(GL_TEXTURE_2D, 2).image().texture(GL_TEXTURE_2D, 3).image();
       s.framebuffer(5).attach(2).red().framebuffer(0).show();
       s.blue().texture(GL_TEXTURE_2D, 2).texture(GL_TEXTURE_2D, 1).show_texture();
       s.texture(GL_TEXTURE_2D, 3).framebuffer(5).blue().framebuffer(0).show();
     }},
    {"AnAttachmentStaysWhereItsKindIsWrong",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_CUBE_MAP, 1)
           .texture(GL_TEXTURE_2D, 2)
           .image()
           .texture(GL_TEXTURE_2D, 3)
           .image()
           .framebuffer(5)
           .attach(2)
           .framebuffer(6)
           .attach(2);
       s.framebuffer(5).red().show().attach(1).framebuffer(6).blue();
       s.enable(GL_SCISSOR_TEST)
           .framebuffer(5)
           .red()
           .disable(GL_SCISSOR_TEST)
           .framebuffer(0)
           .texture(GL_TEXTURE_2D, 2)
           .show_texture()
           .show();
     }},
    {"AFramebufferStaysWhereTheTargetIsWrong",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image().framebuffer(5).attach(2).framebuffer(0);
       cleared_by(s, [&] { s.framebuffer(5).framebuffer(0, 0x1234).clear_mask(GL_COLOR_BUFFER_BIT).framebuffer(0); });
     }},
    {"ADeletionOfTooManyFramebuffersIsNone",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image().framebuffer(5).attach(2).framebuffer(0);
       cleared_by(s, [&] {
         s.framebuffer(5)
             .call("glDeleteFramebuffers(n, framebuffers)", {-1, items({5})})
             .clear_mask(GL_COLOR_BUFFER_BIT)
             .framebuffer(0);
       });
     }},
    {"PixelsThatAreCopiedAreTested",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image().framebuffer(5).attach(2).red().framebuffer(0);
       s.enable(GL_DEPTH_TEST).blue().enable(GL_SCISSOR_TEST);
       s.fill(kGreenColor, -0.5).trace.call("glRasterPos3f(x, y, z)", {-1.0, -1.0, 0.5});
       s.disable(GL_SCISSOR_TEST).clear_mask(GL_COLOR_BUFFER_BIT).framebuffer(5, GL_READ_FRAMEBUFFER);
       s.call("glCopyPixels(x, y, width, height, type)", {0, 0, 8, 8, en(GL_COLOR)})
           .framebuffer(0)
           .clear_mask(GL_DEPTH_BUFFER_BIT)
           .show();
     }},
    {"AClearOfABoxAsLargeAsTheWindow",
     [](OddScene& s) {
       s.call("glScissor(x, y, width, height)", {0, 0, 8, 8}).enable(GL_SCISSOR_TEST);
       cleared_after(s, [] {});
     },
     true},
    {"AClearOfABoxLargerThanTheWindow",
     [](OddScene& s) {
       s.call("glScissor(x, y, width, height)", {-3, -1, 11, 20}).enable(GL_SCISSOR_TEST);
       cleared_after(s, [] {});
     },
     true},
    {"ABoxThatIsRefusedIsNotTheBox",
     [](OddScene& s) {
       s.enable(GL_SCISSOR_TEST).call("glScissor(x, y, width, height)", {0, 0, -8, 8});
       cleared_after(s, [] {});
     }},
    {"ABoxThatComesBackWithTheAttributes",
     [](OddScene& s) {
       s.enable(GL_SCISSOR_TEST);
       cleared_after(s, [&] {
         push(s, 1);
         s.call("glScissor(x, y, width, height)", {0, 0, 8, 8}).call("glPopAttrib()");
       });
     }},
    {"AClearOfABoxAsLargeAsAnImage",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image().framebuffer(5).attach(2);
       s.call("glScissor(x, y, width, height)", {0, 0, 8, 8}).enable(GL_SCISSOR_TEST);
       cleared_after(s, [] {});
       s.framebuffer(0).show_texture().show();
     },
     true},
    {"AnImageThatIsLargerThanItSeems",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image();
       s.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
              {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 4, 8, 7, en(GL_RGBA), en(GL_UNSIGNED_BYTE), tests::at::null()});
       s.framebuffer(5).attach(2).red().enable(GL_SCISSOR_TEST).blue().disable(GL_SCISSOR_TEST);
       s.framebuffer(0).show_texture().show();
     },
     false, true},
    {"ACopyThatIsOverwritten",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image();
       s.red().copy(0, 0, 4, 8).show();
       s.blue().copy(0, 0, 4, 8).show_texture().show();
     },
     true},
    {"ACopyOfPixelsBesideTheWindow",
     [](OddScene& s) {
       s.texture(GL_TEXTURE_2D, 2).image();
       s.red().copy(0, 0, 8, 8).show();
       s.blue().copy(4, 0, 8, 8).show_texture().show();
     },
     false, true},
    {"ACopyThatIsRefused",
     [](OddScene& s) {
       const auto image = [&](int width, int border) {
         s.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                {en(GL_TEXTURE_2D), 0, en(GL_RGBA), width, 8, border, en(GL_RGBA), en(GL_UNSIGNED_BYTE),
                 tests::at::null()});
       };
       s.texture(GL_TEXTURE_2D, 2).image();
       image(4, 0);
       image(8, 7);  // it is refused, so the texture is smaller than it seems
       s.red().copy(0, 0, 4, 8).show();
       s.blue().copy(0, 0, 8, 8).show_texture().show();
     },
     false, true},
    {"AListThatMasksColors",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
       s.call("glColorMask(red, green, blue, alpha)", {0, 0, 0, 0}).call("glEndList()");
       cleared_after(s, [&] { s.call("glCallList(list)", {1}); });
     },
     false, true},
    {"AListThatOpensTheMask",
     [](OddScene& s) {
       s.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
       s.call("glColorMask(red, green, blue, alpha)", {1, 1, 1, 1}).call("glEndList()");
       cleared_after(s, [&] { s.call("glCallList(list)", {1}); });
       s.red().call("glCallList(list)", {1}).show();
     },
     true},
    // Mesa 22.3 takes over the colour with the new mode, because no vertex has to be handed on between the two calls.
    {"AColorBeforeAModeOfMaterialsInTheNextFrame",
     [](OddScene& s) {
       const auto quad = [&] {
         s.call("glBegin(mode)", {en(7)});
         for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}})
           s.call("glVertex2f(x, y)", {x, y});
         s.call("glEnd()");
       };
       s.enable(GL_LIGHTING).enable(GL_COLOR_MATERIAL);
       quad();
       s.show().call("glColor4f(red, green, blue, alpha)", {0.0, 0.0, 1.0, 1.0});
       s.call("glColorMaterial(face, mode)", {en(GL_FRONT_AND_BACK), en(GL_DIFFUSE)}).clear_mask(GL_COLOR_BUFFER_BIT);
       quad();
       s.show();
     },
     true},
};

class RefusedCalls : public HeadlessTest, public testing::WithParamInterface<Case> {
 protected:
  std::unique_ptr<loaders::CallSource> open() {
    return *loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene");
  }

  OddScene scene;
};

TEST_P(RefusedCalls, ShowTheSamePicture) {
  GetParam().draw(scene);
  const FramesShown all = show_frames(*platform, *open(), *parse_frame_set("*"), SeekPlan());
  const std::uint64_t last = all.hashes.rbegin()->first;
  const CallSet wanted = *parse_frame_set(std::to_string(last));
  const FramesShown sought = seek_frames(
      *platform, [&] { return open(); }, wanted);
  EXPECT_EQ(sought.hashes.at(last), all.hashes.at(last));
  const FramesShown indexed = seek_indexed_frames(
      *platform, [&] { return open(); }, wanted);
  EXPECT_EQ(indexed.hashes.at(last), all.hashes.at(last)) << "with an index";
  EXPECT_TRUE(sought.left_out > 0 || !GetParam().leaves_out);
  EXPECT_EQ(sought.guess_was_wrong, GetParam().begins_again);
}

using NoSeeking = HeadlessTest;

// A picture after a call that never returned shows what was drawn before this call.
TEST_F(NoSeeking, BeforeACallThatNeverReturned) {
  OddScene scene;
  scene.red();
  const unsigned last = scene.trace.enter("glFlush()", {});
  const auto source = loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene");
  const CallSet calls = *parse_call_set(std::to_string(last));
  EXPECT_TRUE(SeekAnalysis(**source, {.calls = calls}).plan({}).empty());
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Programs, RefusedCalls, testing::ValuesIn(kCases), name_of_case);

}  // namespace
}  // namespace replay
