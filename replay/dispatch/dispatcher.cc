#include "replay/dispatch/dispatcher.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "replay/base/cannot_judge.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/surface_textures.h"

namespace replay {
namespace {

// The function table while no context is current.
const GladGLContext kNoContextTable{};

// Of each function and reason. A recording may have millions of such calls.
constexpr std::uint64_t kSkipsTold = 100;

const char* reason_of_loss(GLenum status) {
  switch (status) {
    case GL_GUILTY_CONTEXT_RESET: return " (GL_GUILTY_CONTEXT_RESET)";
    case GL_INNOCENT_CONTEXT_RESET: return " (GL_INNOCENT_CONTEXT_RESET)";
    case GL_UNKNOWN_CONTEXT_RESET: return " (GL_UNKNOWN_CONTEXT_RESET)";
    default: return "";
  }
}

}  // namespace

Dispatcher::Dispatcher(Platform* platform, const loaders::FunctionTable& functions, const WindowSystemOptions& options)
    : gl(&kNoContextTable),
      errors(&current_),
      limits(options.limits),
      window_system(platform, options),
      functions_(functions),
      rows_(issued_rows()) {}

void Dispatcher::skip(const loaders::Call& call, Skip reason) {
  if (glbindings::signature(call.function).has(glbindings::kAnnotates)) return;
  if (was_lacked(call, reason)) reason = Skip::kLackedInRecording;
  const std::string_view name = recorded_name(call);
  const bool is_gl = name.starts_with("gl") && !name.starts_with("glX");
  const auto asks_in = is_gl && context != nullptr ? std::optional(context->handle) : std::nullopt;
  const std::uint64_t count = skips.add(reason, call.recorded, call.number, asks_in);
  if (count <= kSkipsTold) spdlog::debug("call {}: {} is skipped: {}", call.number, name, skip_reason(reason));
  if (count == kSkipsTold) spdlog::debug("further calls of {} that are skipped for this reason are only counted", name);
  if (count != 1 || reason != Skip::kTooMuchStorage) return;
  spdlog::warn(
      "call {}: {} needs more memory than --limit storage={} allows and is skipped: pictures after it may be wrong",
      call.number, name, limits.storage);
}

bool Dispatcher::was_lacked(const loaders::Call& call, Skip reason) {
  if (context == nullptr || (reason != Skip::kNoEntryPoint && reason != Skip::kUnsupported)) return false;
  return recorded_driver.lacked(call.function, context->request);
}

void Dispatcher::missing(const loaders::Call& call) {
  if (context == nullptr) return without_context(call);
  skip(call, Skip::kNoEntryPoint);
}

void Dispatcher::without_context(const loaders::Call& call) {
  skip(call, window_system.is_released() ? Skip::kReleasedContext : Skip::kNoContext);
}

void Dispatcher::check_context() {
  if (context == nullptr) return;
  // Inside glBegin the query is an error.
  const auto ask = is_inside_begin(*this) ? nullptr : gl->GetGraphicsResetStatus;
  const GLenum status = ask != nullptr ? ask() : GLenum{GL_NO_ERROR};
  if (status == GL_NO_ERROR && !errors.context_lost()) return;
  const std::uint64_t call = current_ != nullptr ? current_->number : 0;
  throw CannotJudge(fmt::format("the driver lost the GL context{}, noticed after call {}: it draws nothing any more",
                                reason_of_loss(status), call));
}

void Dispatcher::context_changed() {
  context = window_system.current_context();
  gl = context != nullptr ? &context->live->gl() : &kNoContextTable;
  if (context != nullptr) context->last_element.reset();  // other contexts may have made its buffers smaller
  errors.context_changed(context != nullptr ? context->handle : 0);
  if (context != nullptr && (!driver_ || driver_->version != context->live->version_text())) {
    driver_ = {context->live->renderer(), context->live->version_text(), context->live->vendor()};
  }
  if (context != nullptr && context->has_surface_textures) refresh_surface_textures(*this);
}

void Dispatcher::switch_thread(std::uint32_t thread) {
  window_system.switch_thread(thread);
  context_changed();
}

}  // namespace replay
