// Hand-written handlers over fake GL functions: what they remember, and what they pass to GL.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

using glbindings::FunctionId;

// What the fake functions saw. They are plain functions, so one object serves all of them.
struct Seen {
  int calls = 0;
  std::vector<GLuint> numbers;
  std::vector<const void*> pointers;
  std::string text;
};
Seen seen;
char mapped_memory[16];
bool is_mapped;
GLint attached_shaders = 2;

class Handlers : public testing::Test {
 protected:
  Handlers() { seen = {}; }
  FakeGl gl;
};

// Mapped buffers

class MappedBuffers : public Handlers {
 protected:
  MappedBuffers() {
    std::memset(mapped_memory, '.', sizeof mapped_memory);
    is_mapped = true;
    gl.table.MapBufferRange = [](GLenum, GLintptr, GLsizeiptr, GLbitfield) -> void* { return mapped_memory; };
    gl.table.GetBufferPointerv = [](GLenum, GLenum, void** p) { *p = is_mapped ? mapped_memory : nullptr; };
    gl.table.FlushMappedBufferRange = [](GLenum, GLintptr offset, GLsizeiptr length) {
      seen.numbers = {static_cast<GLuint>(offset), static_cast<GLuint>(length)};
    };
    gl.table.BufferSubData = [](GLenum, GLintptr offset, GLsizeiptr size, const void* data) {
      seen.numbers = {static_cast<GLuint>(offset)};
      seen.text.assign(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    gl.context.bind(BufferTarget::kArray, 5);
  }
  void map(std::int64_t offset, std::int64_t length, GLbitfield access) {
    gl.issue_with_result(FunctionId::glMapBufferRange,
                         {uint(GL_ARRAY_BUFFER), sint(offset), sint(length), uint(access)}, pointer(0x5000));
  }
  void contents(std::int64_t offset, std::string_view bytes) {
    gl.issue(FunctionId::replayBufferContents, {uint(GL_ARRAY_BUFFER), sint(offset), gl.calls.blob(bytes)});
  }
  static std::string memory() { return {mapped_memory, sizeof mapped_memory}; }
};

TEST_F(MappedBuffers, ContentsAreWrittenToTheMappedRange) {
  map(4, 4, GL_MAP_WRITE_BIT);
  contents(4, "abcd");
  EXPECT_EQ(memory(), "abcd............");
}

TEST_F(MappedBuffers, ContentsOutsideTheRangeAreCutOff) {
  map(4, 4, GL_MAP_WRITE_BIT);
  contents(0, "0123abcd4567");  // early recorders wrote the whole buffer
  EXPECT_EQ(memory(), "abcd............");
  contents(6, "XYZZY");
  EXPECT_EQ(memory(), "abXY............");
  contents(100, "far away");
  EXPECT_EQ(memory(), "abXY............");
}

TEST_F(MappedBuffers, ReadOnlyMapsAreNotWrittenTo) {
  map(0, 8, GL_MAP_READ_BIT);
  contents(0, "abcd");
  EXPECT_EQ(memory(), "................");
}

TEST_F(MappedBuffers, ExplicitlyFlushedMapsAreFlushed) {
  map(4, 8, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
  contents(6, "ab");
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{2, 2}));
}

TEST_F(MappedBuffers, ABufferThatIsNoLongerMappedIsWrittenWithSubData) {
  map(0, 8, GL_MAP_WRITE_BIT);
  is_mapped = false;  // glBufferData ended the mapping
  contents(2, "abcd");
  EXPECT_EQ(memory(), "................");
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{2}));
  EXPECT_EQ(seen.text, "abcd");
}

TEST_F(MappedBuffers, OffsetsOfDamagedFilesAreRefused) {
  map(0, 8, GL_MAP_WRITE_BIT);
  contents(-1, "abcd");
  contents(INT64_MAX, "abcd");
  EXPECT_EQ(memory(), "................");
  EXPECT_EQ(gl.skipped(), Skip::kBadValue);
}

