// Reads back what recorded calls drew with a live driver. The pixels must be right, and the program's state must not
// change.
#include "replay/readback/framebuffer_reader.h"

#include <memory>
#include <tuple>

#include "tests/replay/call_builder.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Value;

constexpr std::uint64_t kContext = 0x30, kWindow = 7, kOther = 8;

class FramebufferReader : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    dispatcher = std::make_unique<Dispatcher>(platform.get(), calls.functions, WindowSystemOptions{});
    const Value attributes = calls.ints({0x2091, 3, 0x2092, 3, 0});
    issue(FunctionId::glXCreateContextAttribsARB, {null(), null(), pointer(0), uint(1), attributes}, pointer(kContext));
    make_current(kWindow, 4, 3);
  }
  void TearDown() override { dispatcher.reset(); }  // it must be destroyed before the platform

  void issue(FunctionId function, std::vector<Value> arguments, std::optional<Value> result = {}) {
    dispatcher->issue(calls.add(function, std::move(arguments), result ? &*result : nullptr));
  }
  void make_current(std::uint64_t drawable, int width, int height) {
    issue(FunctionId::replayDrawableSize, {uint(drawable), sint(width), sint(height)});
    issue(FunctionId::glXMakeCurrent, {null(), uint(drawable), pointer(kContext)}, uint(1));
  }
  void clear(float red, float green, float blue) {
    issue(FunctionId::glClearColor, {f32(red), f32(green), f32(blue), f32(1)});
    issue(FunctionId::glClear, {uint(GL_COLOR_BUFFER_BIT)});
  }
  // Clears only the lowest row of the window.
  void clear_bottom(float red, float green, float blue) {
    issue(FunctionId::glScissor, {sint(0), sint(0), sint(4), sint(1)});
    issue(FunctionId::glEnable, {uint(GL_SCISSOR_TEST)});
    clear(red, green, blue);
    issue(FunctionId::glDisable, {uint(GL_SCISSOR_TEST)});
  }
  // Binds framebuffer 21, with renderbuffer 22 of 2x2 pixels, for drawing and reading.
  void bind_framebuffer(GLenum format, GLenum attachment = GL_COLOR_ATTACHMENT0, int samples = 0) {
    issue(FunctionId::glGenFramebuffers, {sint(1), calls.names({21})});
    issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(21)});
    issue(FunctionId::glGenRenderbuffers, {sint(1), calls.names({22})});
    issue(FunctionId::glBindRenderbuffer, {uint(GL_RENDERBUFFER), uint(22)});
    issue(FunctionId::glRenderbufferStorageMultisample,
          {uint(GL_RENDERBUFFER), sint(samples), uint(format), sint(2), sint(2)});
    issue(FunctionId::glFramebufferRenderbuffer,
          {uint(GL_FRAMEBUFFER), uint(attachment), uint(GL_RENDERBUFFER), uint(22)});
  }

  static Pixel pixel(const std::optional<Picture>& picture, int x, int y_from_top) {
    if (!picture || !picture->valid()) return {-1, -1, -1, -1};
    const std::uint8_t* p = picture->row(y_from_top) + 4 * x;
    return {p[0], p[1], p[2], p[3]};
  }
  Drawable& drawable(std::uint64_t id) { return *dispatcher->window_system.find_drawable(id); }
  const GladGLContext& gl() { return *dispatcher->gl; }

  CallBuilder calls;
  std::unique_ptr<Dispatcher> dispatcher;
};

TEST_F(FramebufferReader, ReadsAWindowTheRightWayUp) {
  clear(1, 0, 0);
  clear_bottom(0, 1, 0);
  const auto picture = read_drawable(*dispatcher, drawable(kWindow));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 4);
  EXPECT_EQ(picture->height, 3);
  EXPECT_EQ(pixel(picture, 0, 0), kRed);
  EXPECT_EQ(pixel(picture, 3, 1), kRed);
  EXPECT_EQ(pixel(picture, 0, 2), kGreen);
}

TEST_F(FramebufferReader, ReadsAWindowThatIsNotCurrentAndKeepsTheCurrentOne) {
  clear(1, 0, 0);
  make_current(kOther, 8, 8);
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 0, 0), kRed);
  EXPECT_EQ(pixel_at(gl(), 0, 0), kGreen) << "the other window is still current";
}

TEST_F(FramebufferReader, AWindowThatWasNeverCurrentHasNoPicture) {
  issue(FunctionId::replayDrawableSize, {uint(9), sint(5), sint(5)});
  EXPECT_FALSE(read_drawable(*dispatcher, drawable(9)));
  EXPECT_TRUE(read_depth(*dispatcher, drawable(9)).empty());
}

