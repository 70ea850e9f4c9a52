// What each policy passes to GL, and what it does not pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using glbindings::FunctionId;

struct Seen {
  int calls = 0;
  GLuint name = 0;
  GLint location = 0;
  const void* pointer = nullptr;
  std::vector<GLuint> names;
  std::string bytes;
  std::vector<float> floats;
};
Seen seen;

class Policies : public testing::Test {
 protected:
  Policies() {
    seen = {};
    gl.table.BindTexture = [](GLenum, GLuint name) {
      ++seen.calls;
      seen.name = name;
    };
    gl.table.GenTextures = [](GLsizei n, GLuint* names) {
      for (GLsizei i = 0; i < n; ++i) names[i] = 100 + static_cast<GLuint>(i);
    };
    gl.table.DeleteTextures = [](GLsizei n, const GLuint* names) { seen.names.assign(names, names + n); };
    gl.table.FramebufferTexture2D = [](GLenum, GLenum, GLenum, GLuint name, GLint) {
      ++seen.calls;
      seen.name = name;
    };
  }
  FakeGl gl;
};

TEST_F(Policies, NamesOfGenReachTheMap) {
  gl.issue(FunctionId::glGenTextures, {sint(2), gl.calls.names({7, 9})});
  EXPECT_EQ(gl.context.map(Kind::kTexture).find(7), 100u);
  EXPECT_EQ(gl.context.map(Kind::kTexture).find(9), 101u);
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(9)});
  EXPECT_EQ(seen.name, 101u);
}

TEST_F(Policies, NameZeroStaysZero) {
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(0)});
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.name, 0u);
}

TEST_F(Policies, BindingAnUnknownNameMakesTheObjectOnce) {
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(4000000000u)});
  EXPECT_EQ(seen.name, 100u);
  gl.table.GenTextures = nullptr;
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(4000000000u)});
  EXPECT_EQ(seen.name, 100u);
  EXPECT_FALSE(gl.skipped());
}

TEST_F(Policies, UsingAnUnknownNameIsSkipped) {
  gl.issue(FunctionId::glFramebufferTexture2D,
           {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(5), sint(0)});
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kUnknownName);
}

TEST_F(Policies, DeletedNamesAreTranslatedAndForgotten) {
  gl.context.map(Kind::kTexture).set(7, 70);
  gl.issue(FunctionId::glDeleteTextures, {sint(2), gl.calls.names({7, 8})});
  EXPECT_EQ(seen.names, (std::vector<GLuint>{70, 0}));
  EXPECT_EQ(gl.context.map(Kind::kTexture).find(7), 0u);
}

TEST_F(Policies, MoreNamesThanRecordedAreNotRead) {
  gl.issue(FunctionId::glDeleteTextures, {sint(2147483647), gl.calls.names({7})});
  EXPECT_TRUE(seen.names.empty());
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

TEST_F(Policies, AnAddressIsNotAnArray) {
  gl.issue(FunctionId::glDeleteTextures, {sint(1), pointer(0x7fff12345678)});
  EXPECT_TRUE(seen.names.empty());
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
}

TEST_F(Policies, NegativeCountsAreLeftToGl) {
  gl.table.DeleteTextures = [](GLsizei n, const GLuint*) { seen.calls = n; };
  gl.issue(FunctionId::glDeleteTextures, {sint(-1), gl.calls.names({7})});
  EXPECT_EQ(seen.calls, -1);
}

TEST_F(Policies, FunctionsThatTheDriverLacksAreCounted) {
  gl.issue(FunctionId::glBindSampler, {uint(0), uint(0)});
  gl.issue(FunctionId::glBindSampler, {uint(0), uint(0)});
  EXPECT_EQ(gl.skipped(), Skip::kNoEntryPoint);
}

TEST_F(Policies, WithoutAContextNothingIsIssued) {
  gl.dispatcher.context = nullptr;
  gl.table = GladGLContext{};
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(0)});
  EXPECT_EQ(gl.skipped(), Skip::kNoContext);
}

// Arrays

