// Display lists with vertices from arrays. A driver reads the arrays to their last byte while it compiles the list.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;
using tests::ApitraceBuilder;

// An array in addition to the vertex array. GL has no query for the size or type of some arrays, because it is fixed.
struct Array {
  const char* name;
  int capability;
  std::size_t bytes;  // of three elements, without padding after the last one
  void (*set)(ApitraceBuilder& trace, const Item& pointer);
};
void PrintTo(const Array& array, std::ostream* out) { *out << array.name; }

const Array kArrays[] = {
    {"normals", GL_NORMAL_ARRAY, 36,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glNormalPointer(type, stride, pointer)", {en(GL_FLOAT), 0, p});
     }},
    {"normals between others", GL_NORMAL_ARRAY, 2 * 48 + 12,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glNormalPointer(type, stride, pointer)", {en(GL_FLOAT), 48, p});
     }},
    {"short normals", GL_NORMAL_ARRAY, 18,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glNormalPointer(type, stride, pointer)", {en(GL_SHORT), 0, p});
     }},
    {"indices of colours", GL_INDEX_ARRAY, 12,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glIndexPointer(type, stride, pointer)", {en(GL_FLOAT), 0, p});
     }},
    {"texture coordinates", GL_TEXTURE_COORD_ARRAY, 24,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glTexCoordPointer(size, type, stride, pointer)", {2, en(GL_FLOAT), 0, p});
     }},
    {"edge flags", GL_EDGE_FLAG_ARRAY, 3,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glEdgeFlagPointer(stride, pointer)", {0, p});
     }},
    {"fog coordinates", GL_FOG_COORD_ARRAY, 12,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glFogCoordPointer(type, stride, pointer)", {en(GL_FLOAT), 0, p});
     }},
    {"secondary colours", GL_SECONDARY_COLOR_ARRAY, 36,
     [](ApitraceBuilder& t, const Item& p) {
       t.call("glSecondaryColorPointer(size, type, stride, pointer)", {3, en(GL_FLOAT), 0, p});
     }},
};

class ListArrays : public ProgramTest, public testing::WithParamInterface<Array> {
 protected:
  ListArrays() {
    scene.window(8, 8).clear(kRedColor);
    trace.call("glColor3f(red, green, blue)", {0.0, 1.0, 0.0});
    trace.call("glVertexPointer(size, type, stride, pointer)",
               {2, en(GL_FLOAT), 0, blob(floats({-1, -1, 3, -1, -1, 3}))});
    trace.call("glEnableClientState(array)", {en(GL_VERTEX_ARRAY)});
    trace.call("glEnableClientState(array)", {en(GetParam().capability)});
  }

  // Replays a list that draws a triangle which fills the window.
  Outcome replayed() {
    trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
    trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLES), 0, 3});
    trace.call("glEndList()", {});
    trace.call("glCallList(list)", {1});
    scene.swap();
    write("scene.trace", scene.bytes());
    return run({"scene.trace", "--frame", "0", "-o", "frame.png"});
  }
  Pixel drawn() { return pixel_of(read_png(path("frame.png")), 3, 3); }

  ApitraceScene scene;
  ApitraceBuilder& trace = scene.trace;
};

TEST_P(ListArrays, AreReadToTheLastByte) {
  GetParam().set(trace, blob(std::string(GetParam().bytes, '\1')));
  const Outcome outcome = replayed();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "skipped")) << outcome.out;
  EXPECT_EQ(drawn(), kGreen);
}

TEST_P(ListArrays, AreNotReadWhenAByteIsMissing) {
  const std::string bytes(GetParam().bytes - 1, '\1');
  trace.call("glBindBuffer(target, buffer)", {en(GL_ARRAY_BUFFER), 7});
  trace.call("glBufferData(target, size, data, usage)",
             {en(GL_ARRAY_BUFFER), bytes.size(), blob(bytes), en(GL_STATIC_DRAW)});
  GetParam().set(trace, null());
  const Outcome outcome = replayed();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "glDrawArrays x1: recorded data is shorter")) << outcome.out;
  EXPECT_EQ(drawn(), kRed);
}

INSTANTIATE_TEST_SUITE_P(, ListArrays, testing::ValuesIn(kArrays), [](const auto& test) {
  std::string name = test.param.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace replay
