// The check of all tracked state finds each value that differs from the driver's, and it changes nothing.
#include "replay/dispatch/shadows.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>

#include "tests/replay/call_builder.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Value;

class Shadows : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    dispatcher = std::make_unique<Dispatcher>(platform.get(), calls.functions, WindowSystemOptions{});
    constexpr std::uint64_t kContext = 0x30;
    issue(FunctionId::glXCreateContextAttribsARB, {null(), null(), pointer(0), uint(1), calls.ints({0})},
          pointer(kContext));
    issue(FunctionId::replayDrawableSize, {uint(7), sint(4), sint(4)});
    issue(FunctionId::glXMakeCurrent, {null(), uint(7), pointer(kContext)}, uint(1));
  }
  void TearDown() override { dispatcher.reset(); }  // it must be destroyed before the platform

  void issue(FunctionId function, std::vector<Value> arguments, std::optional<Value> result = {}) {
    dispatcher->issue(calls.add(function, std::move(arguments), result ? &*result : nullptr));
  }
  RecordedContext& context() { return *dispatcher->context; }

  CallBuilder calls;
  std::unique_ptr<Dispatcher> dispatcher;
};

TEST_F(Shadows, AreTrueAtFirst) { EXPECT_EQ(false_shadow(*dispatcher), std::nullopt); }

TEST_F(Shadows, AreTrueAfterCallsThatGlRefuses) {
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({5})});
  issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(5)});
  issue(FunctionId::glBegin, {uint(GL_TRIANGLES)});
  for (const GLenum target : {GL_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER}) {
    issue(FunctionId::glBindBuffer, {uint(target), uint(target == GL_ARRAY_BUFFER ? 5 : 0)});
  }
  issue(FunctionId::glDeleteBuffers, {sint(1), calls.names({5})});
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ALIGNMENT), sint(1)});
  issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(3)});
  issue(FunctionId::glNewList, {uint(1), uint(GL_COMPILE)});
  issue(FunctionId::glRenderMode, {uint(GL_FEEDBACK)});
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  issue(FunctionId::glEnd, {});
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  EXPECT_EQ(context().bound(BufferTarget::kPixelPack), 5u);
}

TEST_F(Shadows, FollowAProgramThatAListMakesCurrent) {
  const GladGLContext& gl = *dispatcher->gl;
  const GLuint shader = gl.CreateShader(GL_VERTEX_SHADER);
  const char* text = "void main() { gl_Position = vec4(0); }";
  gl.ShaderSource(shader, 1, &text, nullptr);
  gl.CompileShader(shader);
  issue(FunctionId::glCreateProgram, {}, uint(5));
  issue(FunctionId::glUseProgram, {uint(5)});  // GL refuses a program that is not linked
  EXPECT_EQ(context().program, 0u);
  gl.AttachShader(context().map(Kind::kProgram).find(5), shader);
  issue(FunctionId::glLinkProgram, {uint(5)});
  issue(FunctionId::glNewList, {uint(1), uint(GL_COMPILE)});
  issue(FunctionId::glUseProgram, {uint(5)});
  EXPECT_EQ(context().program, 5u) << "uniforms in the list are its own";
  issue(FunctionId::glEndList, {});
  EXPECT_EQ(context().program, 0u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  issue(FunctionId::glCallList, {uint(1)});
  EXPECT_EQ(context().program, 5u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
}

// The second object with the name has no element buffer.
TEST_F(Shadows, FollowAVertexArrayWhoseNameIsGivenAgain) {
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({5})});
  issue(FunctionId::glGenVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glBindVertexArray, {uint(3)});
  issue(FunctionId::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(5)});
  issue(FunctionId::glBindVertexArray, {uint(0)});
  issue(FunctionId::glBindVertexArray, {uint(3)});
  EXPECT_EQ(context().bound(BufferTarget::kElementArray), 5u);
  issue(FunctionId::glBindVertexArray, {uint(0)});
  issue(FunctionId::glGenVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glBindVertexArray, {uint(3)});
  EXPECT_EQ(context().bound(BufferTarget::kElementArray), 0u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
}

// What is said of the second object by its name stays said while the first one, which is still bound, changes.
TEST_F(Shadows, FollowAVertexArrayThatIsChangedByTheNameOfTheBoundOne) {
  if (dispatcher->gl->VertexArrayElementBuffer == nullptr) GTEST_SKIP() << "OpenGL 4.5 is needed";
  issue(FunctionId::glGenBuffers, {sint(3), calls.names({5, 6, 7})});
  for (const std::uint32_t buffer : {5u, 6u, 7u})
    issue(FunctionId::glBindBuffer, {uint(GL_ARRAY_BUFFER), uint(buffer)});
  issue(FunctionId::glCreateVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glBindVertexArray, {uint(3)});
  issue(FunctionId::glCreateVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glVertexArrayElementBuffer, {uint(3), uint(6)});
  EXPECT_EQ(context().bound(BufferTarget::kElementArray), 0u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  issue(FunctionId::glBindBuffer, {uint(GL_ELEMENT_ARRAY_BUFFER), uint(7)});
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  issue(FunctionId::glBindVertexArray, {uint(3)});
  EXPECT_EQ(context().bound(BufferTarget::kElementArray), 6u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
}

// The new array has no element buffer, although the earlier one of its name had one.
TEST_F(Shadows, FollowAVertexArrayWhoseNameIsGivenAgainBeforeItIsBound) {
  if (dispatcher->gl->VertexArrayElementBuffer == nullptr) GTEST_SKIP() << "OpenGL 4.5 is needed";
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({5})});
  issue(FunctionId::glBindBuffer, {uint(GL_ARRAY_BUFFER), uint(5)});
  issue(FunctionId::glCreateVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glVertexArrayElementBuffer, {uint(3), uint(5)});
  issue(FunctionId::glCreateVertexArrays, {sint(1), calls.names({3})});
  issue(FunctionId::glBindVertexArray, {uint(3)});
  EXPECT_EQ(context().bound(BufferTarget::kElementArray), 0u);
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
}