TEST_F(MappedBuffers, MapsThatFailedInTheRecordingAreNotMade) {
  gl.issue_with_result(FunctionId::glMapBufferRange, {uint(GL_ARRAY_BUFFER), sint(0), sint(8), uint(GL_MAP_WRITE_BIT)},
                       null());
  EXPECT_EQ(gl.skipped(), Skip::kFailedInRecording);
  EXPECT_TRUE(gl.context.group->mappings.empty());
}

// Buffer bindings

TEST_F(Handlers, DeletingABufferUnbindsIt) {
  gl.table.BindBuffer = [](GLenum, GLuint name) { seen.numbers.push_back(name); };
  gl.table.DeleteBuffers = [](GLsizei, const GLuint*) {};
  gl.context.map(Kind::kBuffer).set(5, 50);
  gl.issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_UNPACK_BUFFER), uint(5)});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{50}));
  EXPECT_EQ(gl.context.bound(BufferTarget::kPixelUnpack), 5u);
  gl.issue(FunctionId::glDeleteBuffers, {sint(1), gl.calls.names({5})});
  EXPECT_EQ(gl.context.bound(BufferTarget::kPixelUnpack), 0u);
}

TEST_F(Handlers, TheElementBufferBelongsToTheVertexArray) {
  gl.table.BindBuffer = [](GLenum, GLuint) {};
  gl.table.BindVertexArray = [](GLuint) {};
  gl.context.map(Kind::kBuffer).set(5, 50);
  gl.context.map(Kind::kVertexArray).set(1, 10);
  gl.issue(FunctionId::glBindVertexArray, {uint(1)});
  gl.issue(FunctionId::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(5)});
  gl.issue(FunctionId::glBindVertexArray, {uint(0)});
  EXPECT_EQ(gl.context.bound(BufferTarget::kElementArray), 0u);
  gl.issue(FunctionId::glBindVertexArray, {uint(1)});
  EXPECT_EQ(gl.context.bound(BufferTarget::kElementArray), 5u);
}

// Programs

class Programs : public Handlers {
 protected:
  Programs() {
    gl.context.map(Kind::kProgram).set(3, 30);
    gl.context.group->add_program(3, 30);
    gl.table.UseProgram = [](GLuint) {};
    gl.table.LinkProgram = [](GLuint) { ++seen.calls; };
    gl.table.Uniform1i = [](GLint location, GLint) { seen.numbers.push_back(static_cast<GLuint>(location)); };
    gl.table.GetUniformLocation = [](GLuint, const GLchar* name) { return std::string(name) == "color" ? 8 : -1; };
  }
};

TEST_F(Programs, LocationsAreFoundByName) {
  gl.issue(FunctionId::replayUniformLocation, {uint(3), gl.calls.string("color"), sint(1)});
  gl.issue_with_result(FunctionId::glGetUniformLocation, {uint(3), gl.calls.string("gone")}, sint(2));
  gl.issue(FunctionId::glUseProgram, {uint(3)});
  gl.issue(FunctionId::glUniform1i, {sint(1), sint(0)});
  gl.issue(FunctionId::glUniform1i, {sint(2), sint(0)});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{8, static_cast<GLuint>(-1)}));
}

TEST_F(Programs, ALinkChangesLocations) {
  gl.issue(FunctionId::replayUniformLocation, {uint(3), gl.calls.string("color"), sint(1)});
  gl.issue(FunctionId::glUseProgram, {uint(3)});
  gl.issue(FunctionId::glUniform1i, {sint(1), sint(0)});
  gl.table.GetUniformLocation = [](GLuint, const GLchar* name) { return std::string(name) == "color" ? 9 : -1; };
  gl.issue(FunctionId::glLinkProgram, {uint(3)});
  gl.issue(FunctionId::glUniform1i, {sint(1), sint(0)});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{8, 9}));
}