TEST_F(Policies, ArraysOfTheRightLengthArePassedOn) {
  gl.table.Uniform2fv = [](GLint, GLsizei count, const GLfloat* v) { seen.floats.assign(v, v + 2 * count); };
  gl.issue(FunctionId::glUniform2fv, {sint(0), sint(2), gl.calls.floats({1, 2, 3, 4})});
  EXPECT_EQ(seen.floats, (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(Policies, ArraysThatAreTooShortAreNotPassedOn) {
  gl.table.Uniform2fv = [](GLint, GLsizei, const GLfloat*) { ++seen.calls; };
  gl.issue(FunctionId::glUniform2fv, {sint(0), sint(3), gl.calls.floats({1, 2, 3, 4})});
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

TEST_F(Policies, MatricesCountSixteenValues) {
  gl.table.UniformMatrix4fv = [](GLint, GLsizei, GLboolean, const GLfloat*) { ++seen.calls; };
  gl.issue(FunctionId::glUniformMatrix4fv, {sint(0), sint(1), uint(0), gl.calls.floats({1, 2, 3, 4})});
  EXPECT_EQ(seen.calls, 0);
}

TEST_F(Policies, ParametersByPnameArePaddedWithZeros) {
  gl.table.TexParameterfv = [](GLenum, GLenum, const GLfloat* v) { seen.floats.assign(v, v + 4); };
  gl.issue(FunctionId::glTexParameterfv, {uint(GL_TEXTURE_2D), uint(GL_TEXTURE_BORDER_COLOR), gl.calls.floats({0.5f})});
  EXPECT_EQ(seen.floats, (std::vector<float>{0.5f, 0, 0, 0}));
}

TEST_F(Policies, UnalignedBlobsAreAligned) {
  gl.table.Uniform1fv = [](GLint, GLsizei, const GLfloat* v) {
    seen.pointer = v;
    seen.floats.assign(v, v + 1);
  };
  const float value = 2.5f;
  std::string bytes(1 + sizeof value, 'x');
  std::memcpy(bytes.data() + 1, &value, sizeof value);
  loaders::Value blob = gl.calls.blob(bytes);
  blob.p = static_cast<const std::byte*>(blob.p) + 1;
  blob.count = sizeof value;
  gl.issue(FunctionId::glUniform1fv, {sint(0), sint(1), blob});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen.pointer) % alignof(float), 0u);
  EXPECT_EQ(seen.floats, (std::vector<float>{2.5f}));
}

// Uniform locations

TEST_F(Policies, LocationsFollowTheCurrentProgram) {
  gl.table.Uniform1i = [](GLint location, GLint) { seen.location = location; };
  gl.context.group->add_program(3, 30);
  gl.context.group->find_program(3)->uniforms.keep(5, 17, false);
  gl.context.program = 3;
  gl.context.find_uniform_program();
  gl.issue(FunctionId::glUniform1i, {sint(5), sint(1)});
  EXPECT_EQ(seen.location, 17);
  gl.issue(FunctionId::glUniform1i, {sint(-1), sint(1)});
  EXPECT_EQ(seen.location, -1);
}

TEST_F(Policies, LocationsFollowANamedProgram) {
  gl.table.ProgramUniform1i = [](GLuint program, GLint location, GLint) {
    seen.name = program;
    seen.location = location;
  };
  gl.context.map(Kind::kProgram).set(3, 30);
  gl.context.group->add_program(3, 30);
  gl.context.group->find_program(3)->uniforms.keep(5, 17, false);
  gl.issue(FunctionId::glProgramUniform1i, {uint(3), sint(5), sint(1)});
  EXPECT_EQ(seen.name, 30u);
  EXPECT_EQ(seen.location, 17);
}

// Buffers, offsets and client memory

TEST_F(Policies, IndicesAreAnOffsetWhileAnElementBufferIsBound) {
  gl.table.DrawElements = [](GLenum, GLsizei, GLenum, const void* indices) { seen.pointer = indices; };
  gl.context.bind(BufferTarget::kElementArray, 4);
  gl.issue(FunctionId::glDrawElements, {uint(GL_TRIANGLES), sint(3), uint(GL_UNSIGNED_SHORT), pointer(24)});
  EXPECT_EQ(seen.pointer, reinterpret_cast<const void*>(24));
}

TEST_F(Policies, IndicesInClientMemoryMustBeRecorded) {
  gl.table.DrawElements = [](GLenum, GLsizei, GLenum, const void* indices) {
    ++seen.calls;
    seen.pointer = indices;
  };
  gl.issue(FunctionId::glDrawElements, {uint(GL_TRIANGLES), sint(3), uint(GL_UNSIGNED_SHORT), pointer(24)});
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
  gl.dispatcher.skips.clear();
  gl.issue(FunctionId::glDrawElements, {uint(GL_TRIANGLES), sint(4), uint(GL_UNSIGNED_SHORT), gl.calls.blob("123456")});
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
  EXPECT_EQ(seen.calls, 0);
  const loaders::Value indices = gl.calls.blob("123456");
  gl.issue(FunctionId::glDrawElements, {uint(GL_TRIANGLES), sint(3), uint(GL_UNSIGNED_SHORT), indices});
  EXPECT_EQ(seen.pointer, indices.p);
}

TEST_F(Policies, AnArrayPointerWithoutABufferIsNeverAnAddress) {
  gl.table.VertexAttribPointer = [](GLuint, GLint, GLenum, GLboolean, GLsizei, const void*) { ++seen.calls; };
  gl.issue(FunctionId::glVertexAttribPointer,
           {uint(0), sint(3), uint(GL_FLOAT), uint(0), sint(0), pointer(0x7fff12345678)});
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
}

TEST_F(Policies, BufferDataNeedsAllItsBytes) {
  gl.table.BufferData = [](GLenum, GLsizeiptr size, const void* data, GLenum) {
    ++seen.calls;
    seen.bytes.assign(static_cast<const char*>(data), data == nullptr ? 0 : static_cast<std::size_t>(size));
  };
  gl.issue(FunctionId::glBufferData, {uint(GL_ARRAY_BUFFER), sint(4), gl.calls.blob("abcd"), uint(GL_STATIC_DRAW)});
  EXPECT_EQ(seen.bytes, "abcd");
  gl.issue(FunctionId::glBufferData, {uint(GL_ARRAY_BUFFER), sint(4), null(), uint(GL_STATIC_DRAW)});
  EXPECT_EQ(seen.calls, 2);
  gl.issue(FunctionId::glBufferData, {uint(GL_ARRAY_BUFFER), sint(5), gl.calls.blob("abcd"), uint(GL_STATIC_DRAW)});
  EXPECT_EQ(seen.calls, 2);
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

// Images

class Images : public Policies {
 protected:
  Images() {
    gl.table.TexImage2D = [](GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void* pixels) {
      ++seen.calls;
      seen.pointer = pixels;
    };
  }
  void upload(int width, int height, loaders::Value pixels) {
    gl.issue(FunctionId::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGB8), sint(width), sint(height), sint(0),
                                        uint(GL_RGB), uint(GL_UNSIGNED_BYTE), pixels});
  }
};

TEST_F(Images, WholeImagesArePassedOn) {
  const loaders::Value pixels = gl.calls.blob(std::string(12 + 9, 'p'));  // rows of 9 bytes, aligned to 4
  upload(3, 2, pixels);
  EXPECT_EQ(seen.pointer, pixels.p);
}

TEST_F(Images, WhatARecorderLeftOutIsZero) {
  gl.table.TexImage2D = [](GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void* pixels) {
    seen.bytes.assign(static_cast<const char*>(pixels), 12 + 9);
  };
  upload(3, 2, gl.calls.blob(std::string(18, 'p')));
  EXPECT_EQ(seen.bytes, std::string(18, 'p') + std::string(3, '\0'));
}

TEST_F(Images, AHugeImageOfAFewBytesIsSkipped) {
  upload(65536, 32768, gl.calls.blob("0123456789"));
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kTooMuchStorage);
}

