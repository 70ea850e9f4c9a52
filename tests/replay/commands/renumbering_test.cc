// Recordings of another driver, whose numbers all differ from those of tests/renumbering_driver.cc. Shaders turn the
// values that they get into a colour. So the picture shows when a number is passed on as it was recorded, or GL
// refuses it.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr const char* kGetUniformLocation = "glGetUniformLocation(program, name)";
constexpr const char* kGetAttribLocation = "glGetAttribLocation(program, name)";
constexpr const char* kUniform4f = "glUniform4f(location, v0, v1, v2, v3)";
constexpr const char* kResourceName =
    "glGetProgramResourceName(program, programInterface, index, bufSize, length, name)";
constexpr const char* kResourceiv =
    "glGetProgramResourceiv(program, programInterface, index, propCount, props, bufSize, length, params)";

class Renumbering : public ProgramTest {
 protected:
  static constexpr int kProgram = 900;

  Renumbering() { scene.window(4, 4); }

  // Links kProgram with this fragment shader and uses it.
  void program(const std::string& fragment, const std::string& vertex = "void main() { gl_Position = gl_Vertex; }") {
    scene.trace.call("glCreateProgram()", {}).returns(kProgram);
    shader(70, GL_VERTEX_SHADER, vertex);
    shader(71, GL_FRAGMENT_SHADER, fragment);
    link();
  }
  void shader(int name, int type, const std::string& source) {
    scene.trace.call("glCreateShader(type)", {en(type)}).returns(name);
    compile(name, source);
    scene.trace.call("glAttachShader(program, shader)", {kProgram, name});
  }
  void compile(int name, const std::string& source) {
    const std::string text = "#version 430 compatibility\n" + source;
    scene.trace.call("glShaderSource(shader, count, string, length)", {name, 1, items({text.c_str()}), null()});
    scene.trace.call("glCompileShader(shader)", {name});
  }
  void link() {
    scene.trace.call("glLinkProgram(program)", {kProgram});
    scene.trace.call("glUseProgram(program)", {kProgram});
  }

  void told(const char* name, int location) {
    scene.trace.call(kGetUniformLocation, {kProgram, name}).returns(location);
  }
  void set(int location, double r, double g, double b) { scene.trace.call(kUniform4f, {location, r, g, b, 1.0}); }

  void resource_name(int interface, int index, const char* name) {
    scene.trace.call(kResourceName, {kProgram, en(interface), index, 64})
        .out(4, items({static_cast<int>(std::strlen(name))}))
        .out(5, name);
  }
  void resource_values(int interface, int index, std::vector<Item> properties, std::vector<Item> values) {
    const auto count = static_cast<int>(properties.size()), room = static_cast<int>(values.size());
    scene.trace.call(kResourceiv, {kProgram, en(interface), index, count, items(std::move(properties)), room, null()})
        .out(7, items(std::move(values)));
  }

  // Makes a buffer with one colour at a binding point.
  void buffer(int target, int binding, float r, float g, float b) {
    const int name = 500 + target % 10 * 10 + binding;
    scene.trace.call("glGenBuffers(n, buffers)", {1}).out(1, items({name}));
    scene.trace.call("glBindBufferBase(target, index, buffer)", {en(target), binding, name});
    scene.trace.call("glBufferData(target, size, data, usage)",
                     {en(target), 16, blob(floats({r, g, b, 1})), en(GL_STATIC_DRAW)});
  }
  // Sets red of the first block to 1, green of the second to 0.2, and blue of the third to 0.4.
  void bind_blocks(const char* call, int target, int first, int second, int third) {
    for (const auto& [index, binding] : {std::pair{first, 3}, {second, 4}, {third, 5}})
      scene.trace.call(call, {kProgram, index, binding});
    buffer(target, 3, 1, 0, 0);
    buffer(target, 4, 0, 0.2F, 0);
    buffer(target, 5, 0, 0, 0.4F);
  }
  void bind_uniform_blocks(int first, int second, int third) {
    bind_blocks("glUniformBlockBinding(program, uniformBlockIndex, uniformBlockBinding)", GL_UNIFORM_BUFFER, first,
                second, third);
  }
  void bind_storage_blocks(int first, int second, int third) {
    bind_blocks("glShaderStorageBlockBinding(program, storageBlockIndex, storageBlockBinding)",
                GL_SHADER_STORAGE_BUFFER, first, second, third);
  }

