// Recorded numbers that differ in the replay: names, locations, indices, mapped memory. A shader turns the values
// that it gets into a colour. So the picture shows when a number is passed on as it was recorded.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using tests::list;

// A name that is too large to be stored in a vector.
constexpr std::uint32_t kWild = 4'000'000'000;

class Remapping : public ProgramTest {
 protected:
  Remapping() { scene.window(4, 4); }
  Pixel middle() { return pixel_of(picture_of(scene, 0), 2, 2); }
  Scene scene;
};

TEST_F(Remapping, UniformLocationsAreMapped) {
  scene.program("uniform vec4 a, b; out vec4 color; void main() { color = vec4(a.r, 0, b.b, 1); }",
                {{"uniform", "a", 70}, {"uniform", "b", 3}});
  scene.trace.call("glUniform4f", {70, 1, 1, 0, 1}).call("glUniform4f", {3, 0, 1, 0.2, 1});
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 0, 51, 255}));
}

TEST_F(Remapping, UniformLocationsThatOnlyTheProgramQueriedAreMapped) {
  scene.program("uniform vec4 a, b; out vec4 color; void main() { color = vec4(a.r, 0, b.b, 1); }", {});
  scene.trace.call("glGetUniformLocation", {Scene::kProgram, "b"}).returns(70);
  scene.trace.call("glGetUniformLocation", {Scene::kProgram, "a"}).returns(3);
  scene.trace.call("glUniform4f", {70, 0, 1, 0.2, 1}).call("glUniform4f", {3, 1, 1, 0, 1});
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 0, 51, 255}));
}

TEST_F(Remapping, UniformLocationsWithinAnArrayAreMapped) {
  scene.program("uniform vec4 b, a[3]; out vec4 color; void main() { color = vec4(a[0].r, a[1].g, a[2].b, b.a); }",
                {{"uniform", "a[0]", 40}, {"uniform", "b", 50}});
  scene.trace.call("glUniform4f", {40, 1, 0, 0, 0});
  scene.trace.call("glUniform4fv", {41, 2, list({0, 0.2, 0, 0, 0, 0, 0.4, 0})});
  scene.trace.call("glUniform4f", {50, 0, 0, 0, 1});
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 51, 102, 255}));
}

// The recording driver kept a uniform that this driver removes, or the other way round.
TEST_F(Remapping, UniformLocationsThatOneDriverLacksDoNoHarm) {
  scene.program("uniform vec4 a; out vec4 color; void main() { color = a; }",
                {{"uniform", "gone", 0}, {"uniform", "a", 1}});
  scene.trace.call("glUniform4f", {1, 0, 1, 0, 1}).call("glUniform4f", {0, 1, 0, 0, 1});
  scene.trace.call("glUniform4f", {-1, 1, 0, 0, 1});
  scene.draw().swap();
  EXPECT_EQ(middle(), kGreen);
}

TEST_F(Remapping, UniformBlockIndicesAreMapped) {
  scene.program(
      "layout(std140) uniform A { vec4 a; }; layout(std140) uniform B { vec4 b; };\n"
      "out vec4 color; void main() { color = vec4(a.r, b.g, 0, 1); }",
      {{"uniform_block", "A", 9}, {"uniform_block", "B", 0}});
  scene.buffer(5, GL_UNIFORM_BUFFER, floats({1, 0, 0, 1})).buffer(6, GL_UNIFORM_BUFFER, floats({0, 0.2F, 0, 1}));
  scene.trace.call("glUniformBlockBinding", {Scene::kProgram, 9, 3})
      .call("glBindBufferBase", {GL_UNIFORM_BUFFER, 3, 5});
  scene.trace.call("glUniformBlockBinding", {Scene::kProgram, 0, 4})
      .call("glBindBufferBase", {GL_UNIFORM_BUFFER, 4, 6});
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 51, 0, 255}));
}