TEST_F(Shadows, AreFoundToBeFalse) {
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({5})});
  issue(FunctionId::glBindBuffer, {uint(GL_ARRAY_BUFFER), uint(5)});
  issue(FunctionId::glBufferData, {uint(GL_ARRAY_BUFFER), sint(64), null(), uint(GL_STATIC_DRAW)});
  const std::pair<const char*, std::function<void(RecordedContext&)>> kLies[] = {
      {"buffer bindings", [](RecordedContext& c) { c.bind(BufferTarget::kPixelPack, 5); }},
      {"buffer bindings", [](RecordedContext& c) { c.bind(BufferTarget::kElementArray, 5); }},
      {"buffer bindings", [](RecordedContext& c) { c.bind(BufferTarget::kArray, 0); }},
      {"vertex array", [](RecordedContext& c) { c.bind_vertex_array(9, 9); }},
      {"pixel-store parameter 0x0CF2", [](RecordedContext& c) { c.unpack.row_length = 3; }},
      {"pixel-store parameter 0x0D03", [](RecordedContext& c) { c.pack.skip_rows = 3; }},
      {"client texture unit", [](RecordedContext& c) { c.client_texture = 1; }},
      {"compiled list", [](RecordedContext& c) { c.compiled_list = 3; }},
      {"render mode", [](RecordedContext& c) { c.renders = false; }},
      {"current program", [](RecordedContext& c) { c.program = 3; }},
      {"program pipeline", [](RecordedContext& c) { c.pipeline = 3; }},
      {"framebuffers", [](RecordedContext& c) { c.draw_framebuffer = 3; }},
      {"framebuffers", [](RecordedContext& c) { c.read_framebuffer = 3; }},
      {"mappings",
       [](RecordedContext& c) { c.group->mappings[5] = {.live = reinterpret_cast<std::byte*>(64), .length = 4}; }},
  };
  for (const auto& [shadow, lie] : kLies) {
    ASSERT_EQ(false_shadow(*dispatcher), std::nullopt) << shadow;
    auto saved = std::make_tuple(context().unpack, context().pack);
    lie(context());
    const auto found = false_shadow(*dispatcher);
    ASSERT_TRUE(found) << shadow;
    EXPECT_NE(found->find(shadow), std::string::npos) << *found;
    std::tie(context().unpack, context().pack) = saved;
    for (const BufferTarget target : {BufferTarget::kPixelPack, BufferTarget::kElementArray}) context().bind(target, 0);
    context().bind_vertex_array(0, 0);
    context().bind(BufferTarget::kArray, 5);
    context().client_texture = context().compiled_list = context().program = context().pipeline = 0;
    context().draw_framebuffer = context().read_framebuffer = 0;
    context().renders = true;
    context().group->mappings.clear();
  }
}

TEST_F(Shadows, AnEnabledArrayWithoutStorageIsFound) {
  dispatcher->gl->EnableVertexAttribArray(3);
  const auto found = false_shadow(*dispatcher);
  ASSERT_TRUE(found);
  EXPECT_NE(found->find("arrays without storage"), std::string::npos) << *found;
}

TEST_F(Shadows, LeaveTheErrorOfTheProgram) {
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ALIGNMENT), sint(3)});
  EXPECT_EQ(false_shadow(*dispatcher), std::nullopt);
  issue(FunctionId::glGetError, {}, uint(GL_INVALID_VALUE));
  EXPECT_EQ(dispatcher->vanished_errors, 0u);
}

TEST_F(Shadows, EachHasADescription) {
  for (const Shadow& shadow : shadows()) {
    EXPECT_FALSE(shadow.name.empty());
    EXPECT_FALSE(shadow.kept_true_by.empty()) << shadow.name;
  }
}

// Replays the recordings beside the checkout with a program that checks itself. CTest's test shadows_are_true starts
// it.
class BesideTheCheckout : public ProgramTest {};

TEST_F(BesideTheCheckout, ShadowsAreTrue) {
  namespace fs = std::filesystem;
  const fs::path traces = fs::path(DATA_DIR) / "../../shared/traces";
  if (std::getenv("REPLAY_TEST_PROGRAM") == nullptr) GTEST_SKIP() << "the test needs REPLAY_TEST_PROGRAM";
  if (!fs::exists(traces)) GTEST_SKIP() << "there are no recordings beside the checkout";
  constexpr std::uintmax_t kSmall = 1 << 20;
  for (const auto& entry : fs::recursive_directory_iterator(traces)) {
    const std::string kind = entry.path().extension();
    if (kind != ".trace" && kind != ".wip15" && kind != ".wtf-trace" && kind != ".wtf-json") continue;
    if (entry.file_size() > kSmall) continue;
    const Outcome outcome = run({entry.path(), "--no-seek", "--timeout", "120", "--hash", "--frame", "2"});
    EXPECT_FALSE(contains(outcome.err, "replay: after call")) << entry.path() << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace replay
