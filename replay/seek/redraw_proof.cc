#include "replay/seek/redraw_proof.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <optional>
#include <utility>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/dispatch/pack_state.h"
#include "replay/readback/attachment.h"
#include "replay/readback/no_scissor.h"
#include "replay/seek/backgrounds.h"
#include "replay/seek/clear_check.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/kept_depths.h"
#include "replay/seek/repeated_call.h"

namespace replay {
namespace {

using Form = AttachmentImage::Form;

constexpr const char* kDepthsDecide = "depths decide about pixels";

// What the destination is multiplied by, or what is added to it, does not get less when the destination gets more.
bool is_monotonic(const GladGLContext& gl, GLenum equation, GLenum source_factor, GLenum destination_factor) {
  if (is_among(gl, equation, {GL_MIN, GL_MAX})) return true;
  if (!is_among(gl, equation, {GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT})) return false;
  return std::ranges::all_of(std::array{source_factor, destination_factor}, [&](GLenum factor) {
    return is_among(gl, factor,
                    {GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA,
                     GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA,
                     GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA});
  });
}

bool blends_monotonically(const GladGLContext& gl) {
  return is_monotonic(gl, GL_BLEND_EQUATION_RGB, GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB) &&
         is_monotonic(gl, GL_BLEND_EQUATION_ALPHA, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA);
}

// A test that has nothing to test passes.
bool tests_nothing(const GladGLContext& gl, bool is_window) {
  const bool depth = is_on(gl, GL_DEPTH_TEST), stencil = is_on(gl, GL_STENCIL_TEST);
  if (!depth && !stencil) return true;
  return !is_window && std::ranges::none_of(all_attachments(gl), [](const AttachmentInfo& each) {
    return each.content == AttachmentContent::kDepth || each.content == AttachmentContent::kStencil;
  });
}

// Fills the only draw buffer.
void fill(const GladGLContext& gl, float value) {
  const NoScissor all(gl);
  const std::array<float, 4> color{value, value, value, value};
  if (gl.ClearBufferfv != nullptr) return gl.ClearBufferfv(GL_COLOR, 0, color.data());
  std::array<float, 4> old{};
  gl.GetFloatv(GL_COLOR_CLEAR_VALUE, old.data());
  gl.ClearColor(value, value, value, value);
  gl.Clear(GL_COLOR_BUFFER_BIT);
  gl.ClearColor(old[0], old[1], old[2], old[3]);
}

// Mesa 22.3 takes a colour that came after the last vertex only when somebody asks, and would take it after
// glPopAttrib.
void restore_attributes(const GladGLContext& gl) {
  std::array<GLfloat, 4> color{};
  gl.GetFloatv(GL_CURRENT_COLOR, color.data());
  gl.PopAttrib();
}

// While one lives, a blit into an sRGB image writes what it reads. OpenGL ES has no switch for this.
class NoSrgb {
 public:
  explicit NoSrgb(const GladGLContext& gl) : gl_(gl), was_on_(is_on(gl, GL_FRAMEBUFFER_SRGB)) {
    if (was_on_) gl_.Disable(GL_FRAMEBUFFER_SRGB);
  }
  ~NoSrgb() {
    if (was_on_) gl_.Enable(GL_FRAMEBUFFER_SRGB);
  }
  NoSrgb(const NoSrgb&) = delete;
  NoSrgb& operator=(const NoSrgb&) = delete;