TEST_F(Programs, WithoutAProgramThePipelinesActiveProgramIsUsed) {
  gl.table.BindProgramPipeline = [](GLuint) {};
  gl.table.ActiveShaderProgram = [](GLuint, GLuint) {};
  gl.context.map(Kind::kProgramPipeline).set(1, 10);
  gl.issue(FunctionId::replayUniformLocation, {uint(3), gl.calls.string("color"), sint(1)});
  gl.issue(FunctionId::glActiveShaderProgram, {uint(1), uint(3)});
  gl.issue(FunctionId::glBindProgramPipeline, {uint(1)});
  gl.issue(FunctionId::glUniform1i, {sint(1), sint(0)});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{8}));
}

TEST_F(Programs, AProgramWithAnotherAttributeLocationIsLinkedAgain) {
  gl.table.GetAttribLocation = [](GLuint, const GLchar*) { return 0; };
  gl.table.GetProgramiv = [](GLuint, GLenum, GLint* shaders) { *shaders = attached_shaders; };
  gl.table.BindAttribLocation = [](GLuint, GLuint index, const GLchar* name) {
    seen.numbers.push_back(index);
    seen.text = name;
  };
  gl.issue_with_result(FunctionId::glGetAttribLocation, {uint(3), gl.calls.string("pos")}, sint(4));
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{4}));
  EXPECT_EQ(seen.text, "pos");
  EXPECT_EQ(seen.calls, 1);
  gl.issue_with_result(FunctionId::glGetAttribLocation, {uint(3), gl.calls.string("pos")}, sint(0));
  EXPECT_EQ(seen.calls, 1) << "the location is the recorded one";
  attached_shaders = 0;
  gl.issue_with_result(FunctionId::glGetAttribLocation, {uint(3), gl.calls.string("pos")}, sint(4));
  EXPECT_EQ(seen.calls, 1) << "without its shaders the program would come out empty";
}

TEST_F(Programs, SubroutinesAreReorderedByPosition) {
  gl.table.GetProgramStageiv = [](GLuint, GLenum, GLenum, GLint* count) { *count = 2; };
  gl.table.GetUniformSubroutineuiv = [](GLenum, GLint, GLuint* index) { *index = 0; };
  gl.table.UniformSubroutinesuiv = [](GLenum, GLsizei count, const GLuint* v) { seen.numbers.assign(v, v + count); };
  gl.issue(FunctionId::glUseProgram, {uint(3)});
  ProgramObject& program = *gl.context.group->find_program(3);
  program.subroutine_uniforms[GL_FRAGMENT_SHADER].keep(0, 1, false);
  program.subroutine_uniforms[GL_FRAGMENT_SHADER].keep(1, 0, false);
  program.subroutines[GL_FRAGMENT_SHADER].keep(6, 60, false);
  program.subroutines[GL_FRAGMENT_SHADER].keep(7, 70, false);
  gl.issue(FunctionId::glUniformSubroutinesuiv, {uint(GL_FRAGMENT_SHADER), sint(2), gl.calls.names({6, 7})});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{70, 60}));
}

