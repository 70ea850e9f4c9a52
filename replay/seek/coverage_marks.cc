#include "replay/seek/coverage_marks.h"

#include <glad/gl.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <tuple>

#include "glbindings/function_id.h"
#include "replay/calls/call_argument.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/readback/no_scissor.h"
#include "replay/seek/clear_check.h"

namespace replay {
namespace {

struct Face {
  GLenum face;
  std::array<GLenum, std::tuple_size_v<CoverageMarks::Tests>> parameters;
};
constexpr std::array<Face, CoverageMarks::kFaceCount> kFaces{{
    {GL_FRONT,
     {GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK, GL_STENCIL_FAIL,
      GL_STENCIL_PASS_DEPTH_FAIL, GL_STENCIL_PASS_DEPTH_PASS}},
    {GL_BACK,
     {GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_BACK_WRITEMASK,
      GL_STENCIL_BACK_FAIL, GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS}},
}};

// The program of the fragments; 0 where fixed functions make them. Nothing: there are none.
std::optional<GLuint> program_of_fragments(const GladGLContext& gl) {
  if (const auto program = answer_to(gl, GL_CURRENT_PROGRAM).value_or(0); program != 0)
    return static_cast<GLuint>(program);
  const auto pipeline = gl.GetProgramPipelineiv != nullptr ? answer_to(gl, GL_PROGRAM_PIPELINE_BINDING) : std::nullopt;
  if (pipeline.value_or(0) == 0) return 0;
  GLint program = 0;
  gl.GetProgramPipelineiv(static_cast<GLuint>(*pipeline), GL_FRAGMENT_SHADER, &program);
  if (had_error(gl) || program == 0) return std::nullopt;
  return static_cast<GLuint>(program);
}

// Whether this output of a program is the colour of the first draw buffer.
bool is_first_color(const GladGLContext& gl, GLuint program, GLuint output) {
  constexpr std::array<GLenum, 3> kAsked{GL_REFERENCED_BY_FRAGMENT_SHADER, GL_LOCATION, GL_LOCATION_INDEX};
  std::array<GLint, kAsked.size()> answers{0, -1, -1};
  gl.GetProgramResourceiv(program, GL_PROGRAM_OUTPUT, output, kAsked.size(), kAsked.data(), answers.size(), nullptr,
                          answers.data());
  if (had_error(gl) || answers[0] == 0) return false;
  if (answers[1] == 0 && answers[2] <= 0) return true;
  std::array<char, 32> name{};
  gl.GetProgramResourceName(program, GL_PROGRAM_OUTPUT, output, name.size(), nullptr, name.data());
  const std::string_view text = name.data();
  return !had_error(gl) && (text == "gl_FragColor" || text == "gl_FragData" || text == "gl_FragData[0]");
}

// Whether the fragments of the next draw have a colour for the first draw buffer. Where a program gives none, drivers
// leave what was there.
bool has_first_color(const GladGLContext& gl) {
  const auto program = program_of_fragments(gl);
  if (!program) return false;
  if (*program == 0) return !is_on(gl, GL_FRAGMENT_PROGRAM_ARB) && !is_on(gl, GL_FRAGMENT_SHADER_ATI);
  if (gl.GetProgramInterfaceiv == nullptr) return false;
  GLint outputs = 0;
  gl.GetProgramInterfaceiv(*program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &outputs);
  if (had_error(gl)) return false;
  for (GLint i = 0; i < outputs; ++i) {
    if (is_first_color(gl, *program, static_cast<GLuint>(i))) return true;
  }
  return false;
}

// Whether what is there is multiplied by one of these, in colours and in alpha, and added to something that does not
// depend on what is there.
bool keeps_only(const GladGLContext& gl, std::initializer_list<GLenum> factors) {
  for (const GLenum equation : {GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA}) {
    if (!is_among(gl, equation, {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT})) return false;
  }
  for (const GLenum source : {GL_BLEND_SRC_RGB, GL_BLEND_SRC_ALPHA}) {
    if (!is_among(gl, source,
                  {GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA,
                   GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA}))
      return false;
  }
  return is_among(gl, GL_BLEND_DST_RGB, factors) && is_among(gl, GL_BLEND_DST_ALPHA, factors);
}

// Some programs never disable blending, and multiply what is there by zero.
bool keeps_nothing(const GladGLContext& gl) { return !is_on(gl, GL_BLEND) || keeps_only(gl, {GL_ZERO}); }

// Whether no fragment passes a test for depth after the draw that has not passed it before. Where depths are written, a
// test for "less or equal" lets those pass that have them. A test for "less" lets none pass.
bool repeats_depth_test(const GladGLContext& gl) {
  if (!is_on(gl, GL_DEPTH_TEST) || answer_to(gl, GL_DEPTH_WRITEMASK).value_or(1) == 0) return true;
  return is_among(gl, GL_DEPTH_FUNC, {GL_LEQUAL, GL_GEQUAL, GL_ALWAYS});
}

// Core profiles have no test for alpha. Mesa 22.3 still tells the function of one there.
bool has_alpha_test(const GladGLContext& gl) {
  if (gl.AlphaFunc == nullptr) return false;
  gl.IsEnabled(GL_ALPHA_TEST);
  return !had_error(gl);
}

bool tests_stencils(const GladGLContext& gl) {
  return is_on(gl, GL_STENCIL_TEST) || is_on(gl, GL_STENCIL_TEST_TWO_SIDE_EXT);
}

std::int32_t draw_buffer(const GladGLContext& gl) { return answer_to(gl, GL_DRAW_BUFFER).value_or(GL_NONE); }

void set_face(const GladGLContext& gl, GLenum face, const CoverageMarks::Tests& values) {
  gl.StencilFuncSeparate(face, static_cast<GLenum>(values[0]), values[1], static_cast<GLuint>(values[2]));
  gl.StencilMaskSeparate(face, static_cast<GLuint>(values[3]));
  gl.StencilOpSeparate(face, static_cast<GLenum>(values[4]), static_cast<GLenum>(values[5]),
                       static_cast<GLenum>(values[6]));
}

}  // namespace

std::optional<CoverageMarks> CoverageMarks::begin(Dispatcher& d) {
  if (d.context == nullptr || d.context->live->api() != Api::kGl || d.gl->StencilFuncSeparate == nullptr ||
      d.gl->StencilOpSeparate == nullptr || d.gl->StencilMaskSeparate == nullptr)
    return std::nullopt;
  const GlErrors::Mute mute(d.errors, *d.gl);
  if (tests_stencils(*d.gl)) return std::nullopt;
  const auto stencils = read_drawn_stencils(d);
  if (!stencils || stencils->bytes.empty()) return std::nullopt;
  const std::uint8_t before = stencils->bytes[0];
  if (std::ranges::any_of(stencils->bytes, [&](std::uint8_t each) { return each != before; })) return std::nullopt;
  return CoverageMarks(d, before, draw_buffer(*d.gl));
}

bool CoverageMarks::is_disturbed() const {
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  return tests_stencils(*dispatcher_->gl);
}

bool CoverageMarks::is_disturbed_by(const loaders::Call& call) {
  using Id = glbindings::FunctionId;
  switch (call.function) {
    case Id::glClear: return (gl_number(call, 0) & GL_STENCIL_BUFFER_BIT) != 0;
    case Id::glClearBufferfv: return gl_number(call, 0) != GL_COLOR && gl_number(call, 0) != GL_DEPTH;
    case Id::glClearBufferiv:
    case Id::glClearBufferuiv: return gl_number(call, 0) != GL_COLOR;
    case Id::glBlitFramebuffer: return (gl_number(call, 8) & GL_STENCIL_BUFFER_BIT) != 0;
    default: return true;
  }
}

// Whether the next draw writes each channel of the colours that were drawn into when the marks began.
bool CoverageMarks::writes_colors() const {
  const GladGLContext& gl = *dispatcher_->gl;
  if (is_on(gl, GL_COLOR_LOGIC_OP) || draw_buffer(gl) != buffer_) return false;
  return writes_all_colors(*dispatcher_) && has_first_color(gl);
}

bool CoverageMarks::replaces_colors() const { return keeps_nothing(*dispatcher_->gl) && writes_colors(); }

void CoverageMarks::set_tests(std::int32_t passes) {
  const GladGLContext& gl = *dispatcher_->gl;
  for (std::size_t i = 0; i < kFaces.size(); ++i) {
    for (std::size_t j = 0; j < tests_[i].size(); ++j) gl.GetIntegerv(kFaces[i].parameters[j], &tests_[i][j]);
    set_face(gl, kFaces[i].face, {GL_ALWAYS, before_ ^ 0xff, 0xff, 0xff, GL_KEEP, GL_KEEP, passes});
  }
  gl.Enable(GL_STENCIL_TEST);
}

void CoverageMarks::begin_draw() {
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  set_tests(replaces_colors() ? GL_REPLACE : GL_KEEP);
}

// The pass has a test for alpha of its own, so the program's test has to let all opaque fragments pass.
bool CoverageMarks::has_opaque_pass() const {
  const GladGLContext& gl = *dispatcher_->gl;
  const GlErrors::Mute mute(dispatcher_->errors, gl);
  if (!has_alpha_test(gl)) return false;
  if (is_on(gl, GL_ALPHA_TEST) && !is_among(gl, GL_ALPHA_TEST_FUNC, {GL_ALWAYS, GL_GREATER, GL_GEQUAL})) return false;
  GLfloat least = 0;
  gl.GetFloatv(GL_ALPHA_TEST_REF, &least);
  return least < 1 && !keeps_nothing(gl) && keeps_only(gl, {GL_ZERO, GL_ONE_MINUS_SRC_ALPHA}) &&
         repeats_depth_test(gl) && writes_colors();
}

void CoverageMarks::begin_opaque_pass() {
  const GladGLContext& gl = *dispatcher_->gl;
  const GlErrors::Mute mute(dispatcher_->errors, gl);
  set_tests(GL_REPLACE);
  more_tests_.has_alpha_test = is_on(gl, GL_ALPHA_TEST);
  more_tests_.alpha_function = integer(gl, GL_ALPHA_TEST_FUNC);
  gl.GetFloatv(GL_ALPHA_TEST_REF, &more_tests_.alpha);
  more_tests_.writes_depth = integer(gl, GL_DEPTH_WRITEMASK) != 0;
  gl.Enable(GL_ALPHA_TEST);
  gl.AlphaFunc(GL_GEQUAL, 1);
  gl.DepthMask(GL_FALSE);
  gl.ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
}

// All masks of colours were open (writes_colors()).
void CoverageMarks::end_opaque_pass() {
  const GladGLContext& gl = *dispatcher_->gl;
  {
    const GlErrors::Mute mute(dispatcher_->errors, gl);
    gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl.DepthMask(more_tests_.writes_depth ? GL_TRUE : GL_FALSE);
    gl.AlphaFunc(static_cast<GLenum>(more_tests_.alpha_function), more_tests_.alpha);
    if (!more_tests_.has_alpha_test) gl.Disable(GL_ALPHA_TEST);
  }
  end_draw();
}

void CoverageMarks::end_draw() {
  const GladGLContext& gl = *dispatcher_->gl;
  const GlErrors::Mute mute(dispatcher_->errors, gl);
  gl.Disable(GL_STENCIL_TEST);
  for (std::size_t i = 0; i < kFaces.size(); ++i) set_face(gl, kFaces[i].face, tests_[i]);
}

std::optional<std::vector<bool>> CoverageMarks::marked() const {
  const auto stencils = read_drawn_stencils(*dispatcher_);
  if (!stencils) return std::nullopt;
  std::vector<bool> marked(stencils->bytes.size());
  std::transform(stencils->bytes.begin(), stencils->bytes.end(), marked.begin(),
                 [this](std::uint8_t each) { return each != before_; });
  return marked;
}

bool CoverageMarks::end() {
  const GladGLContext& gl = *dispatcher_->gl;
  {
    const GlErrors::Mute mute(dispatcher_->errors, gl);
    const NoScissor all(gl);
    const GLint value = answer_to(gl, GL_STENCIL_CLEAR_VALUE).value_or(0);
    const GLint mask = answer_to(gl, GL_STENCIL_WRITEMASK).value_or(-1);
    gl.StencilMaskSeparate(GL_FRONT, 0xff);
    gl.ClearStencil(before_);
    gl.Clear(GL_STENCIL_BUFFER_BIT);
    gl.ClearStencil(value);
    gl.StencilMaskSeparate(GL_FRONT, static_cast<GLuint>(mask));
  }
  const auto left = marked();
  return left && std::ranges::find(*left, true) == left->end();
}

}  // namespace replay
