#include "replay/inspect/position_capture.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/uniform_values.h"
#include "replay/inspect/program_copy.h"

namespace replay {
namespace {

// Queries that count what transform feedback, or a draw that is not rasterized, does.
constexpr GLenum kCounting[] = {GL_PRIMITIVES_GENERATED,
                                GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
                                GL_TRANSFORM_FEEDBACK_OVERFLOW,
                                GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW,
                                GL_VERTICES_SUBMITTED,
                                GL_PRIMITIVES_SUBMITTED,
                                GL_VERTEX_SHADER_INVOCATIONS,
                                GL_TESS_CONTROL_SHADER_PATCHES,
                                GL_TESS_EVALUATION_SHADER_INVOCATIONS,
                                GL_GEOMETRY_SHADER_INVOCATIONS,
                                GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED,
                                GL_CLIPPING_INPUT_PRIMITIVES,
                                GL_CLIPPING_OUTPUT_PRIMITIVES};

bool counts_something(const GladGLContext& gl) {
  return std::ranges::any_of(kCounting, [&](GLenum target) {
    GLint active = 0;
    gl.GetQueryiv(target, GL_CURRENT_QUERY, &active);
    return !had_error(gl) && active != 0;
  });
}

bool has_feedback(const GladGLContext& gl) {
  return gl.TransformFeedbackVaryings != nullptr && gl.BeginTransformFeedback != nullptr &&
         gl.EndTransformFeedback != nullptr && gl.BindBufferBase != nullptr && gl.GetBufferSubData != nullptr &&
         gl.GenTransformFeedbacks != nullptr && gl.BindTransformFeedback != nullptr && gl.GetQueryiv != nullptr &&
         gl.GetQueryObjectuiv != nullptr;
}

// Why nothing is captured in this state of GL, whatever the program is. Empty: it can be.
std::string why_not_here(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  if (!has_feedback(gl)) return "The driver, or this version of GL, has no transform feedback that this needs.";
  if (gl.IsEnabled(GL_VERTEX_PROGRAM_ARB) != GL_FALSE && !had_error(gl))
    return "A vertex program of GL_ARB_vertex_program cannot be captured.";
  had_error(gl);
  if (d.context->pipeline != 0 && d.context->program == 0)
    return "The program is part of a program pipeline object, of which no copy is made.";
  if (integer(gl, GL_TRANSFORM_FEEDBACK_ACTIVE) != 0 && !had_error(gl))
    return "The recorded program itself uses transform feedback here.";
  had_error(gl);
  if (d.context->may_be_conditional) return "A conditional render may leave out the draw.";
  if (!d.context->renders) return "The mode of glRenderMode is not GL_RENDER.";
  if (counts_something(gl)) return "A query is active that would count the draw twice.";
  return "";
}

// What transform feedback gets from a draw: points, lines or triangles.
GLenum captured_mode(const GladGLContext& gl, GLuint program, GLenum mode) {
  const auto ask = [&](GLenum name) {
    GLint value = 0;
    gl.GetProgramiv(program, name, &value);
    return had_error(gl) ? 0U : static_cast<GLenum>(value);
  };
  const auto stages = stages_of(gl, program);
  const auto has = [&](GLenum stage) { return std::ranges::find(stages, stage) != stages.end(); };
  if (has(GL_GEOMETRY_SHADER)) {
    const GLenum out = ask(GL_GEOMETRY_OUTPUT_TYPE);
    return out == GL_POINTS ? GL_POINTS : out == GL_LINE_STRIP ? GL_LINES : GL_TRIANGLES;
  }
  if (has(GL_TESS_EVALUATION_SHADER)) {
    if (ask(GL_TESS_GEN_POINT_MODE) != 0) return GL_POINTS;
    return ask(GL_TESS_GEN_MODE) == GL_ISOLINES ? GL_LINES : GL_TRIANGLES;
  }
  switch (mode) {
    case GL_POINTS: return GL_POINTS;
    case GL_LINES:
    case GL_LINE_LOOP:
    case GL_LINE_STRIP:
    case GL_LINES_ADJACENCY:
    case GL_LINE_STRIP_ADJACENCY: return GL_LINES;
    default: return GL_TRIANGLES;
  }
}

// While one lives, draws of the current context go into its buffer and are not rasterized. At its end everything is as
// it was, and its objects are gone.
class Feedback {
 public:
  Feedback(const GladGLContext& gl, GLuint copy, std::size_t bytes) : gl_(gl) {
    gl.GetIntegerv(GL_CURRENT_PROGRAM, &program_);
    gl.GetIntegerv(GL_TRANSFORM_FEEDBACK_BINDING, &feedback_bound_);
    gl.GetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &buffer_bound_);
    discarded_ = gl.IsEnabled(GL_RASTERIZER_DISCARD) != GL_FALSE;
    gl.GenBuffers(1, &buffer_);
    gl.GenTransformFeedbacks(1, &feedback_);
    gl.GenQueries(2, queries_.data());
    gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback_);
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer_);
    gl.BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    gl.UseProgram(copy);
    gl.Enable(GL_RASTERIZER_DISCARD);
  }
  ~Feedback() {
    if (!discarded_) gl_.Disable(GL_RASTERIZER_DISCARD);
    gl_.UseProgram(static_cast<GLuint>(program_));
    gl_.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, static_cast<GLuint>(feedback_bound_));
    gl_.BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLuint>(buffer_bound_));
    gl_.DeleteTransformFeedbacks(1, &feedback_);
    gl_.DeleteQueries(2, queries_.data());
    gl_.DeleteBuffers(1, &buffer_);
    had_error(gl_);
  }
  Feedback(const Feedback&) = delete;
  Feedback& operator=(const Feedback&) = delete;

  // Makes the draw. False: GL refused.
  template <class Draw>
  bool run(GLenum mode, Draw draw) {
    had_error(gl_);
    gl_.BeginQuery(GL_PRIMITIVES_GENERATED, queries_[0]);
    gl_.BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries_[1]);
    gl_.BeginTransformFeedback(mode);
    const bool began = !had_error(gl_);
    if (began) draw();
    const bool drew = began && !had_error(gl_);
    gl_.EndTransformFeedback();
    gl_.EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    gl_.EndQuery(GL_PRIMITIVES_GENERATED);
    had_error(gl_);
    return drew;
  }

  std::uint32_t generated() const { return result(0); }
  std::uint32_t written() const { return result(1); }

  std::vector<float> floats(std::size_t count) const {
    std::vector<float> out(count);
    if (count == 0) return out;
    gl_.GetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(float)), out.data());
    return had_error(gl_) ? std::vector<float>{} : out;
  }

 private:
  std::uint32_t result(std::size_t which) const {
    GLuint value = 0;
    gl_.GetQueryObjectuiv(queries_[which], GL_QUERY_RESULT, &value);
    return had_error(gl_) ? 0 : value;
  }

  const GladGLContext& gl_;
  GLint program_ = 0, feedback_bound_ = 0, buffer_bound_ = 0;
  bool discarded_ = false;
  GLuint buffer_ = 0, feedback_ = 0;
  std::array<GLuint, 2> queries_{};
};