TEST_F(Programs, SourcesKeepTheirRecordedLengths) {
  gl.context.map(Kind::kShader).set(2, 20);
  gl.table.ShaderSource = [](GLuint, GLsizei count, const GLchar* const* strings, const GLint* lengths) {
    for (GLsizei i = 0; i < count; ++i) seen.text.append(strings[i], static_cast<std::size_t>(lengths[i])).append("|");
  };
  const auto strings = gl.calls.values({gl.calls.string("void "), gl.calls.string("main(){}")});
  gl.issue(FunctionId::glShaderSource, {uint(2), sint(2), strings, null()});
  EXPECT_EQ(seen.text, "void |main(){}|");
  gl.issue(FunctionId::glShaderSource, {uint(2), sint(3), strings, null()});
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

// Others

TEST_F(Handlers, PixelStoreIsFollowedUnlessGlRefusesIt) {
  static GLint alignment = 4;
  gl.table.PixelStorei = [](GLenum name, GLint value) {
    ++seen.calls;
    if (name == GL_UNPACK_ALIGNMENT && value == 2) alignment = value;
  };
  gl.table.GetIntegerv = [](GLenum name, GLint* value) {
    if (name == GL_UNPACK_ALIGNMENT) *value = alignment;
  };
  gl.issue(FunctionId::glPixelStorei, {uint(GL_UNPACK_ALIGNMENT), sint(2)});
  gl.issue(FunctionId::glPixelStorei, {uint(GL_UNPACK_ALIGNMENT), sint(3)});
  gl.issue(FunctionId::glPixelStorei, {uint(GL_UNPACK_ROW_LENGTH), sint(-5)});
  EXPECT_EQ(seen.calls, 3);
  EXPECT_EQ(gl.context.unpack, (PixelStore{.alignment = 2}));
}

TEST_F(Handlers, EachDrawOfAMultiDrawTakesAnOffsetOrMemory) {
  gl.table.MultiDrawElements = [](GLenum, const GLsizei*, GLenum, const void* const* indices, GLsizei count) {
    seen.pointers.assign(indices, indices + count);
  };
  gl.context.bind(BufferTarget::kElementArray, 4);
  gl.issue(FunctionId::glMultiDrawElements, {uint(GL_TRIANGLES), gl.calls.ints({3, 3}), uint(GL_UNSIGNED_BYTE),
                                             gl.calls.values({null(), pointer(6)}), sint(2)});
  EXPECT_EQ(seen.pointers, (std::vector<const void*>{nullptr, reinterpret_cast<const void*>(6)}));
  gl.context.bind(BufferTarget::kElementArray, 0);
  gl.issue(FunctionId::glMultiDrawElements, {uint(GL_TRIANGLES), gl.calls.ints({3, 3}), uint(GL_UNSIGNED_BYTE),
                                             gl.calls.values({gl.calls.blob("abc"), gl.calls.blob("ab")}), sint(2)});
  EXPECT_EQ(gl.skipped(), Skip::kShortData);
}

TEST_F(Handlers, ListsHaveTheirRecordedNames) {
  gl.table.GenLists = [](GLsizei) -> GLuint {
    ADD_FAILURE() << "no other names are needed";
    return 0;
  };
  gl.table.ListBase = [](GLuint base) { seen.numbers.push_back(base); };
  gl.table.CallLists = [](GLsizei count, GLenum type, const void* lists) {
    EXPECT_EQ(type, static_cast<GLenum>(GL_UNSIGNED_BYTE));
    const auto* bytes = static_cast<const GLubyte*>(lists);
    seen.numbers.insert(seen.numbers.end(), bytes, bytes + count);
  };
  gl.issue_with_result(FunctionId::glGenLists, {sint(128)}, uint(1000));
  gl.issue(FunctionId::glListBase, {uint(1000)});
  gl.issue(FunctionId::glCallLists, {sint(2), uint(GL_UNSIGNED_BYTE), gl.calls.blob("\x01\x41")});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{1000, 1, 0x41}));
}

TEST_F(Handlers, TheReplayerKeepsTheDebugOutput) {
  gl.table.Enable = [](GLenum capability) { seen.numbers.push_back(capability); };
  gl.table.Disable = gl.table.Enable;
  gl.issue(FunctionId::glDisable, {uint(GL_DEBUG_OUTPUT)});
  gl.issue(FunctionId::glEnable, {uint(GL_BLEND)});
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{GL_BLEND}));
}

TEST_F(Handlers, AFenceThatWasSignalledInTheRecordingIsWaitedFor) {
  static int live_sync;
  gl.table.ClientWaitSync = [](GLsync, GLbitfield, GLuint64 timeout) {
    seen.numbers.push_back(timeout > 0);
    return GLenum{GL_ALREADY_SIGNALED};
  };
  gl.context.group->syncs[0x1234] = &live_sync;
  gl.issue_with_result(FunctionId::glClientWaitSync, {pointer(0x1234), uint(0), uint(0)}, uint(GL_CONDITION_SATISFIED));
  gl.issue_with_result(FunctionId::glClientWaitSync, {pointer(0x1234), uint(0), uint(5)}, uint(GL_TIMEOUT_EXPIRED));
  EXPECT_EQ(seen.numbers, (std::vector<GLuint>{1, 0}));
}

}  // namespace
}  // namespace replay
