// Hostile calls over fake GL functions that refuse calls as GL does. GL must only get memory that the file has.
#include <gtest/gtest.h>

#include <vector>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using glbindings::FunctionId;

// A GL that refuses every call while `refuses` is set, as GL does inside glBegin.
struct Refusing {
  bool refuses = false;
  GLuint unpack_buffer = 0;
  GLint row_length = 0;
  int uploads = 0;
  std::vector<const void*> pointers;
  float* feedback = nullptr;
};
Refusing state;

class HostileDispatch : public testing::Test {
 protected:
  HostileDispatch() {
    state = {};
    gl.table.GetIntegerv = [](GLenum name, GLint* value) {
      if (state.refuses) return;
      if (name == GL_PIXEL_UNPACK_BUFFER_BINDING) *value = static_cast<GLint>(state.unpack_buffer);
      else if (name == GL_UNPACK_ROW_LENGTH) *value = state.row_length;
      else if (name == GL_UNPACK_ALIGNMENT) *value = 4;
      else *value = 0;
    };
    gl.table.BindBuffer = [](GLenum target, GLuint name) {
      if (!state.refuses && target == GL_PIXEL_UNPACK_BUFFER) state.unpack_buffer = name;
    };
    gl.table.PixelStorei = [](GLenum name, GLint value) {
      if (!state.refuses && name == GL_UNPACK_ROW_LENGTH) state.row_length = value;
    };
    gl.table.TexImage2D = [](GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void* pixels) {
      ++state.uploads;
      state.pointers.push_back(pixels);
    };
    gl.context.map(Kind::kBuffer).set(5, 50);
  }
  void upload(loaders::Value pixels, GLenum format = GL_RGBA) {
    gl.issue(FunctionId::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGBA8), sint(4), sint(4), sint(0),
                                        uint(format), uint(GL_UNSIGNED_BYTE), pixels});
  }
  FakeGl gl;
};

TEST_F(HostileDispatch, APointerIsNoOffsetIntoABufferThatGlDidNotBind) {
  state.refuses = true;
  gl.issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_UNPACK_BUFFER), uint(5)});
  state.refuses = false;
  upload(pointer(0x12345678));
  EXPECT_EQ(state.uploads, 0);
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
}

TEST_F(HostileDispatch, ARowLengthThatGlRefusedIsNotUsed) {
  gl.issue(FunctionId::glPixelStorei, {uint(GL_UNPACK_ROW_LENGTH), sint(50'000'000)});
  state.refuses = true;
  gl.issue(FunctionId::glPixelStorei, {uint(GL_UNPACK_ROW_LENGTH), sint(0)});
  state.refuses = false;
  upload(gl.calls.blob(std::string(64, 'p')));
  EXPECT_EQ(state.uploads, 0);
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

TEST_F(HostileDispatch, AnUnknownFormatGetsNoMemory) {
  upload(gl.calls.blob("abc"), 0x1234);
  EXPECT_EQ(state.pointers, (std::vector<const void*>{nullptr})) << "GL refuses the call";
}

TEST_F(HostileDispatch, TextIsNoNumber) {
  gl.table.BindTexture = [](GLenum, GLuint) { ++state.uploads; };
  gl.issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), gl.calls.string("seven")});
  gl.issue(FunctionId::glBindBuffer, {gl.calls.blob("here"), uint(5)});
  EXPECT_EQ(state.uploads, 0);
  EXPECT_EQ(gl.skipped(), Skip::kBadValue);
}

TEST_F(HostileDispatch, AnArrayOfValuesIsNoArrayOfNumbers) {
  gl.table.Uniform4fv = [](GLint, GLsizei, const GLfloat*) { ++state.uploads; };
  gl.issue(FunctionId::glUniform4fv,
           {sint(0), sint(1), gl.calls.values({f32(1), gl.calls.string("two"), f32(3), f32(4)})});
  EXPECT_EQ(state.uploads, 0);
  EXPECT_EQ(gl.skipped(), Skip::kNoData);
}