  // Returns the colour, which must be the same with both drivers, without warnings.
  Pixel middle() {
    scene.fill(kBlueColor).swap();
    write("scene.trace", scene.bytes());
    Pixel found[2];
    const std::vector<std::string> drivers[] = {{}, {"SDL_VIDEO_EGL_DRIVER=" RENUMBERING_DRIVER}};
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = run_with(drivers[i], {"scene.trace", "--strict", "--frame", "0", "-o", "picture.png"});
      EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
      found[i] = outcome.code == 0 ? pixel_of(read_png(path("picture.png")), 2, 2) : Pixel{};
    }
    EXPECT_EQ(found[0], found[1]);
    return found[1];
  }

  ApitraceScene scene;
};

constexpr const char* kAbc = "uniform vec4 a, b, c; void main() { gl_FragColor = vec4(a.r, b.g, c.b, 1); }";
constexpr const char* kUniformBlocks =
    "layout(std140) uniform A { vec4 a; }; layout(std140) uniform B { vec4 b; }; layout(std140) uniform C { vec4 c; "
    "};\n"
    "void main() { gl_FragColor = vec4(a.r, b.g, c.b, 1); }";
constexpr const char* kStorageBlocks =
    "layout(std430) buffer A { vec4 a; }; layout(std430) buffer B { vec4 b; }; layout(std430) buffer C { vec4 c; };\n"
    "void main() { gl_FragColor = vec4(a.r, b.g, c.b, 1); }";
const Pixel kTold = {255, 51, 102, 255};