 private:
  const GladGLContext& gl_;
  bool was_on_;
};

// A texture of ours with these pixels, in a framebuffer of ours that is bound for reading. The program's bindings come
// back at the end.
class PixelSource {
 public:
  PixelSource(const GladGLContext& gl, const AttachmentImage& image) : gl_(gl) {
    gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer_before_);
    gl.GetIntegerv(GL_TEXTURE_BINDING_2D, &texture_before_);
    const UnpackState unpack(gl);
    const PixelTransfer as = transfer_of(image.form);
    gl.GenTextures(1, &texture_);
    gl.BindTexture(GL_TEXTURE_2D, texture_);
    gl.TexImage2D(GL_TEXTURE_2D, 0, image.form == Form::kRgbaF32 ? GL_RGBA32F : GL_RGBA8, image.width, image.height, 0,
                  as.format, as.type, image.bytes.data());
    gl.GenFramebuffers(1, &framebuffer_);
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    gl.FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  }
  ~PixelSource() {
    gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(framebuffer_before_));
    gl_.BindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture_before_));
    gl_.DeleteFramebuffers(1, &framebuffer_);
    gl_.DeleteTextures(1, &texture_);
  }
  PixelSource(const PixelSource&) = delete;
  PixelSource& operator=(const PixelSource&) = delete;

 private:
  const GladGLContext& gl_;
  GLint framebuffer_before_ = 0, texture_before_ = 0;
  GLuint framebuffer_ = 0, texture_ = 0;
};

}  // namespace

RedrawProof::RedrawProof(Dispatcher& dispatcher, const Area& area)
    : dispatcher_(&dispatcher),
      area_(area),
      context_(dispatcher.context),
      drawable_(dispatcher.window_system.current_drawable()),
      framebuffer_(dispatcher.context != nullptr ? dispatcher.context->draw_framebuffer : 0) {}

RedrawProof::Result RedrawProof::failed(const char* why) {
  problem_ = why;
  return Result::kFailed;
}

bool RedrawProof::is_the_same_place() const {
  return dispatcher_->context != nullptr && dispatcher_->context == context_ && dispatcher_->gl != nullptr &&
         dispatcher_->window_system.current_drawable() == drawable_ &&
         dispatcher_->context->draw_framebuffer == framebuffer_;
}

// The draw that comes next will be the first over them. The ones are there then.
bool RedrawProof::fill_with_backgrounds() {
  std::optional<AttachmentImage> around;
  if (is_of_part()) {
    around = read_drawn_colors(*dispatcher_);
    if (!around || around->width != area_.width || around->height != area_.height) return false;
  }
  for (const std::size_t which : {0, 1}) {
    fill(*dispatcher_->gl, static_cast<float>(which));
    auto filled = read_drawn_colors(*dispatcher_);
    if (!filled || (around && !are_alike(*around, *filled))) return false;
    drawn_[which] = std::move(*filled);
    if (around) take_around(*around, area_.box, drawn_[which]);
  }
  return are_backgrounds(drawn_[0], drawn_[1], proven_box()) && (!around || put_back(drawn_[1]));
}

ClearBox RedrawProof::proven_box() const {
  return is_of_part() ? area_.box : ClearBox{0, 0, drawn_[0].width, drawn_[0].height};
}

// A blit into a window obeys its scissor box, and converts where formats differ, so the result is compared.
bool RedrawProof::put_back(const AttachmentImage& pixels) {
  const GladGLContext& gl = *dispatcher_->gl;
  if (gl.BlitFramebuffer == nullptr) return false;
  {
    const NoScissor all(gl);
    const NoSrgb as_they_are(gl);
    const PixelSource source(gl, pixels);
    gl.BlitFramebuffer(0, 0, pixels.width, pixels.height, 0, 0, pixels.width, pixels.height, GL_COLOR_BUFFER_BIT,
                       GL_NEAREST);
  }
  const auto there = read_drawn_colors(*dispatcher_);
  return there && there->bytes == pixels.bytes;
}

const char* RedrawProof::why_not_twice(Writes how) const {
  const GladGLContext& gl = *dispatcher_->gl;
  if (draws_ > kMaxDraws) return "there are too many of them";
  if (draws_ > kFewDraws && covers_too_little()) return "they cover too little";
  if (how == Writes::kPlainly) return nullptr;
  if (is_on(gl, GL_BLEND) && (drawn_[0].form != Form::kRgba8 || !blends_monotonically(gl)))
    return "they are blended in a way from which nothing follows";
  if (is_on(gl, GL_COLOR_LOGIC_OP)) return "a logic operation decides about pixels";
  if (tests_nothing(gl, framebuffer_ == 0)) return nullptr;
  return is_on(gl, GL_STENCIL_TEST) ? "stencils decide about pixels" : kDepthsDecide;
}