TEST_F(FramebufferReader, IgnoresAndKeepsThePackStateOfTheProgram) {
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ROW_LENGTH), sint(100)});
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_SKIP_ROWS), sint(3)});
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ALIGNMENT), sint(8)});
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({50})});
  issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(50)});
  const int live_buffer = integer(gl(), GL_PIXEL_PACK_BUFFER_BINDING);
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 3, 2), kGreen);
  EXPECT_EQ(integer(gl(), GL_PACK_ROW_LENGTH), 100);
  EXPECT_EQ(integer(gl(), GL_PACK_SKIP_ROWS), 3);
  EXPECT_EQ(integer(gl(), GL_PACK_ALIGNMENT), 8);
  EXPECT_EQ(integer(gl(), GL_PIXEL_PACK_BUFFER_BINDING), live_buffer);
  EXPECT_NE(live_buffer, 0);
}

TEST_F(FramebufferReader, TheWindowIsReadWhileAFramebufferObjectIsBound) {
  clear(1, 0, 0);
  bind_framebuffer(GL_RGBA8);
  clear(0, 1, 0);
  const int live_framebuffer = integer(gl(), GL_READ_FRAMEBUFFER_BINDING);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 0, 0), kRed);
  EXPECT_EQ(integer(gl(), GL_READ_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_NE(live_framebuffer, 0);
}

TEST_F(FramebufferReader, ReadsTheFramebufferObjectWhenOneIsBound) {
  clear(1, 0, 0);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), kRed);
  bind_framebuffer(GL_RGBA8);
  clear(0, 1, 0);
  const auto picture = read_draw_framebuffer(*dispatcher);
  EXPECT_EQ(pixel(picture, 1, 1), kGreen);
  EXPECT_EQ(picture->width, 2);
}

TEST_F(FramebufferReader, AMultisampledFramebufferIsResolved) {
  bind_framebuffer(GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
  clear(0, 1, 0);
  const int live_framebuffer = integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING);
  const int live_renderbuffer = integer(gl(), GL_RENDERBUFFER_BINDING);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  EXPECT_EQ(integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_READ_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_RENDERBUFFER_BINDING), live_renderbuffer);
}

TEST_F(FramebufferReader, ResolvingKeepsTheScissorsOfOtherViewports) {
  if (gl().Enablei == nullptr || !gl().VERSION_4_1) GTEST_SKIP() << "no viewport arrays";
  bind_framebuffer(GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
  clear(0, 1, 0);
  gl().Enablei(GL_SCISSOR_TEST, 0);
  gl().Enablei(GL_SCISSOR_TEST, 2);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  EXPECT_TRUE(gl().IsEnabledi(GL_SCISSOR_TEST, 0));
  EXPECT_FALSE(gl().IsEnabledi(GL_SCISSOR_TEST, 1));
  EXPECT_TRUE(gl().IsEnabledi(GL_SCISSOR_TEST, 2));
}

// What the program has going on neither reaches our blits nor counts them.
class ResolvingDuring : public FramebufferReader {
 protected:
  void SetUp() override {
    FramebufferReader::SetUp();
    if (IsSkipped()) return;
    bind_framebuffer(GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
    clear(0, 1, 0);
    issue(FunctionId::glGenQueries, {sint(2), calls.names({31, 32})});
  }
  void query(std::uint32_t name) {
    issue(FunctionId::glBeginQuery, {uint(GL_SAMPLES_PASSED), uint(name)});
    issue(FunctionId::glEndQuery, {uint(GL_SAMPLES_PASSED)});
  }
  Pixel seen() { return pixel(read_draw_framebuffer(*dispatcher), 1, 1); }
};

TEST_F(ResolvingDuring, AConditionalRenderThatDropsAll) {
  query(31);
  issue(FunctionId::glBeginConditionalRender, {uint(31), uint(GL_QUERY_WAIT)});
  clear(1, 0, 0);
  EXPECT_EQ(seen(), kGreen);
  const auto images = read_attachments(*dispatcher);
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0].bytes[1], 255) << "green";
  clear(1, 0, 0);
  issue(FunctionId::glEndConditionalRender, {});
  EXPECT_EQ(seen(), kGreen) << "it was still going on";
  clear(1, 0, 0);
  EXPECT_EQ(seen(), kRed);
  EXPECT_TRUE(dispatcher->errors.unasked().empty());
}