TEST_F(Renumbering, QueriedLocations) {
  program(kAbc);
  told("c", 0);
  told("a", 1);
  told("b", 2);
  set(1, 1, 0, 0);
  set(2, 0, 0.2, 0);
  set(0, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, DeclaredLocationsThatWereNeverQueried) {
  program(
      "layout(location = 9) uniform vec4 a; uniform vec4 b; layout(location = 3) uniform vec4 c;\n"
      "void main() { gl_FragColor = vec4(a.r, b.g, c.b, 1); }");
  told("b", 8);
  set(9, 1, 0, 0);
  set(8, 0, 0.2, 0);
  set(3, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

// The recorded driver removed the end of the array, which this driver keeps.
TEST_F(Renumbering, DeclaredLocationsAfterAnArrayThatIsLongerHere) {
  program(
      "uniform vec4 a[4]; layout(location = 2) uniform vec4 b; uniform int i;\n"
      "void main() { gl_FragColor = vec4(a[i].r, b.g, 0.4, 1); }");
  told("a[0]", 0);
  set(0, 1, 0, 0);
  set(2, 0, 0.2, 0);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, ElementsOfArrays) {
  program("uniform vec4 a[3]; void main() { gl_FragColor = vec4(a[0].r, a[1].g, a[2].b, 1); }");
  told("a", 20);
  set(22, 0, 0, 0.4);
  set(20, 1, 0, 0);
  set(21, 0, 0.2, 0);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, ElementsOfArraysOfArrays) {
  program("uniform vec4 a[2][2]; void main() { gl_FragColor = vec4(a[0][1].r, a[1][0].g, a[1][1].b, a[0][0].a); }");
  told("a[0][0]", 20);
  set(20, 0, 0, 0);
  set(21, 1, 0, 0);
  set(22, 0, 0.2, 0);
  set(23, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, LocationsAmongTheProperties) {
  program(kAbc);
  const std::pair<const char*, int> order[] = {{"c", 0}, {"a", 1}, {"b", 2}};
  for (int i = 0; i < 3; ++i) {
    resource_values(GL_UNIFORM, i, {en(GL_TYPE), en(GL_BLOCK_INDEX), en(GL_LOCATION)},
                    {GL_FLOAT_VEC4, -1, order[i].second});
    resource_name(GL_UNIFORM, i, order[i].first);
  }
  set(1, 1, 0, 0);
  set(2, 0, 0.2, 0);
  set(0, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, LocationsOfIndicesWhoseNamesAnotherQueryReturned) {
  program(kAbc);
  scene.trace
      .call("glGetUniformIndices(program, uniformCount, uniformNames, uniformIndices)",
            {kProgram, 2, items({"c", "a"})})
      .out(3, items({0, 1}));
  scene.trace
      .call("glGetActiveUniformName(program, uniformIndex, bufSize, length, uniformName)", {kProgram, 2, 64, null()})
      .out(4, "b");
  for (int i = 0; i < 3; ++i) resource_values(GL_UNIFORM, i, {en(GL_LOCATION)}, {40 + i});
  set(41, 1, 0, 0);
  set(42, 0, 0.2, 0);
  set(40, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, LocationsByTheNamesOfResources) {
  program(kAbc);
  for (const auto& [name, location] : {std::pair{"c", 0}, {"a", 1}, {"b", 2}}) {
    scene.trace.call("glGetProgramResourceLocation(program, programInterface, name)", {kProgram, en(GL_UNIFORM), name})
        .returns(location);
  }
  set(1, 1, 0, 0);
  set(2, 0, 0.2, 0);
  set(0, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, QueriedBlocks) {
  program(kUniformBlocks);
  for (const auto& [name, index] : {std::pair{"C", 0}, {"A", 1}, {"B", 2}}) {
    scene.trace.call("glGetUniformBlockIndex(program, uniformBlockName)", {kProgram, name}).returns(index);
  }
  bind_uniform_blocks(1, 2, 0);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, BlocksWhoseNamesWereListed) {
  program(kUniformBlocks);
  for (const auto& [index, name] : {std::pair{0, "A"}, {1, "B"}, {2, "C"}}) {
    scene.trace
        .call("glGetActiveUniformBlockName(program, uniformBlockIndex, bufSize, length, uniformBlockName)",
              {kProgram, index, 64, null()})
        .out(4, name);
  }
  bind_uniform_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, BlocksWhoseNamesWereListedAsResources) {
  program(kUniformBlocks);
  for (const auto& [index, name] : {std::pair{0, "A"}, {1, "B"}, {2, "C"}})
    resource_name(GL_UNIFORM_BLOCK, index, name);
  bind_uniform_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, BlocksOfUniforms) {
  program(kUniformBlocks);
  scene.trace
      .call("glGetUniformIndices(program, uniformCount, uniformNames, uniformIndices)",
            {kProgram, 3, items({"a", "b", "c"})})
      .out(3, items({4, 5, 6}));
  scene.trace
      .call("glGetActiveUniformsiv(program, uniformCount, uniformIndices, pname, params)",
            {kProgram, 3, items({4, 5, 6}), en(GL_UNIFORM_BLOCK_INDEX)})
      .out(4, items({0, 1, 2}));
  bind_uniform_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, BlocksOfUniformsAmongTheProperties) {
  program(kUniformBlocks);
  for (const auto& [index, name] : {std::pair{0, "a"}, {1, "b"}, {2, "c"}}) {
    resource_values(GL_UNIFORM, index, {en(GL_BLOCK_INDEX)}, {index});
    resource_name(GL_UNIFORM, index, name);
  }
  bind_uniform_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, BlocksWhoseMembersWereListed) {
  program(kUniformBlocks);
  for (int i = 0; i < 3; ++i) {
    scene.trace
        .call("glGetActiveUniformBlockiv(program, uniformBlockIndex, pname, params)",
              {kProgram, i, en(GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES)})
        .out(3, items({7 + i}));
  }
  for (const auto& [index, name] : {std::pair{7, "a"}, {8, "b"}, {9, "c"}}) {
    scene.trace
        .call("glGetActiveUniform(program, index, bufSize, length, size, type, name)", {kProgram, index, 64, null()})
        .out(4, items({1}))
        .out(5, items({en(GL_FLOAT_VEC4)}))
        .out(6, name);
  }
  bind_uniform_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, TheBlockThatIsLeft) {
  program(kUniformBlocks);
  for (const auto& [name, index] : {std::pair{"C", 0}, {"A", 1}}) {
    scene.trace.call("glGetUniformBlockIndex(program, uniformBlockName)", {kProgram, name}).returns(index);
  }
  bind_uniform_blocks(1, 2, 0);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, StorageBlocks) {
  program(kStorageBlocks);
  scene.trace
      .call("glGetProgramResourceIndex(program, programInterface, name)", {kProgram, en(GL_SHADER_STORAGE_BLOCK), "A"})
      .returns(0);
  resource_name(GL_SHADER_STORAGE_BLOCK, 1, "B");
  resource_name(GL_BUFFER_VARIABLE, 5, "c");
  resource_values(GL_BUFFER_VARIABLE, 5, {en(GL_BLOCK_INDEX)}, {2});
  bind_storage_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, StorageBlocksWhoseMembersWereListed) {
  program(kStorageBlocks);
  for (const auto& [index, name] : {std::pair{0, "a"}, {1, "b"}, {2, "c"}}) {
    resource_values(GL_SHADER_STORAGE_BLOCK, index, {en(GL_ACTIVE_VARIABLES)}, {10 + index});
    resource_name(GL_BUFFER_VARIABLE, 10 + index, name);
  }
  bind_storage_blocks(0, 1, 2);
  EXPECT_EQ(middle(), kTold);
}

// One subroutine returns red, and one returns green. There is a subroutine uniform for each component.
class RenumberedSubroutines : public Renumbering {
 protected:
  RenumberedSubroutines() {
    program(
        "subroutine vec4 Paint(); subroutine uniform Paint first; subroutine uniform Paint second;\n"
        "subroutine(Paint) vec4 low() { return vec4(0.2); } subroutine(Paint) vec4 full() { return vec4(1); }\n"
        "subroutine(Paint) vec4 some() { return vec4(0.4); }\n"
        "void main() { gl_FragColor = vec4(first().r, second().g, 0.4, 1); }");
  }
  // `first` is at 0 and `second` at 1 here; full is 1 and low is 0.
  void choose() {
    scene.trace.call("glUniformSubroutinesuiv(shadertype, count, indices)", {en(GL_FRAGMENT_SHADER), 2, items({1, 0})});
  }
};

TEST_F(RenumberedSubroutines, ThatWereQueried) {
  for (const auto& [name, index] : {std::pair{"low", 0}, {"full", 1}, {"some", 2}}) {
    scene.trace.call("glGetSubroutineIndex(program, shadertype, name)", {kProgram, en(GL_FRAGMENT_SHADER), name})
        .returns(index);
  }
  for (const auto& [name, location] : {std::pair{"first", 0}, {"second", 1}}) {
    scene.trace
        .call("glGetSubroutineUniformLocation(program, shadertype, name)", {kProgram, en(GL_FRAGMENT_SHADER), name})
        .returns(location);
  }
  choose();
  EXPECT_EQ(middle(), kTold);
}

TEST_F(RenumberedSubroutines, WhoseNamesWereListed) {
  for (const auto& [index, name] : {std::pair{0, "low"}, {1, "full"}, {2, "some"}}) {
    scene.trace
        .call("glGetActiveSubroutineName(program, shadertype, index, bufSize, length, name)",
              {kProgram, en(GL_FRAGMENT_SHADER), index, 64, null()})
        .out(5, name);
  }
  for (const auto& [index, name] : {std::pair{0, "first"}, {1, "second"}}) {
    scene.trace
        .call("glGetActiveSubroutineUniformName(program, shadertype, index, bufSize, length, name)",
              {kProgram, en(GL_FRAGMENT_SHADER), index, 64, null()})
        .out(5, name);
    resource_values(GL_FRAGMENT_SUBROUTINE_UNIFORM, index, {en(GL_LOCATION)}, {index});
  }
  choose();
  EXPECT_EQ(middle(), kTold);
}

TEST_F(RenumberedSubroutines, AsResources) {
  for (const auto& [index, name] : {std::pair{0, "low"}, {1, "full"}})
    resource_name(GL_FRAGMENT_SUBROUTINE, index, name);
  scene.trace
      .call("glGetProgramResourceIndex(program, programInterface, name)",
            {kProgram, en(GL_FRAGMENT_SUBROUTINE), "some"})
      .returns(2);
  for (const auto& [location, name] : {std::pair{0, "first"}, {1, "second"}}) {
    scene.trace
        .call("glGetProgramResourceLocation(program, programInterface, name)",
              {kProgram, en(GL_FRAGMENT_SUBROUTINE_UNIFORM), name})
        .returns(location);
  }
  choose();
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, ALinkGivesNewNumbersToOldNames) {
  program(kAbc);
  told("a", 0);
  told("b", 1);
  told("c", 2);
  set(0, 1, 1, 1);
  link();
  set(0, 1, 0, 0);
  set(1, 0, 0.2, 0);
  set(2, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold) << "the program relies on the old numbers of its names";
}

TEST_F(Renumbering, NumbersBeforeALinkDoNotConflictWithNewOnes) {
  program(kAbc);
  told("a", 0);
  told("b", 1);
  told("c", 2);
  compile(
      71,
      "uniform vec4 c, b; layout(location = 2) uniform vec4 a; void main() { gl_FragColor = vec4(a.r, b.g, c.b, 1); }");
  link();
  told("c", 0);
  set(2, 1, 0, 0);
  set(1, 0, 0.2, 0);
  set(0, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

// A program that transform feedback uses cannot be linked.
TEST_F(Renumbering, ALinkThatIsRefusedKeepsNumbers) {
  scene.trace.call("glCreateProgram()", {}).returns(kProgram);
  shader(70, GL_VERTEX_SHADER, "out vec4 v; void main() { v = gl_Position = gl_Vertex; }");
  shader(71, GL_FRAGMENT_SHADER, kAbc);
  scene.trace.call("glTransformFeedbackVaryings(program, count, varyings, bufferMode)",
                   {kProgram, 1, items({"v"}), en(GL_INTERLEAVED_ATTRIBS)});
  link();
  told("a", 0);
  told("b", 1);
  told("c", 2);
  buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0, 0, 0);
  scene.trace.call("glBeginTransformFeedback(primitiveMode)", {en(GL_TRIANGLES)});
  scene.trace.call("glLinkProgram(program)", {kProgram});
  scene.trace.call("glGetError()", {}).returns(en(GL_INVALID_OPERATION));
  set(0, 1, 0, 0);
  set(1, 0, 0.2, 0);
  scene.trace.call("glEndTransformFeedback()", {});
  set(2, 0, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

// The program queries the location of its only attribute after it has set everything else.
class RenumberedAttributes : public Renumbering {
 protected:
  static constexpr const char* kVertex =
      "in vec4 shade, tint; out vec4 v; void main() { v = vec4(shade.r, 0, tint.b, 1); gl_Position = gl_Vertex; }";

  void attribute(const char* name, int location, double r, double b) {
    scene.trace.call(kGetAttribLocation, {kProgram, name}).returns(location);
    scene.trace.call("glVertexAttrib4f(index, x, y, z, w)", {location, r, 0.0, b, 1.0});
  }
};

TEST_F(RenumberedAttributes, KeepTheUniformsThatWereSetBefore) {
  program(
      "in vec4 v; uniform vec4 a[2]; layout(std140) uniform A { vec4 b; }; layout(std140) uniform B { vec4 c; };\n"
      "void main() { gl_FragColor = vec4(v.r * a[1].r, b.g, v.b * c.b, 1); }",
      kVertex);
  told("a[0]", 3);
  set(4, 1, 0, 0);
  for (const auto& [name, index] : {std::pair{"A", 0}, {"B", 1}}) {
    scene.trace.call("glGetUniformBlockIndex(program, uniformBlockName)", {kProgram, name}).returns(index);
    scene.trace.call("glUniformBlockBinding(program, uniformBlockIndex, uniformBlockBinding)",
                     {kProgram, index, 3 + index});
  }
  buffer(GL_UNIFORM_BUFFER, 3, 0, 0.2F, 0);
  buffer(GL_UNIFORM_BUFFER, 4, 0, 0, 1);
  attribute("tint", 5, 0, 0.4);
  attribute("shade", 2, 1, 0);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(RenumberedAttributes, KeepUniformsOfEveryType) {
  program(
      "in vec4 v; uniform mat3x2 m; uniform dmat2 e; uniform ivec2 i; uniform uvec3 u; uniform bvec2 t; uniform dvec2 "
      "d;\n"
      "uniform sampler2D s; uniform float f[3];\n"
      "void main() { bool all = m[2][1] == 0.5 && e[1][0] == 2.0 && i.y == -3 && u.z == 7u && t.y && d.y == 0.25 && "
      "f[2] == 4.0;\n"
      "  gl_FragColor = vec4(all ? 1 : 0, 0.2 + texture(s, vec2(0)).r, v.b, 1); }",
      kVertex);
  int location = 10;
  for (const char* name : {"m", "e", "i", "u", "t", "d", "f"}) told(name, location++);
  scene.trace.call("glUniformMatrix3x2fv(location, count, transpose, value)",
                   {10, 1, en(0), items({real(0), real(0), real(0), real(0), real(0), real(0.5)})});
  scene.trace.call("glUniformMatrix2dv(location, count, transpose, value)",
                   {11, 1, en(0), items({real(0), real(0), real(2), real(0)})});
  scene.trace.call("glUniform2i(location, v0, v1)", {12, 0, -3});
  scene.trace.call("glUniform3ui(location, v0, v1, v2)", {13, 0, 0, 7});
  scene.trace.call("glUniform2i(location, v0, v1)", {14, 0, 1});
  scene.trace.call("glUniform2d(location, x, y)", {15, real(0), real(0.25)});
  scene.trace.call("glUniform1fv(location, count, value)", {16, 3, items({real(0), real(0), real(4)})});
  attribute("tint", 5, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(RenumberedAttributes, AreFoundAfterTheShadersAreDetached) {
  program("in vec4 v; void main() { gl_FragColor = vec4(v.r, 0.2, v.b, 1); }", kVertex);
  for (const int name : {70, 71}) {
    scene.trace.call("glDetachShader(program, shader)", {kProgram, name});
    scene.trace.call("glDeleteShader(shader)", {name});
  }
  attribute("tint", 5, 0, 0.4);
  attribute("shade", 2, 1, 0);
  EXPECT_EQ(middle(), kTold);
}

// Two vertex shaders would not link.
TEST_F(RenumberedAttributes, DetachedShadersAreNotLinkedAgain) {
  program("in vec4 v; void main() { gl_FragColor = vec4(0, 0, v.b, 1); }", kVertex);
  for (const int name : {70, 71}) scene.trace.call("glDetachShader(program, shader)", {kProgram, name});
  shader(72, GL_VERTEX_SHADER, "in vec4 tint; out vec4 w; void main() { w = tint; gl_Position = gl_Vertex; }");
  shader(73, GL_FRAGMENT_SHADER, "in vec4 w; void main() { gl_FragColor = vec4(1, 0.2, w.b, 1); }");
  link();
  attribute("tint", 3, 0, 0.4);
  EXPECT_EQ(middle(), kTold);
}

TEST_F(RenumberedAttributes, AmongTheProperties) {
  program("in vec4 v; void main() { gl_FragColor = vec4(v.r, 0.2, v.b, 1); }", kVertex);
  for (const auto& [index, name, location] : {std::tuple{0, "tint", 5}, {1, "shade", 2}}) {
    resource_values(GL_PROGRAM_INPUT, index, {en(GL_LOCATION)}, {location});
    resource_name(GL_PROGRAM_INPUT, index, name);
  }
  scene.trace.call("glVertexAttrib4f(index, x, y, z, w)", {5, 0.0, 0.0, 0.4, 1.0});
  scene.trace.call("glVertexAttrib4f(index, x, y, z, w)", {2, 1.0, 0.0, 0.0, 1.0});
  EXPECT_EQ(middle(), kTold);
}

TEST_F(Renumbering, QueriedOutputs) {
  program("out vec4 shown, hidden; void main() { shown = vec4(1, 0.2, 0.4, 1); hidden = vec4(0); }");
  for (const auto& [name, location] : {std::pair{"shown", 0}, {"hidden", 1}}) {
    scene.trace.call("glGetFragDataLocation(program, name)", {kProgram, name}).returns(location);
  }
  EXPECT_EQ(middle(), kTold);
}

}  // namespace
}  // namespace replay