bool RedrawProof::admits_draw(Writes how) {
  const auto refuse = [this](const char* why) {
    problem_ = why;
    return false;
  };
  if (!is_the_same_place() || is_inside_begin(*dispatcher_) || dispatcher_->context->compiled_list != 0)
    return refuse("they draw into several places");
  ++draws_;
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  if (draws_ == 1 && !writes_all_colors(*dispatcher_)) return refuse("a mask or a mode keeps pixels");
  if (draws_ == 1 && !fill_with_backgrounds()) return refuse("what they draw into cannot be filled and read");
  if (!marks_) {
    const char* why_not = why_not_twice(how);
    if (why_not != nullptr) marks_ = CoverageMarks::begin(*dispatcher_);
    // Some windows have no stencils for marks. A draw finds the same depths both times then.
    keeps_depths_ = !marks_ && why_not == kDepthsDecide;
    return marks_ || why_not == nullptr || keeps_depths_ || refuse(why_not);
  }
  return how == Writes::kPlainly || !marks_->is_disturbed() || refuse("stencils decide about pixels");
}

// Whether kMaxDraws draws like those that were made would leave something.
bool RedrawProof::covers_too_little() const {
  const ClearBox box = proven_box();
  const auto all = static_cast<std::size_t>(box.right - box.left) * static_cast<std::size_t>(box.top - box.bottom);
  const auto made = static_cast<std::size_t>(draws_ - 1);
  return (all - left_) * kMaxDraws < all * made;
}

RedrawProof::Result RedrawProof::take_marks() {
  if (!is_the_same_place()) return failed("they draw into several places");
  const auto marked = marks_->marked();
  if (!marked || marked->size() != drawn_[0].bytes.size() / bytes_of_pixel(drawn_[0].form))
    return failed("what they draw into changes");
  if (const PixelsLeft left = pixels_left(drawn_[0], drawn_[1], proven_box(), &*marked); left.count > 0) {
    problem_ = fmt::format("{} pixels of before are left, one at ({}, {})", left.count, left.x, left.y);
    return Result::kOpen;
  }
  return marks_->end() ? Result::kProven : failed("stencils cannot be put back");
}

// After the first draw, the second, the fourth and so on: each reading costs a copy.
RedrawProof::Result RedrawProof::take_marks_at_times() {
  return std::has_single_bit(static_cast<unsigned>(draws_)) ? take_marks() : Result::kOpen;
}

RedrawProof::Result RedrawProof::finish() {
  if (!marks_ || in_marked_primitive_) return Result::kFailed;
  return take_marks() == Result::kProven ? Result::kProven : Result::kFailed;
}

template <class Draw>
RedrawProof::Result RedrawProof::draw_over_both(Draw&& draw) {
  const auto depths = keeps_depths_ ? KeptDepths::keep(*dispatcher_) : nullptr;
  if (keeps_depths_ && depths == nullptr) return failed(kDepthsDecide);
  for (const std::size_t over : {0, 1}) {
    {
      const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
      if (draws_ == 1 && !is_of_part()) fill(*dispatcher_->gl, static_cast<float>(over));
      else if (!put_back(drawn_[over])) return failed("pixels cannot be put back");
      if (over == 1 && depths != nullptr && !depths->bring_back()) return failed("depths cannot be put back");
    }
    draw(over);
    auto now = read_drawn_colors(*dispatcher_);
    if (!now || !are_alike(*now, drawn_[over])) return failed("what they draw into changes");
    drawn_[over] = std::move(*now);
  }
  left_ = pixels_left(drawn_[0], drawn_[1], proven_box(), nullptr).count;
  return left_ == 0 ? Result::kProven : Result::kOpen;
}

// What is wrong with calls that are made twice counts once: the other time.
template <class Make>
void RedrawProof::make_unnoticed(Make&& make) {
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  Skips counted = dispatcher_->skips;
  make();
  dispatcher_->skips = std::move(counted);
}

// A draw that is made twice begins with the same colours and materials both times.
bool RedrawProof::keep_values() {
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  dispatcher_->gl->PushAttrib(GL_CURRENT_BIT | GL_LIGHTING_BIT);
  return !had_error(*dispatcher_->gl);
}

