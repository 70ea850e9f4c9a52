// Client arrays of which the tracer kept an address only: what is lost is told where a draw would read them.
#include <gtest/gtest.h>

#include <functional>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;
using tests::ApitraceBuilder;

// An array of each kind: the calls that tell its address, enable it and disable it.
struct ArrayKind {
  const char* name;
  std::function<void(ApitraceBuilder&)> set, enable, disable;
};

constexpr int kTexture2 = 0x84C2;

void client_state(ApitraceBuilder& t, const char* function, int array) { t.call(function, {en(array)}); }

const ArrayKind kKinds[] = {
    {"Vertex",
     [](auto& t) {
       t.call("glVertexPointer(size, type, stride, pointer)", {3, en(0x1406), 0, ptr(0x7f1234567000)});
     },
     [](auto& t) { client_state(t, "glEnableClientState(array)", 0x8074); },
     [](auto& t) { client_state(t, "glDisableClientState(array)", 0x8074); }},
    {"TexCoord",
     [](auto& t) {
       t.call("glTexCoordPointer(size, type, stride, pointer)", {2, en(0x1406), 0, ptr(0x7f1234567000)});
     },
     [](auto& t) { client_state(t, "glEnableClientState(array)", 0x8078); },
     [](auto& t) { client_state(t, "glDisableClientState(array)", 0x8078); }},
    {"Interleaved",
     [](auto& t) {
       t.call("glInterleavedArrays(format, stride, pointer)", {en(0x2A20), 0, ptr(0x7f1234567000)});
     },
     [](auto& t) { client_state(t, "glEnableClientState(array)", 0x8074); },
     [](auto& t) { client_state(t, "glDisableClientState(array)", 0x8074); }},
    {"MultiTexCoord",
     [](auto& t) {
       t.call("glMultiTexCoordPointerEXT(texunit, size, type, stride, pointer)",
              {en(kTexture2), 2, en(0x1404), 4, ptr(0x7f1234567000)});
     },
     [](auto& t) {
       t.call("glEnableClientStateIndexedEXT(array, index)", {en(0x8078), 2});
     },
     [](auto& t) {
       t.call("glDisableClientStateIndexedEXT(array, index)", {en(0x8078), 2});
     }},
    {"VertexAttrib",
     [](auto& t) {
       t.call("glVertexAttribPointer(index, size, type, normalized, stride, pointer)",
              {3, 2, en(0x1406), 0, 0, ptr(0x7f1234567000)});
     },
     [](auto& t) { t.call("glEnableVertexAttribArray(index)", {3}); },
     [](auto& t) { t.call("glDisableVertexAttribArray(index)", {3}); }},
};

class LostArray : public ProgramTest {
 protected:
  LostArray() { scene.window(4, 4).clear(kRedColor); }
  Outcome judged(std::vector<std::string> arguments = {}) {
    scene.swap();
    write("scene.trace", scene.bytes());
    arguments.insert(arguments.begin(), {"scene.trace", "--headless", "--strict"});
    return run(arguments);
  }
  ApitraceScene scene;
};

class LostArrays : public LostArray, public testing::WithParamInterface<ArrayKind> {
 protected:
  const ArrayKind& array() const { return GetParam(); }
  void draw() { scene.trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3}); }
};

TEST_P(LostArrays, AreNoLossWhereNothingIsDrawn) {
  array().set(scene.trace);
  array().enable(scene.trace);
  const Outcome outcome = judged();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST_P(LostArrays, AreNoLossWhereTheyAreOffInADraw) {
  array().set(scene.trace);
  array().disable(scene.trace);
  draw();
  const Outcome outcome = judged();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

TEST_P(LostArrays, AreLostWhereADrawHasThemOn) {
  array().set(scene.trace);
  array().enable(scene.trace);
  draw();
  draw();
  const Outcome outcome = judged();
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "client memory that was not recorded")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Pointer") || contains(outcome.out, "glInterleavedArrays")) << outcome.out;
}

TEST_P(LostArrays, AreLostWhereTheyAreSwitchedOnAfterADraw) {
  array().set(scene.trace);
  array().disable(scene.trace);
  draw();
  array().enable(scene.trace);
  draw();
  EXPECT_EQ(judged().code, 1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LostArrays, testing::ValuesIn(kKinds),
                         [](const auto& test) { return test.param.name; });

TEST_F(LostArray, ALostArrayThatIsGivenDataBeforeTheDrawIsNoLoss) {
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {2, en(0x1406), 0, ptr(0x7f1234567000)});
  scene.trace.call("glEnableClientState(array)", {en(0x8074)});
  scene.trace.call("glVertexPointer(size, type, stride, pointer)",
                   {2, en(0x1406), 0, blob(floats({-3, -1, 1, -1, 1, 3}))});
  scene.trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3});
  const Outcome outcome = judged({"--frame", "0", "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kGreen);
}

// GL refuses it, and the array stays what it was.
TEST_F(LostArray, ALostArrayThatGlRefusesLeavesTheOneBefore) {
  scene.trace.call("glVertexPointer(size, type, stride, pointer)",
                   {2, en(0x1406), 0, blob(floats({-3, -1, 1, -1, 1, 3}))});
  scene.trace.call("glEnableClientState(array)", {en(0x8074)});
  scene.trace.call("glVertexPointer(size, type, stride, pointer)", {9, en(0x1406), 0, ptr(0x7f1234567000)});
  scene.trace.call("glGetError()", {}).returns(en(0x0501));
  scene.trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3});
  const Outcome outcome = judged({"--frame", "0", "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kGreen);
}

}  // namespace
}  // namespace replay