TEST_F(ResolvingDuring, AConditionalRenderOfATexture) {
  issue(FunctionId::glGenTextures, {sint(1), calls.names({41})});
  issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D_MULTISAMPLE), uint(41)});
  issue(FunctionId::glTexImage2DMultisample,
        {uint(GL_TEXTURE_2D_MULTISAMPLE), sint(4), uint(GL_RGBA8), sint(2), sint(2), uint(1)});
  issue(FunctionId::glFramebufferTexture2D,
        {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D_MULTISAMPLE), uint(41), sint(0)});
  clear(1, 0, 1);
  EXPECT_EQ(seen(), (Pixel{255, 0, 255, 255}));
  query(31);
  issue(FunctionId::glBeginConditionalRender, {uint(31), uint(GL_QUERY_WAIT)});
  EXPECT_EQ(seen(), (Pixel{255, 0, 255, 255}));
}

TEST_F(ResolvingDuring, AConditionalRenderOfWhatWasDeletedGivesNone) {
  query(31);
  issue(FunctionId::glGenFramebuffers, {sint(1), calls.names({23})});
  issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(23)});
  issue(FunctionId::glDeleteRenderbuffers, {sint(1), calls.names({22})});
  issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(21)});
  issue(FunctionId::glBeginConditionalRender, {uint(31), uint(GL_QUERY_WAIT)});
  EXPECT_FALSE(read_draw_framebuffer(*dispatcher));
}

TEST_F(ResolvingDuring, AQueryIsNotCounted) {
  issue(FunctionId::glBeginQuery, {uint(GL_SAMPLES_PASSED), uint(32)});
  EXPECT_EQ(seen(), kGreen);
  issue(FunctionId::glEndQuery, {uint(GL_SAMPLES_PASSED)});
  GLuint samples = 77;
  gl().GetQueryObjectuiv(dispatcher->context->map(Kind::kQuery).find(32), GL_QUERY_RESULT, &samples);
  EXPECT_EQ(samples, 0u);
}

TEST_F(ResolvingDuring, TransformFeedback) {
  const char* source = "#version 330\nout float value; void main() { value = 0.5; gl_Position = vec4(0, 0, 0, 1); }";
  const char* varying = "value";
  const GLuint shader = gl().CreateShader(GL_VERTEX_SHADER), program = gl().CreateProgram();
  gl().ShaderSource(shader, 1, &source, nullptr);
  gl().CompileShader(shader);
  gl().AttachShader(program, shader);
  gl().TransformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
  gl().LinkProgram(program);
  gl().UseProgram(program);
  GLuint buffer = 0, array = 0;
  gl().GenVertexArrays(1, &array);
  gl().BindVertexArray(array);
  gl().GenBuffers(1, &buffer);
  gl().BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
  gl().BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 2 * sizeof(float), nullptr, GL_STREAM_READ);
  gl().Enable(GL_RASTERIZER_DISCARD);
  gl().BeginTransformFeedback(GL_POINTS);
  gl().DrawArrays(GL_POINTS, 0, 1);
  EXPECT_EQ(seen(), kGreen);
  gl().DrawArrays(GL_POINTS, 0, 1);
  gl().EndTransformFeedback();
  float values[2] = {};
  gl().GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof(values), values);
  EXPECT_EQ(values[0], 0.5f);
  EXPECT_EQ(values[1], 0.5f) << "the picture did not end it, nor write into its buffer";
  EXPECT_EQ(gl().GetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(ResolvingDuring, AllThatDecidesHowProgramsDraw) {
  for (const GLenum capability :
       {GL_RASTERIZER_DISCARD, GL_DITHER, GL_FRAMEBUFFER_SRGB, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST})
    issue(FunctionId::glEnable, {uint(capability)});
  issue(FunctionId::glScissor, {sint(0), sint(0), sint(0), sint(0)});
  issue(FunctionId::glDepthFunc, {uint(GL_NEVER)});
  issue(FunctionId::glColorMask, {uint(0), uint(0), uint(0), uint(0)});
  issue(FunctionId::glSampleMaski, {uint(0), uint(0)});
  EXPECT_EQ(seen(), kGreen);
}

// A program of old OpenGL that compiles and executes a list.
class ReadingInAList : public FramebufferReader {
 protected:
  void SetUp() override {
    FramebufferReader::SetUp();
    if (IsSkipped()) return;
    issue(FunctionId::glXCreateContext, {null(), null(), pointer(0), uint(1)}, pointer(kOld));
    issue(FunctionId::glXMakeCurrent, {null(), uint(kWindow), pointer(kOld)}, uint(1));
    issue(FunctionId::glPixelTransferf, {uint(GL_RED_BIAS), f32(1)});
    issue(FunctionId::glGenLists, {sint(1)}, uint(5));
  }
  void begin_list() { issue(FunctionId::glNewList, {uint(5), uint(GL_COMPILE_AND_EXECUTE)}); }
  // What a call of the list changes, which only clears by its recorded calls.
  void expect_clean() {
    issue(FunctionId::glEndList, {});
    issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(0)});
    issue(FunctionId::glPixelTransferf, {uint(GL_RED_BIAS), f32(0.5f)});
    while (gl().GetError() != GL_NO_ERROR) {
    }
    issue(FunctionId::glCallList, {uint(5)});
    EXPECT_EQ(gl().GetError(), static_cast<GLenum>(GL_NO_ERROR)) << "a buffer of another framebuffer is chosen";
    GLfloat bias = 0;
    gl().GetFloatv(GL_RED_BIAS, &bias);
    EXPECT_EQ(bias, 0.5f);
    EXPECT_EQ(integer(gl(), GL_TEXTURE_BINDING_2D), 0);
  }
  static constexpr std::uint64_t kOld = 0x31;
};

