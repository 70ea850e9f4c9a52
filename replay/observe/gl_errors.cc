#include "replay/observe/gl_errors.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>

namespace replay {
namespace {

// One call of a broken loop a million times is one finding.
constexpr std::size_t kMostPending = 4096;

bool has_debug_output(const GladGLContext& gl) {
  return gl.DebugMessageCallback != nullptr && gl.DebugMessageControl != nullptr;
}

struct NamedError {
  std::string_view name;
  std::uint32_t error;
};
constexpr NamedError kErrors[] = {
    {"GL_INVALID_ENUM", GL_INVALID_ENUM},
    {"GL_INVALID_VALUE", GL_INVALID_VALUE},
    {"GL_INVALID_OPERATION", GL_INVALID_OPERATION},
    {"GL_STACK_OVERFLOW", GL_STACK_OVERFLOW},
    {"GL_STACK_UNDERFLOW", GL_STACK_UNDERFLOW},
    {"GL_OUT_OF_MEMORY", GL_OUT_OF_MEMORY},
    {"GL_INVALID_FRAMEBUFFER_OPERATION", GL_INVALID_FRAMEBUFFER_OPERATION},
    {"GL_CONTEXT_LOST", GL_CONTEXT_LOST},
};

// Mesa counts its messages and begins the text with the error: "GL_INVALID_ENUM in glEnable(0xffff)". Others give the error
// as the id. Where neither tells, the kind of error is not known.
std::uint32_t error_of_message(std::uint32_t id, std::string_view text) {
  for (const NamedError& known : kErrors) {
    if (text.starts_with(known.name)) return known.error;
  }
  return id >= GL_INVALID_ENUM && id <= GL_CONTEXT_LOST ? id : static_cast<std::uint32_t>(GL_INVALID_OPERATION);
}

}  // namespace

void GlErrors::watch(const GladGLContext& gl) {
  if (!has_debug_output(gl)) return;
  gl.DebugMessageCallback(&GlErrors::on_message, this);
  gl.DebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_FALSE);
  gl.DebugMessageControl(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, 0, nullptr, GL_TRUE);
  gl.Enable(GL_DEBUG_OUTPUT);
  gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  while (gl.GetError() != GL_NO_ERROR) {
  }
}

void GlErrors::on_message(std::uint32_t source, std::uint32_t type, std::uint32_t id, std::uint32_t, std::int32_t,
                          const char* text, const void* self) {
  if (source != GL_DEBUG_SOURCE_API || type != GL_DEBUG_TYPE_ERROR) return;
  auto& errors = *const_cast<GlErrors*>(static_cast<const GlErrors*>(self));
  if (!errors.muted_) errors.add(error_of_message(id, text != nullptr ? text : ""));
}

void GlErrors::add(std::uint32_t error) {
  const loaders::Call* call = *current_;
  context_lost_ |= error == GL_CONTEXT_LOST;
  if (error == GL_OUT_OF_MEMORY && call != nullptr && out_of_memory_.count++ == 0) out_of_memory_.first_call = call->number;
  if (call == nullptr || pending_.size() >= kMostPending) return;
  pending_.push_back({context_, call->number, error, call->recorded});
}

void GlErrors::recorded_get_error(const GladGLContext& gl, std::uint64_t, std::uint32_t recorded) {
  const std::uint32_t live = take_flag(gl);
  if (live != GL_NO_ERROR && !is_pending()) add(live);
  if (live == GL_NO_ERROR && recorded != GL_NO_ERROR) ++vanished_;
  settle(context_, recorded != GL_NO_ERROR);
}

void GlErrors::keep_flag(const GladGLContext& gl) { keep_flag(gl, context_); }

void GlErrors::keep_flag(const GladGLContext& gl, std::uint64_t context) {
  if (gl.GetError == nullptr) return;
  const std::uint32_t error = gl.GetError();
  if (error != GL_NO_ERROR) kept_.emplace(context, error);
}

void GlErrors::drop_flag(const GladGLContext& gl) {
  if (gl.GetError != nullptr) gl.GetError();
}

// The first error counts, as in GL; one that came after it goes with it.
std::uint32_t GlErrors::take_flag(const GladGLContext& gl) {
  const std::uint32_t error = gl.GetError();
  const auto kept = kept_.extract(context_);
  return kept.empty() ? error : kept.mapped();
}

bool GlErrors::is_pending() const {
  return std::any_of(pending_.begin(), pending_.end(), [&](const Pending& p) { return p.context == context_; });
}

void GlErrors::frame_ends(const GladGLContext& gl) {
  if (has_debug_output(gl) || gl.GetError == nullptr) return;
  constexpr int kMostFlags = 16;
  for (int i = 0; i < kMostFlags; ++i) {
    const std::uint32_t error = take_flag(gl);
    if (error == GL_NO_ERROR) return;
    add(error);
  }
}

void GlErrors::settle(std::uint64_t context, bool recording_had_one) {
  std::erase_if(pending_, [&](const Pending& pending) {
    if (pending.context != context) return false;
    if (recording_had_one) return true;
    Finding& finding = findings_[{pending.error, pending.function}];
    if (finding.count++ == 0) finding.first_call = pending.call;
    return true;
  });
}

void GlErrors::finish() {
  while (!pending_.empty()) settle(pending_.front().context, false);
}

GlErrors::Mute::Mute(GlErrors& errors, const GladGLContext& gl) : Mute(errors, gl, errors.context_) {}

GlErrors::Mute::Mute(GlErrors& errors, const GladGLContext& gl, std::uint64_t context)
    : errors_(errors), gl_(gl), was_muted_(errors.muted_) {
  if (!was_muted_) errors_.keep_flag(gl, context);
  errors_.muted_ = true;
}

GlErrors::Mute::~Mute() {
  if (!was_muted_) drop_flag(gl_);
  errors_.muted_ = was_muted_;
}

}  // namespace replay