TEST_F(Images, WithAnUnpackBufferTheMemoryIsAnOffset) {
  gl.context.bind(BufferTarget::kPixelUnpack, 4);
  upload(2048, 2048, gl.calls.blob("0"));  // the recorder mistook offset 0 for an address
  EXPECT_EQ(seen.pointer, nullptr);
  upload(16, 16, pointer(64));
  EXPECT_EQ(seen.pointer, reinterpret_cast<const void*>(64));
  EXPECT_EQ(seen.calls, 2);
}

TEST_F(Images, AnAddressIsNotAnImage) {
  upload(4, 4, pointer(0x7fff12345678));
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
}

TEST_F(Images, ReadbacksGoToScratchMemoryOrTheBoundBuffer) {
  gl.table.ReadPixels = [](GLint, GLint, GLsizei w, GLsizei h, GLenum, GLenum, void* pixels) {
    seen.pointer = pixels;
    if (seen.calls++ == 0) std::memset(pixels, 1, static_cast<std::size_t>(4 * w * h));
  };
  gl.issue(FunctionId::glReadPixels,
           {sint(0), sint(0), sint(64), sint(64), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(0x7fff12345678)});
  EXPECT_NE(seen.pointer, reinterpret_cast<const void*>(0x7fff12345678));
  gl.context.bind(BufferTarget::kPixelPack, 4);
  gl.issue(FunctionId::glReadPixels,
           {sint(0), sint(0), sint(64), sint(64), uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), pointer(16)});
  EXPECT_EQ(seen.pointer, reinterpret_cast<const void*>(16));
}

// GL would clip the read-back to the framebuffer and write the rest through an invalid pointer.
TEST_F(Images, AReadbackThatIsLargerThanMemoryIsSkipped) {
  gl.table.ReadPixels = [](GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*) { ++seen.calls; };
  constexpr int kHuge = 0x7ffffffc;
  gl.issue(FunctionId::glReadPixels,
           {sint(0), sint(0), sint(kHuge), sint(kHuge), uint(GL_RG), uint(GL_UNSIGNED_BYTE), pointer(0x1000)});
  EXPECT_EQ(seen.calls, 0);
  EXPECT_EQ(gl.skipped(), Skip::kBadValue);
}

