#include "replay/remap/recorded_context.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <set>

namespace replay {
namespace {

class RecordedContextTest : public testing::Test {
 protected:
  RecordedContextTest() { context.group = std::make_shared<ShareGroup>(); }
  RecordedContext context;
};

TEST(BufferTargets, EachTargetHasASlotOfItsOwn) {
  std::set<BufferTarget> slots;
  constexpr GLenum kTargets[] = {GL_ARRAY_BUFFER,          GL_ELEMENT_ARRAY_BUFFER,
                                 GL_PIXEL_PACK_BUFFER,     GL_PIXEL_UNPACK_BUFFER,
                                 GL_DRAW_INDIRECT_BUFFER,  GL_DISPATCH_INDIRECT_BUFFER,
                                 GL_PARAMETER_BUFFER,      GL_QUERY_BUFFER,
                                 GL_COPY_READ_BUFFER,      GL_COPY_WRITE_BUFFER,
                                 GL_UNIFORM_BUFFER,        GL_SHADER_STORAGE_BUFFER,
                                 GL_ATOMIC_COUNTER_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER,
                                 GL_TEXTURE_BUFFER,        GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD};
  for (const GLenum target : kTargets) slots.insert(buffer_target(target));
  EXPECT_EQ(slots.size(), static_cast<std::size_t>(BufferTarget::kCount));
  EXPECT_FALSE(slots.contains(BufferTarget::kCount));
  EXPECT_EQ(buffer_target(GL_TEXTURE_2D), BufferTarget::kCount);
}

TEST_F(RecordedContextTest, EachTargetRemembersItsBuffer) {
  context.bind(BufferTarget::kArray, 5);
  context.bind(BufferTarget::kUniform, 6);
  context.bind(BufferTarget::kCount, 7);  // this is not a target
  EXPECT_EQ(context.bound(BufferTarget::kArray), 5u);
  EXPECT_EQ(context.bound(BufferTarget::kUniform), 6u);
  EXPECT_EQ(context.bound(BufferTarget::kPixelPack), 0u);
}

TEST_F(RecordedContextTest, TheElementBufferIsRememberedPerVertexArray) {
  context.bind(BufferTarget::kElementArray, 5);
  context.bind_vertex_array(3, 3);
  context.bind(BufferTarget::kElementArray, 6);
  EXPECT_EQ(context.vertex_arrays[0].element_buffer, 5u);
  EXPECT_EQ(context.vertex_arrays[3].element_buffer, 6u);
  context.bind(BufferTarget::kArray, 7);
  EXPECT_EQ(context.vertex_arrays[3].element_buffer, 6u);
}

TEST_F(RecordedContextTest, UniformsGoToTheProgramInUse) {
  context.group->add_program(4, 40);
  context.program = 4;
  context.find_uniform_program();
  ASSERT_NE(context.uniform_program, nullptr);
  EXPECT_EQ(context.uniform_program->live, 40u);
  context.program = 0;
  context.find_uniform_program();
  EXPECT_EQ(context.uniform_program, nullptr);
}

TEST_F(RecordedContextTest, WithoutAProgramUniformsGoToTheActiveProgramOfThePipeline) {
  context.group->add_program(4, 40);
  context.group->add_program(5, 50);
  context.active_programs[2] = 5;
  context.pipeline = 2;
  context.find_uniform_program();
  ASSERT_NE(context.uniform_program, nullptr);
  EXPECT_EQ(context.uniform_program->live, 50u);
  context.program = 4;  // the program takes precedence, as in GL
  context.find_uniform_program();
  EXPECT_EQ(context.uniform_program->live, 40u);
}

TEST_F(RecordedContextTest, APipelineWithoutAnActiveProgramTakesNoUniforms) {
  context.group->add_program(5, 50);
  context.active_programs[2] = 5;
  context.pipeline = 3;
  context.find_uniform_program();
  EXPECT_EQ(context.uniform_program, nullptr);
}

TEST_F(RecordedContextTest, NamesAreSharedWhenGlSharesTheObjects) {
  RecordedContext other;
  other.group = context.group;
  for (const Kind kind : {Kind::kBuffer, Kind::kTexture, Kind::kProgram, Kind::kSampler, Kind::kDisplayList}) {
    context.map(kind).set(1, 11);
    EXPECT_EQ(other.map(kind).find(1), 11u) << "the object is shared";
  }
  for (const Kind kind :
       {Kind::kFramebuffer, Kind::kVertexArray, Kind::kProgramPipeline, Kind::kTransformFeedback, Kind::kQuery}) {
    context.map(kind).set(1, 11);
    EXPECT_EQ(other.map(kind).find(1), 0u) << "the object belongs to one context";
  }
}

}  // namespace
}  // namespace replay