TEST_F(HostileDispatch, TheNumberOfNamesIsLimited) {
  gl.table.GenTextures = [](GLsizei n, GLuint*) { state.uploads += n; };
  gl.issue(FunctionId::glGenTextures, {sint(INT32_MAX), gl.calls.names({1, 2})});
  EXPECT_EQ(gl.skipped(), Skip::kTooManyObjects);
  gl.dispatcher.skips.clear();
  gl.issue(FunctionId::glGenTextures, {sint(3), gl.calls.names({1, 2})});
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
  EXPECT_EQ(state.uploads, 0);
}

TEST_F(HostileDispatch, AnOffsetWithoutABufferIsAnAddress) {
  gl.table.VertexArrayVertexOffsetEXT = [](GLuint, GLuint, GLint, GLenum, GLsizei, GLintptr) { ++state.uploads; };
  gl.context.map(Kind::kVertexArray).set(1, 10);
  gl.issue(FunctionId::glVertexArrayVertexOffsetEXT,
           {uint(1), uint(0), sint(3), uint(GL_FLOAT), sint(0), sint(0x12345678)});
  EXPECT_EQ(state.uploads, 0);
  EXPECT_EQ(gl.skipped(), Skip::kStrayAddress);
}

TEST_F(HostileDispatch, DrawsThatTakeTooLongAreSkipped) {
  gl.table.DrawArraysInstanced = [](GLenum, GLint, GLsizei, GLsizei) { ++state.uploads; };
  gl.table.DispatchCompute = [](GLuint, GLuint, GLuint) { ++state.uploads; };
  gl.issue(FunctionId::glDrawArraysInstanced, {uint(GL_TRIANGLES), sint(0), sint(1 << 20), sint(1 << 20)});
  gl.issue(FunctionId::glDispatchCompute, {uint(~0u), uint(~0u), uint(~0u)});
  EXPECT_EQ(state.uploads, 0);
  gl.issue(FunctionId::glDrawArraysInstanced, {uint(GL_TRIANGLES), sint(0), sint(1 << 20), sint(16)});
  gl.issue(FunctionId::glDispatchCompute, {uint(~0u), uint(~0u), uint(0)});
  EXPECT_EQ(state.uploads, 2);
}

TEST_F(HostileDispatch, ARefusedFeedbackBufferLeavesTheOldOneValid) {
  gl.table.FeedbackBuffer = [](GLsizei, GLenum, GLfloat* memory) {
    if (!state.refuses) state.feedback = memory;
  };
  gl.table.GetPointerv = [](GLenum, void** held) { *held = state.feedback; };
  gl.issue(FunctionId::glFeedbackBuffer, {sint(4), uint(GL_3D), null()});
  state.refuses = true;  // as GL does in feedback mode
  gl.issue(FunctionId::glFeedbackBuffer, {sint(4), uint(GL_3D), null()});
  ASSERT_EQ(gl.context.feedback.size(), 1u);
  EXPECT_EQ(gl.context.feedback[0].data(), state.feedback);
}

TEST_F(HostileDispatch, CompressedImagesNeedTheMemoryThatThePixelStoreRequires) {
  gl.table.CompressedTexImage2D = [](GLenum, GLint, GLenum, GLsizei, GLsizei, GLint, GLsizei, const void*) {
    ++state.uploads;
  };
  const auto compressed = [&] {
    gl.issue(FunctionId::glCompressedTexImage2D,
             {uint(GL_TEXTURE_2D), sint(0), uint(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT), sint(4), sint(8), sint(0), sint(32),
              gl.calls.blob(std::string(32, 'c'))});
  };
  compressed();
  EXPECT_EQ(state.uploads, 1);
  gl.context.unpack = {.row_length = 400, .block_width = 4, .block_height = 4, .block_size = 16};
  compressed();
  EXPECT_EQ(state.uploads, 1);
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
  gl.dispatcher.skips.clear();
  gl.context.unpack = {.block_width = 1, .block_height = 1, .block_size = 16};
  compressed();
  EXPECT_EQ(gl.skipped(), Skip::kBadValue);
}

}  // namespace
}  // namespace replay