// Syncs and results

TEST_F(Policies, SyncsAreTranslatedAsHandles) {
  static int live_sync;
  gl.table.FenceSync = [](GLenum, GLbitfield) { return reinterpret_cast<GLsync>(&live_sync); };
  gl.table.WaitSync = [](GLsync sync, GLbitfield, GLuint64) { seen.pointer = sync; };
  gl.issue_with_result(FunctionId::glFenceSync, {uint(GL_SYNC_GPU_COMMANDS_COMPLETE), uint(0)}, pointer(0x1234));
  gl.issue(FunctionId::glWaitSync, {pointer(0x1234), uint(0), uint(GL_TIMEOUT_IGNORED)});
  EXPECT_EQ(seen.pointer, &live_sync);
  gl.issue(FunctionId::glWaitSync, {pointer(0x9999), uint(0), uint(GL_TIMEOUT_IGNORED)});
  EXPECT_EQ(gl.skipped(), Skip::kUnknownName);
}

TEST_F(Policies, CreatedProgramsGetTheirRecordedName) {
  gl.table.CreateProgram = [] { return GLuint{55}; };
  gl.issue_with_result(FunctionId::glCreateProgram, {}, uint(3));
  EXPECT_EQ(gl.context.map(Kind::kShader).find(3), 55u) << "programs and shaders have one name space";
  EXPECT_EQ(gl.context.group->find_program(3)->live, 55u);
}

TEST_F(Policies, ADeletedShaderCanStillBeDetached) {
  gl.table.DeleteShader = [](GLuint) {};
  gl.table.DetachShader = [](GLuint, GLuint shader) { seen.name = shader; };
  gl.context.map(Kind::kProgram).set(1, 10);
  gl.context.map(Kind::kShader).set(2, 20);
  gl.issue(FunctionId::glDeleteShader, {uint(2)});
  gl.issue(FunctionId::glDetachShader, {uint(1), uint(2)});
  EXPECT_EQ(seen.name, 20u);
}

TEST_F(Policies, UnknownFunctionsAreCounted) {
  gl.issue(FunctionId::kUnknown, {uint(1)});
  EXPECT_EQ(gl.skipped(), Skip::kUnknownFunction);
}

// Stands for every function of GL. It may be called with any arguments, because the caller removes them from the stack.
std::uint64_t answer_nothing() { return 0; }

// Returns whether the function reads arrays only, and the length of each array is another argument.
bool reads_a_count(const glbindings::Signature& signature) {
  bool has_array = false;
  for (const glbindings::ParamInfo& param : signature.params()) {
    if (param.indirection == 0) continue;
    const auto is_length = [&](const glbindings::ParamInfo& other) {
      return other.indirection == 0 && other.name() == std::string_view(param.len());
    };
    const bool is_text = param.type == glbindings::Type::kChar && param.indirection == 1;
    if (!param.is_const || is_text || std::none_of(signature.params().begin(), signature.params().end(), is_length))
      return false;
    has_array = true;
  }
  return has_array;
}

TEST_F(Policies, EmptyArraysAtNullArePassedOnByAllFunctions) {
  for (std::size_t at = 0; at + sizeof(void*) <= sizeof gl.table; at += sizeof(void*)) {
    const auto function = &answer_nothing;
    std::memcpy(reinterpret_cast<std::byte*>(&gl.table) + at, &function, sizeof function);
  }
  int tried = 0;
  for (std::size_t id = 1; id < static_cast<std::size_t>(FunctionId::kCount); ++id) {
    const auto function = static_cast<FunctionId>(id);
    const glbindings::Signature& signature = glbindings::signature(function);
    if (!std::string_view(signature.name()).starts_with("gl") || !reads_a_count(signature)) continue;
    std::vector<loaders::Value> arguments;
    for (const glbindings::ParamInfo& param : signature.params())
      arguments.push_back(param.indirection == 0 ? uint(0) : null());
    gl.dispatcher.skips.clear();
    gl.issue(function, arguments);
    const auto skipped = gl.skipped();
    if (skipped == Skip::kUnsupported || skipped == Skip::kDriverBinary) continue;
    ++tried;
    EXPECT_EQ(skipped, std::nullopt) << signature.name() << ": " << (skipped ? skip_reason(*skipped) : "");
  }
  EXPECT_GT(tried, 50);
}
}  // namespace
}  // namespace replay