TEST_F(ReadingInAList, OfAWindow) {
  begin_list();
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 1, 1), kGreen);
  EXPECT_FALSE(read_attachments(*dispatcher).empty());
  expect_clean();
}

TEST_F(ReadingInAList, OfAFramebufferObject) {
  bind_framebuffer(GL_RGBA8);
  begin_list();
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  EXPECT_EQ(read_attachments(*dispatcher).size(), 1u);
  expect_clean();
}

TEST_F(ReadingInAList, OfATexture) {
  bind_framebuffer(GL_RGBA8);
  issue(FunctionId::glGenTextures, {sint(1), calls.names({41})});
  issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(41)});
  issue(FunctionId::glTexImage2D, {uint(GL_TEXTURE_2D), sint(0), sint(GL_RGBA8), sint(2), sint(2), sint(0),
                                   uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), null()});
  issue(FunctionId::glBindTexture, {uint(GL_TEXTURE_2D), uint(0)});
  issue(FunctionId::glFramebufferTexture2D,
        {uint(GL_FRAMEBUFFER), uint(GL_COLOR_ATTACHMENT0), uint(GL_TEXTURE_2D), uint(41), sint(0)});
  begin_list();
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  expect_clean();
}

TEST_F(FramebufferReader, IntegersAreClamped) {
  bind_framebuffer(GL_RGBA32I);
  issue(FunctionId::glClearBufferiv, {uint(GL_COLOR), sint(0), calls.ints({300, -5, 77, 1})});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{255, 0, 77, 1}));
}

TEST_F(FramebufferReader, UnsignedIntegersAreClamped) {
  bind_framebuffer(GL_RGBA32UI);
  issue(FunctionId::glClearBufferuiv, {uint(GL_COLOR), sint(0), calls.names({4'000'000'000, 0, 77, 1})});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{255, 0, 77, 1}));
}

TEST_F(FramebufferReader, DepthWithoutColourIsShownInGrey) {
  bind_framebuffer(GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
  issue(FunctionId::glDrawBuffer, {uint(GL_NONE)});
  issue(FunctionId::glReadBuffer, {uint(GL_NONE)});
  issue(FunctionId::glClearDepth, {Value::of_f64(0.2)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{51, 51, 51, 255}));
}

TEST_F(FramebufferReader, AnIncompleteFramebufferHasNoPicture) {
  issue(FunctionId::glGenFramebuffers, {sint(1), calls.names({21})});
  issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(21)});
  EXPECT_FALSE(read_draw_framebuffer(*dispatcher));
}

TEST_F(FramebufferReader, ThereIsNothingToReadWithoutAContext) {
  issue(FunctionId::glXMakeCurrent, {null(), uint(0), pointer(0)}, uint(1));
  EXPECT_FALSE(read_draw_framebuffer(*dispatcher));
}

TEST_F(FramebufferReader, ReadsTheDepthOfAWindowBottomRowFirst) {
  issue(FunctionId::glClearDepth, {Value::of_f64(1)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  issue(FunctionId::glScissor, {sint(0), sint(0), sint(4), sint(1)});
  issue(FunctionId::glEnable, {uint(GL_SCISSOR_TEST)});
  issue(FunctionId::glClearDepth, {Value::of_f64(0)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  const auto depth = read_depth(*dispatcher, drawable(kWindow));
  ASSERT_EQ(depth.size(), 12u);
  EXPECT_EQ(depth.front(), 0u);
  EXPECT_EQ(depth.back(), UINT32_MAX);
}

TEST_F(FramebufferReader, ItsOwnGlErrorsAreNotCounted) {
  clear(1, 0, 0);
  bind_framebuffer(GL_RGBA32I);
  std::ignore = read_draw_framebuffer(*dispatcher);
  std::ignore = read_drawable(*dispatcher, drawable(kWindow));
  std::ignore = read_depth(*dispatcher, drawable(kWindow));
  EXPECT_EQ(gl().GetError(), static_cast<GLenum>(GL_NO_ERROR));
  EXPECT_TRUE(dispatcher->errors.unasked().empty());
}

}  // namespace
}  // namespace replay