TEST_F(Remapping, AttributeLocationsAreMapped) {
  scene.program("in vec4 c; out vec4 color; void main() { color = c; }",
                {{"vertex_attrib", "place", 5}, {"vertex_attrib", "tint", 2}},
                "in vec2 place; in vec4 tint; out vec4 c; void main() { c = tint; gl_Position = vec4(place, 0, 1); }");
  scene.buffer(70'001, GL_ARRAY_BUFFER, floats({-1, -1, 3, -1, -1, 3, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
  for (const int location : {5, 2}) scene.trace.call("glEnableVertexAttribArray", {location});
  scene.trace.call("glVertexAttribPointer", {5, 2, GL_FLOAT, 0, 0, 0});
  scene.trace.call("glVertexAttribPointer", {2, 4, GL_FLOAT, 0, 0, 24});
  scene.draw().swap();
  EXPECT_EQ(middle(), kGreen);
}

TEST_F(Remapping, OffsetsIntoAnElementBufferStayOffsets) {
  scene.program("out vec4 color; void main() { color = vec4(0, 1, 0, 1); }", {});
  scene.buffer(kWild, GL_ELEMENT_ARRAY_BUFFER, std::string("\3\3\3\0\1\2", 6));
  scene.trace.call("glDrawElements", {4, 3, GL_UNSIGNED_BYTE, 3});
  scene.swap();
  EXPECT_EQ(middle(), kGreen);
}

TEST_F(Remapping, ObjectNamesAreMapped) {
  scene.program(
      "uniform sampler2D t, u; out vec4 color; void main() { color = texture(t, vec2(0)) + texture(u, vec2(0)); }",
      {{"uniform", "t", 4}, {"uniform", "u", 2}});
  const std::string red("\xff\0\0\xff", 4), blue("\0\0\xff\xff", 4);
  int unit = GL_TEXTURE0;
  for (const auto& [name, texel] : {std::pair{kWild, red}, {123'456u, blue}}) {
    scene.trace.call("glActiveTexture", {unit++});
    scene.trace.call("glGenTextures", {1, list({name})}).call("glBindTexture", {GL_TEXTURE_2D, name});
    scene.trace.call("glTexImage2D", {GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel});
    scene.trace.call("glTexParameteri", {GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST});
  }
  scene.trace.call("glUniform1i", {4, 0}).call("glUniform1i", {2, 1});
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 0, 255, 255}));
}

// The extras of the unmap contain what a program wrote through a mapped pointer.
class MappedMemory : public Remapping {
 protected:
  void SetUp() override {
    Remapping::SetUp();
    scene.program(
        "layout(std140) uniform A { vec4 a, b; }; out vec4 color; void main() { color = vec4(a.r, b.gb, 1); }", {});
    scene.buffer(kWild, GL_UNIFORM_BUFFER, floats({1, 0, 0, 1, 0, 0, 0, 1}));
    scene.trace.call("glBindBufferBase", {GL_UNIFORM_BUFFER, 0, kWild});
  }
  static std::string offset(std::uint64_t bytes) { return tests::little_endian(bytes, 8); }
};

TEST_F(MappedMemory, OfAWholeBufferIsWritten) {
  scene.trace.call("glMapBuffer", {GL_UNIFORM_BUFFER, GL_WRITE_ONLY}).returns(0x7f00'1234'0000);
  scene.trace.call("glUnmapBuffer", {GL_UNIFORM_BUFFER}).returns(1);
  scene.trace.extra("replay/glUnmapBuffer/data_ranged", offset(0) + floats({0, 0, 0, 1, 0, 0.2F, 1, 1}));
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{0, 51, 255, 255}));
}

TEST_F(MappedMemory, OfARangeIsWritten) {
  scene.trace.call("glMapBufferRange", {GL_UNIFORM_BUFFER, 16, 16, GL_MAP_WRITE_BIT}).returns(0x7f00'1234'0000);
  scene.trace.call("glUnmapBuffer", {GL_UNIFORM_BUFFER}).returns(1);
  scene.trace.extra("replay/glUnmapBuffer/data_ranged", offset(16) + floats({0, 0.2F, 1, 1}));
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 51, 255, 255}));
}

// Until 2017 the tracer recorded the whole buffer, whatever part was mapped.
TEST_F(MappedMemory, OfARangeIsTakenFromTheWholeBuffer) {
  scene.trace.call("glMapBufferRange", {GL_UNIFORM_BUFFER, 16, 16, GL_MAP_WRITE_BIT}).returns(0x7f00'1234'0000);
  scene.trace.call("glUnmapBuffer", {GL_UNIFORM_BUFFER}).returns(1);
  scene.trace.extra("replay/glUnmapBuffer/data", floats({0, 1, 1, 1, 0, 0.2F, 1, 1}));
  scene.draw().swap();
  EXPECT_EQ(middle(), (Pixel{255, 51, 255, 255})) << "only the mapped part changes";
}

TEST_F(MappedMemory, MayBeMappedAgainEveryFrame) {
  for (const float green : {1.0F, 0.2F}) {
    scene.trace.call("glMapBuffer", {GL_UNIFORM_BUFFER, GL_WRITE_ONLY}).returns(0x7f00'1234'0000);
    scene.trace.call("glUnmapBuffer", {GL_UNIFORM_BUFFER}).returns(1);
    scene.trace.extra("replay/glUnmapBuffer/data_ranged", offset(0) + floats({0, 0, 0, 1, 0, green, 0, 1}),
                      loaders::Compression::kLz4);
    scene.draw().swap();
  }
  EXPECT_EQ(pixel_of(picture_of(scene, 0), 2, 2), kGreen);
  EXPECT_EQ(pixel_of(picture_of(scene, 1), 2, 2), (Pixel{0, 51, 0, 255}));
}

}  // namespace
}  // namespace replay