bool RedrawProof::bring_values_back() {
  const GlErrors::Mute mute(dispatcher_->errors, *dispatcher_->gl);
  restore_attributes(*dispatcher_->gl);
  return !had_error(*dispatcher_->gl);
}

// An alpha beyond 1 is clamped only where colours are.
bool RedrawProof::has_opaque_pass() const { return drawn_[0].form == Form::kRgba8 && marks_->has_opaque_pass(); }

template <class Draw>
RedrawProof::Result RedrawProof::mark(Draw&& draw, bool sets_values) {
  const bool again = has_opaque_pass();
  if (again && sets_values && !keep_values()) return failed("the colours before a draw cannot be kept");
  marks_->begin_draw();
  draw();
  marks_->end_draw();
  if (again) {
    if (sets_values && !bring_values_back()) return failed("the colours before a draw cannot be kept");
    marks_->begin_opaque_pass();
    make_unnoticed(draw);
    marks_->end_opaque_pass();
  }
  return take_marks_at_times();
}

RedrawProof::Result RedrawProof::make(const loaders::Call& call, Writes how) {
  if (!admits_draw(how)) return Result::kFailed;
  if (marks_ && how == Writes::kPlainly) {
    if (CoverageMarks::is_disturbed_by(call)) return failed("stencils are cleared between them");
    dispatcher_->issue(call);
    return Result::kOpen;
  }
  const auto draw = [&] { dispatcher_->issue(call); };
  if (marks_) return mark(draw, false);
  return draw_over_both([&](std::size_t over) { return over == 0 ? make_unnoticed(draw) : draw(); });
}

RedrawProof::Result RedrawProof::begin_primitive(const loaders::Call& call) {
  memory_.reset();
  primitive_.clear();
  if (!admits_draw()) return Result::kFailed;
  in_marked_primitive_ = marks_ && !has_opaque_pass();
  if (in_marked_primitive_) marks_->begin_draw();
  return add_to_primitive(call);
}

RedrawProof::Result RedrawProof::add_to_primitive(const loaders::Call& call) {
  if (in_marked_primitive_) {
    dispatcher_->issue(call);
    return Result::kOpen;
  }
  if (primitive_.size() == kMaxCallsOfPrimitive) return failed("a primitive has too many calls");
  const auto kept = copy_to_repeat(call, memory_);
  if (!kept) return failed("a primitive has calls that cannot be made twice");
  primitive_.push_back(*kept);
  return Result::kOpen;
}

// A list in which GL refuses a call may have pushed less than it pops.
template <class Draw>
RedrawProof::Result RedrawProof::draw_with_values_over_both(Draw&& draw) {
  bool is_alike = true;
  const Result result = draw_over_both([&](std::size_t over) {
    if (over == 1) return draw();
    make_unnoticed([&] {
      is_alike = keep_values();
      draw();
      is_alike = is_alike && bring_values_back();
    });
  });
  return is_alike ? result : failed("the colours before a draw cannot be kept");
}

RedrawProof::Result RedrawProof::make_list(const loaders::Call& call, bool is_alike) {
  if (!is_alike) return failed("what a display list draws, or the next call of it, is not known");
  if (!admits_draw()) return Result::kFailed;
  const auto draw = [&] { dispatcher_->issue(call); };
  return marks_ ? mark(draw, true) : draw_with_values_over_both(draw);
}

RedrawProof::Result RedrawProof::end_primitive(const loaders::Call& call) {
  if (std::exchange(in_marked_primitive_, false)) {
    dispatcher_->issue(call);
    if (!is_the_same_place()) return failed("they draw into several places");
    marks_->end_draw();
    return take_marks_at_times();
  }
  const auto draw = [&] {
    for (const loaders::Call& each : primitive_) dispatcher_->issue(each);
    dispatcher_->issue(call);
  };
  const Result result = marks_ ? mark(draw, true) : draw_with_values_over_both(draw);
  primitive_.clear();
  return result;
}

}  // namespace replay
