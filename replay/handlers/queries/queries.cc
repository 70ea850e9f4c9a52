// Query results and fences. The recording already contains what the program did next, so the replay does not wait for
// results. It queries them only when the answer goes into a buffer that later calls may read.
#include "replay/dispatch/invoke.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

template <class Result>
using QueryFunction = void (*)(GLuint, GLenum, Result*);

template <class Result>
void query_into_buffer(Dispatcher& d, const Call& call, QueryFunction<Result> GladGLContext::*member) {
  CallInProgress attempt{d, call};
  if (!has_context(d, call) || !takes_offset(attempt, BufferTarget::kQuery)) return;
  const auto function = entry(d, call, member);
  if (function == nullptr) return;
  const std::uint32_t live = live_name(attempt, Kind::kQuery, call.args[0].u);
  if (attempt.ok) function(live, u32(call, 1), offset_pointer<Result*>(call.args[2]));
}

template <class Function>
void query_buffer_object(Dispatcher& d, const Call& call, Function GladGLContext::*member) {
  const auto function = entry(d, call, member);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t query = live_name(attempt, Kind::kQuery, call.args[0].u);
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[1].u);
  if (attempt.ok) function(query, buffer, u32(call, 2), call.args[3].i);
}

// A fence that was signalled in the recording must be signalled here before the program goes on. A lost context never
// signals, and must not hang the replay.
constexpr std::uint64_t kLongestWait = 10'000'000'000;  // nanoseconds

void wait_signalled(Dispatcher& d, void* sync) {
  d.gl->ClientWaitSync(static_cast<GLsync>(sync), GL_SYNC_FLUSH_COMMANDS_BIT, kLongestWait);
}

}  // namespace

void get_query_objectiv(Dispatcher& d, const Call& call) {
  query_into_buffer(d, call, &GladGLContext::GetQueryObjectiv);
}
void get_query_objectuiv(Dispatcher& d, const Call& call) {
  query_into_buffer(d, call, &GladGLContext::GetQueryObjectuiv);
}
void get_query_objecti64v(Dispatcher& d, const Call& call) {
  query_into_buffer(d, call, &GladGLContext::GetQueryObjecti64v);
}
void get_query_objectui64v(Dispatcher& d, const Call& call) {
  query_into_buffer(d, call, &GladGLContext::GetQueryObjectui64v);
}

void get_query_buffer_objectiv(Dispatcher& d, const Call& call) {
  query_buffer_object(d, call, &GladGLContext::GetQueryBufferObjectiv);
}
void get_query_buffer_objectuiv(Dispatcher& d, const Call& call) {
  query_buffer_object(d, call, &GladGLContext::GetQueryBufferObjectuiv);
}
void get_query_buffer_objecti64v(Dispatcher& d, const Call& call) {
  query_buffer_object(d, call, &GladGLContext::GetQueryBufferObjecti64v);
}
void get_query_buffer_objectui64v(Dispatcher& d, const Call& call) {
  query_buffer_object(d, call, &GladGLContext::GetQueryBufferObjectui64v);
}

void begin_conditional_render(Dispatcher& d, const Call& call) {
  const bool has_mode = call.function != glbindings::FunctionId::glBeginConditionalRenderNVX;
  if (has_mode) invoke<decltype(GladGLContext::BeginConditionalRender), Ignored, Name<Kind::kQuery>, Plain>(d, call);
  else invoke<decltype(GladGLContext::BeginConditionalRenderNVX), Ignored, Name<Kind::kQuery>>(d, call);
  if (d.context == nullptr) return;
  d.context->may_be_conditional = true;
  if (d.context->compiled_list != 0) d.context->group->lists_are_conditional = true;
}

void end_conditional_render(Dispatcher& d, const Call& call) {
  const bool is_nvx = call.function == glbindings::FunctionId::glEndConditionalRenderNVX;
  const auto function =
      entry(d, call, is_nvx ? &GladGLContext::EndConditionalRenderNVX : &GladGLContext::EndConditionalRender);
  if (function == nullptr) return;
  function();
  if (d.context->compiled_list == 0 && !is_inside_begin(d)) d.context->may_be_conditional = false;
}

void client_wait_sync(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ClientWaitSync);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  void* sync = live_sync(attempt, call.args[0].u);
  if (!attempt.ok || sync == nullptr) return;
  const std::uint64_t recorded = call.result() != nullptr ? call.result()->u : GL_TIMEOUT_EXPIRED;
  if (recorded == GL_ALREADY_SIGNALED || recorded == GL_CONDITION_SATISFIED) return wait_signalled(d, sync);
  function(static_cast<GLsync>(sync), u32(call, 1), 0);
}

void get_synciv(Dispatcher& d, const Call& call) {
  if (!has_context(d, call) || u32(call, 1) != GL_SYNC_STATUS || d.gl->ClientWaitSync == nullptr) return;
  const auto answers = call.args[4].array<std::int32_t>();
  if (answers.empty() || answers[0] != GL_SIGNALED) return;
  CallInProgress attempt{d, call};
  if (void* sync = live_sync(attempt, call.args[0].u)) wait_signalled(d, sync);
}

void get_error(Dispatcher& d, const Call& call) {
  if (d.context == nullptr) return;  // a program may call glGetError before it has a context
  if (call.result() == nullptr) {    // the answer is not in the recording
    d.gl->GetError();
    return d.errors.expected();
  }
  const auto answer = d.errors.recorded_get_error(*d.gl, static_cast<std::uint32_t>(call.result()->u));
  if (answer == GlErrors::Answer::kNotTold) return;
  const bool is_missing = answer == GlErrors::Answer::kMissing;
  if (!d.skips.settle(d.context->handle, is_missing) && is_missing) ++d.vanished_errors;
}

}  // namespace replay::handlers