const char* name_of_mode(GLenum mode) {
  return mode == GL_POINTS ? "GL_POINTS" : mode == GL_LINES ? "GL_LINES" : "GL_TRIANGLES";
}

OutPositions none(std::string why) {
  OutPositions out;
  out.notes.push_back(std::move(why));
  return out;
}

}  // namespace

const PositionCapture::Copy& PositionCapture::copy_of(Dispatcher& d, std::uint32_t program) {
  const auto [found, is_new] = copies_.try_emplace({d.context->group.get(), program});
  if (is_new) {
    ProgramCopy made = copy_program(*d.gl, program);
    found->second = {.live = made.live, .why_not = std::move(made.why_not)};
  }
  return found->second;
}

void PositionCapture::follow(Dispatcher& d, const loaders::Call& call) {
  if (copies_.empty()) return;
  const std::string_view name = glbindings::signature(call.function).name();
  const bool changes_programs = name.starts_with("glLinkProgram") || name.starts_with("glDeleteProgram") ||
                                name.starts_with("glProgramBinary") || name.starts_with("glDeleteObject") ||
                                name.starts_with("glGetAttribLocation") || name.starts_with("glGetActiveAttrib");
  if (!changes_programs || d.context == nullptr || is_inside_begin(d)) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  for (const auto& [key, copy] : copies_) {
    if (key.first == d.context->group.get() && copy.live != 0) d.gl->DeleteProgram(copy.live);
  }
  std::erase_if(copies_, [&](const auto& entry) { return entry.first.first == d.context->group.get(); });
}

