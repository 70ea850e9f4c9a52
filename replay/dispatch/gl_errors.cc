#include "replay/dispatch/gl_errors.h"

#include <glad/gl.h>

#include <string_view>

namespace replay {
namespace {

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

// The id of Mesa's messages is a counter, and their text begins with the error: "GL_INVALID_ENUM in
// glEnable(0xffff)". The id of other drivers is the error. Otherwise the kind of error is not known.
std::uint32_t error_of_message(std::uint32_t id, std::string_view text) {
  for (const NamedError& known : kErrors) {
    if (text.starts_with(known.name)) return known.error;
  }
  return id >= GL_INVALID_ENUM && id <= GL_CONTEXT_LOST ? id : static_cast<std::uint32_t>(GL_INVALID_OPERATION);
}

void add_all(GlErrors::Findings& to, const GlErrors::Findings& findings) {
  for (const auto& [key, finding] : findings) to[key].add(finding);
}

}  // namespace

std::string_view gl_error_name(std::uint32_t error) {
  for (const NamedError& known : kErrors) {
    if (known.error == error) return known.name;
  }
  return {};
}

void GlErrors::watch(const GladGLContext& gl) {
  const auto of_another = pending_.extract(context_);  // findings of an old context with the same number
  if (!of_another.empty()) add_all(unasked_, of_another.mapped());
  own_flags_.erase(context_);
  kept_.erase(context_);
  refusals_.erase(context_);
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
  if (errors.muted_) errors.own_flags_.insert(errors.context_);
  else errors.add(error_of_message(id, text != nullptr ? text : ""));
}

void GlErrors::add(std::uint32_t error) {
  const loaders::Call* call = *current_;
  ++seen_;
  last_seen_ = error;
  context_lost_ |= error == GL_CONTEXT_LOST;
  if (error == GL_OUT_OF_MEMORY && call != nullptr && out_of_memory_.count++ == 0)
    out_of_memory_.first_call = call->number;
  if (call != nullptr) pending_[context_][{error, call->recorded}].add({.count = 1, .first_call = call->number});
}

GlErrors::Answer GlErrors::recorded_get_error(const GladGLContext& gl, std::uint32_t recorded) {
  const bool was_ours = own_flags_.erase(context_) != 0;
  std::uint32_t live = GL_NO_ERROR;
  {
    const Asking asking(*this);
    live = gl.GetError();
  }
  if (own_flags_.erase(context_) != 0) {  // GL refused the query, which is an error of the replayer
    refusals_.insert(context_);
    return Answer::kNotTold;
  }
  if (was_ours) live = GL_NO_ERROR;
  live = kept_or(live);
  const bool was_refused = refusals_.erase(context_) != 0;
  if (live != GL_NO_ERROR && !is_pending() && !was_refused) add(live);
  const bool has_one = is_pending() || was_refused;
  settle(context_, recorded != GL_NO_ERROR);
  return recorded != GL_NO_ERROR && !has_one ? Answer::kMissing : Answer::kSame;
}

void GlErrors::keep_flag(const GladGLContext& gl) { keep_flag(gl, context_); }

void GlErrors::keep_flag(const GladGLContext& gl, std::uint64_t context) {
  if (gl.GetError == nullptr) return;
  const bool was_ours = own_flags_.erase(context) != 0;
  const Asking asking(*this);  // inside glBegin GL refuses the query
  const std::uint32_t error = gl.GetError();
  if (error != GL_NO_ERROR && !was_ours) kept_.emplace(context, error);
}

void GlErrors::drop_flag(const GladGLContext& gl) {
  if (gl.GetError != nullptr) gl.GetError();
}

// As in GL, the first error counts, and later ones are lost.
std::uint32_t GlErrors::kept_or(std::uint32_t error) {
  const auto kept = kept_.extract(context_);
  return kept.empty() ? error : kept.mapped();
}

bool GlErrors::is_pending() const { return pending_.contains(context_); }

void GlErrors::frame_ends(const GladGLContext& gl) {
  if (has_debug_output(gl) || gl.GetError == nullptr) return;
  constexpr int kMaxFlags = 16;
  for (int i = 0; i < kMaxFlags; ++i) {
    const std::uint32_t error = kept_or(gl.GetError());
    if (error == GL_NO_ERROR) return;
    add(error);
  }
}

void GlErrors::settle(std::uint64_t context, bool recording_had_one) {
  const auto node = pending_.extract(context);
  if (!node.empty() && !recording_had_one) add_all(findings_, node.mapped());
}

GlErrors::Findings GlErrors::unasked() const {
  Findings all = unasked_;
  for (const auto& [context, findings] : pending_) add_all(all, findings);
  return all;
}

GlErrors::Mute::Mute(GlErrors& errors, const GladGLContext& gl) : Mute(errors, gl, errors.context_) {}

GlErrors::Mute::Mute(GlErrors& errors, const GladGLContext& gl, std::uint64_t context)
    : errors_(errors),
      gl_(gl),
      was_muted_(errors.muted_) {
  if (!was_muted_) errors_.keep_flag(gl, context);
  errors_.muted_ = true;
}

GlErrors::Mute::~Mute() {
  if (!was_muted_) {
    errors_.own_flags_.erase(errors_.context_);
    drop_flag(gl_);  // when GL refuses, inside glBegin, the flag stays
  }
  errors_.muted_ = was_muted_;
}

}  // namespace replay
