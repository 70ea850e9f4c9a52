#include "tests/replay/commands/scene.h"

#include <glad/gl.h>

#include <bit>
#include <fstream>
#include <stdexcept>

namespace replay {
namespace {

using tests::list;
using tests::little_endian;

constexpr const char* kPrototypes[] = {
    "glXCreateContextAttribsARB(Ptr, Ptr, Ptr, Bool, Int[]) -> Ptr",
    "glXMakeCurrent(Ptr, UnsignedInt, Ptr) -> Bool",
    "glXDestroyContext(Ptr, Ptr)",
    "glXSwapBuffers(Ptr, UnsignedInt)",
    "wip15DrawableSize(Int, Int)",
    "wip15BeginTest(String)",
    "wip15EndTest()",
    "wip15TestFB(String, Data, Data)",
    "wip15ExpectPropertyi64(UnsignedInt, UnsignedInt, String, UnsignedInt, Int)",
    "fooUnknown()",
    "glViewport(Int, Int, Int, Int)",
    "glScissor(Int, Int, Int, Int)",
    "glEnable(UnsignedInt)",
    "glBlendFunc(UnsignedInt, UnsignedInt)",
    "glDepthMask(Bool)",
    "glDisable(UnsignedInt)",
    "glClearColor(Float, Float, Float, Float)",
    "glClear(UnsignedInt)",
    "glGetError() -> UnsignedInt",
    "glDrawArrays(UnsignedInt, Int, Int)",
    "glDrawElements(UnsignedInt, Int, UnsignedInt, Ptr)",
    "glCreateShader(UnsignedInt) -> UnsignedInt",
    "glShaderSource(UnsignedInt, Int, String[], Int[])",
    "glCompileShader(UnsignedInt)",
    "glCreateProgram() -> UnsignedInt",
    "glAttachShader(UnsignedInt, UnsignedInt)",
    "glLinkProgram(UnsignedInt)",
    "glGetProgramiv(UnsignedInt, UnsignedInt, Int[])",
    "glCheckFramebufferStatus(UnsignedInt) -> UnsignedInt",
    "glUseProgram(UnsignedInt)",
    "glGetUniformLocation(UnsignedInt, String) -> Int",
    "glUniform4f(Int, Float, Float, Float, Float)",
    "glUniform4fv(Int, Int, Float[])",
    "glUniform1i(Int, Int)",
    "glUniformBlockBinding(UnsignedInt, UnsignedInt, UnsignedInt)",
    "glGenVertexArrays(Int, UnsignedInt[])",
    "glBindVertexArray(UnsignedInt)",
    "glEnableVertexAttribArray(UnsignedInt)",
    "glVertexAttribPointer(UnsignedInt, Int, UnsignedInt, Bool, Int, Ptr)",
    "glGenBuffers(Int, UnsignedInt[])",
    "glBindBuffer(UnsignedInt, UnsignedInt)",
    "glBindBufferBase(UnsignedInt, UnsignedInt, UnsignedInt)",
    "glBufferData(UnsignedInt, Int, Data, UnsignedInt)",
    "glMapBuffer(UnsignedInt, UnsignedInt) -> Ptr",
    "glMapBufferRange(UnsignedInt, Int, Int, UnsignedInt) -> Ptr",
    "glUnmapBuffer(UnsignedInt) -> Bool",
    "glGenTextures(Int, UnsignedInt[])",
    "glBindTexture(UnsignedInt, UnsignedInt)",
    "glActiveTexture(UnsignedInt)",
    "glGenerateMipmap(UnsignedInt)",
    "glTexImage2D(UnsignedInt, Int, Int, Int, Int, Int, UnsignedInt, UnsignedInt, Data)",
    "glTexParameteri(UnsignedInt, UnsignedInt, Int)",
    "glGenFramebuffers(Int, UnsignedInt[])",
    "glBindFramebuffer(UnsignedInt, UnsignedInt)",
    "glCopyTexSubImage2D(UnsignedInt, Int, Int, Int, Int, Int, Int, Int)",
    "glDispatchCompute(UnsignedInt, UnsignedInt, UnsignedInt)",
    "glBindImageTexture(UnsignedInt, UnsignedInt, Int, Bool, Int, UnsignedInt, UnsignedInt)",
    "glTransformFeedbackVaryings(UnsignedInt, Int, String[], UnsignedInt)",
    "glBeginTransformFeedback(UnsignedInt)",
    "glEndTransformFeedback()",
    "glFramebufferTexture2D(UnsignedInt, UnsignedInt, UnsignedInt, UnsignedInt, Int)",
};

constexpr int kDisplay = 0x10, kConfig = 0x20;

constexpr const char* kFillTheWindow =
    "void main() { gl_Position = vec4(ivec2(gl_VertexID & 1, gl_VertexID >> 1) * 4 - 1, 0, 1); }\n";

std::string text(const std::string& name) { return little_endian(name.size(), 4) + name; }

}  // namespace

Scene::Scene(tests::Generation generation) : trace(generation) {
  for (const char* prototype : kPrototypes) trace.declare(prototype);
}

Scene& Scene::context(std::uint64_t handle, std::uint64_t share, int major, int minor) {
  trace
      .call("glXCreateContextAttribsARB",
            {kDisplay, kConfig, share, 1, list({0x2091, major, 0x2092, minor, 0x9126, 1, 0})})
      .returns(handle);
  return *this;
}

Scene& Scene::make_current(std::uint64_t window, std::uint64_t context) {
  trace.call("glXMakeCurrent", {kDisplay, window, context}).returns(1);
  return *this;
}

Scene& Scene::make_current_sized(int width, int height, std::uint64_t window, std::uint64_t context) {
  make_current(window, context);
  trace.extra("replay/glXMakeCurrent/drawable_size", little_endian(static_cast<std::uint64_t>(width), 4) +
                                                         little_endian(static_cast<std::uint64_t>(height), 4));
  return *this;
}

Scene& Scene::told(int width, int height) {
  trace.call("wip15DrawableSize", {width, height});
  return *this;
}

Scene& Scene::viewport(int width, int height) {
  trace.call("glViewport", {0, 0, width, height});
  return *this;
}

Scene& Scene::clear(const Color& color) {
  trace.call("glClearColor", {color.red, color.green, color.blue, 1});
  trace.call("glClear", {GL_COLOR_BUFFER_BIT});
  return *this;
}

Scene& Scene::clear_left(int columns, int height, const Color& color) {
  trace.call("glScissor", {0, 0, columns, height});
  trace.call("glEnable", {GL_SCISSOR_TEST});
  clear(color);
  trace.call("glDisable", {GL_SCISSOR_TEST});
  return *this;
}

Scene& Scene::swap(std::uint64_t window) {
  trace.call("glXSwapBuffers", {kDisplay, window});
  return *this;
}

Scene& Scene::program(const std::string& fragment, const std::vector<Fact>& facts, const std::string& vertex) {
  const std::pair<int, std::string> shaders[] = {{GL_VERTEX_SHADER, vertex.empty() ? kFillTheWindow : vertex},
                                                 {GL_FRAGMENT_SHADER, fragment}};
  trace.call("glCreateProgram", {}).returns(kProgram);
  int name = kShader;
  for (const auto& [stage, source] : shaders) {
    trace.call("glCreateShader", {stage}).returns(++name);
    trace.call("glShaderSource", {name, 1, list({"#version 330 core\n" + source}), list({})});
    trace.call("glCompileShader", {name});
    trace.call("glAttachShader", {kProgram, name});
  }
  trace.call("glLinkProgram", {kProgram});
  for (const Fact& fact : facts) {
    trace.extra("replay/program/" + fact.kind, little_endian(fact.number, 4) + little_endian(0, 4) + text(fact.name));
  }
  trace.call("glUseProgram", {kProgram});
  trace.call("glGenVertexArrays", {1, list({kVertexArray})});
  trace.call("glBindVertexArray", {kVertexArray});
  return *this;
}

Scene& Scene::draw() {
  trace.call("glDrawArrays", {GL_TRIANGLES, 0, 3});
  return *this;
}

Scene& Scene::buffer(std::uint32_t name, std::uint32_t target, const std::string& bytes) {
  trace.call("glGenBuffers", {1, list({name})});
  trace.call("glBindBuffer", {target, name});
  trace.call("glBufferData", {target, bytes.size(), bytes, GL_STATIC_DRAW});
  return *this;
}

std::string Scene::bytes() {
  const auto bytes = trace.file();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::filesystem::path Scene::write(const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << bytes();
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
  return path;
}

std::string floats(std::initializer_list<float> values) {
  std::string bytes;
  for (const float value : values) bytes += little_endian(std::bit_cast<std::uint32_t>(value), 4);
  return bytes;
}

}  // namespace replay