OutPositions PositionCapture::capture(Dispatcher& d, const loaders::Call& call, std::uint32_t mode, std::size_t most) {
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  had_error(gl);
  if (std::string why = why_not_here(d); !why.empty()) return none(std::move(why));
  const auto program = static_cast<GLuint>(integer(gl, GL_CURRENT_PROGRAM));
  if (program == 0) return none("There is no program.");
  const Copy& copy = copy_of(d, program);
  if (copy.live == 0) return none(copy.why_not);
  UniformValues(gl, program).put_back(gl, copy.live);
  had_error(gl);

  const GLenum primitives = captured_mode(gl, program, mode);
  const std::size_t corners = primitives == GL_POINTS ? 1 : primitives == GL_LINES ? 2 : 3;
  OutPositions out{.mode = name_of_mode(primitives)};
  Feedback feedback(gl, copy.live, most / 6 * 6 * 4 * sizeof(float));
  if (!feedback.run(primitives, [&] { d.issue(call); })) return none("The driver refuses to capture this draw.");
  const std::size_t written = feedback.written(), generated = feedback.generated();
  out.from = "Captured by transform feedback, with a copy of the program, before the draw.";
  out.clip = feedback.floats(std::min(written * corners, most) * 4);
  if (written < generated)
    out.notes.push_back(fmt::format("These are the first {} of {} primitives.", written, generated));
  return out;
}

OutPositions fixed_positions(const GladGLContext& gl, const state::DrawVertices& draw) {
  if (draw.position < 0) return none("The draw has no array of positions.");
  const state::VertexColumn& column = draw.columns[static_cast<std::size_t>(draw.position)];
  if (gl.IsEnabled(GL_VERTEX_PROGRAM_ARB) != GL_FALSE && !had_error(gl))
    return none("A vertex program of GL_ARB_vertex_program cannot be captured.");
  std::array<GLfloat, 16> view{}, projection{};
  had_error(gl);
  gl.GetFloatv(GL_MODELVIEW_MATRIX, view.data());
  gl.GetFloatv(GL_PROJECTION_MATRIX, projection.data());
  if (had_error(gl)) return none("The context has no matrices.");
  const auto apply = [](const std::array<GLfloat, 16>& matrix, const std::array<double, 4>& in) {
    std::array<double, 4> to{};
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t i = 0; i < 4; ++i) to[row] += static_cast<double>(matrix[4 * i + row]) * in[i];
    }
    return to;
  };
  OutPositions out{.mode = draw.mode,
                   .from = "Computed from the matrices, as the fixed functions do.",
                   .by_vertex = true,
                   .clip = {},
                   .notes = {}};
  const auto components = static_cast<std::size_t>(column.format.count());
  for (std::size_t vertex = 0; vertex < draw.vertices.size(); ++vertex) {
    std::array<double, 4> position{0, 0, 0, 1};
    for (std::size_t i = 0; i < components; ++i) position[i] = column.values[vertex * components + i];
    for (const double value : apply(projection, apply(view, position))) out.clip.push_back(static_cast<float>(value));
  }
  return out;
}

}  // namespace replay
