#include "replay/observe/recorded_returns.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "glbindings/gl_names.h"
#include "loaders/stream/dump.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;
using loaders::ValueKind;

// Returns the driver's answer, which was returned or written to the caller's memory. Returns nothing when the
// recording does not contain it.
std::optional<std::int64_t> integer_of(const Value& value) {
  switch (value.kind) {
    case ValueKind::kUint:
    case ValueKind::kSint: return value.i;
    case ValueKind::kArray:
      if (value.count == 0) return std::nullopt;
      return integer_of(loaders::element_of(value, 0));
    default: return std::nullopt;
  }
}

enum class Asks : std::uint8_t {
  kNothing,
  kProgram,
  kShader,
  kFramebuffer,
  kBeginQuery,
  kQuery,
  kWait,
  kMap,
  kMapNamed
};

Asks asks(FunctionId function) {
  switch (function) {
    case FunctionId::glGetProgramiv: return Asks::kProgram;
    case FunctionId::glGetShaderiv: return Asks::kShader;
    case FunctionId::glCheckFramebufferStatus:
    case FunctionId::glCheckFramebufferStatusEXT: return Asks::kFramebuffer;
    case FunctionId::glBeginQuery:
    case FunctionId::glBeginQueryARB: return Asks::kBeginQuery;
    case FunctionId::glGetQueryObjectiv:
    case FunctionId::glGetQueryObjectuiv:
    case FunctionId::glGetQueryObjecti64v:
    case FunctionId::glGetQueryObjectui64v: return Asks::kQuery;
    case FunctionId::glClientWaitSync: return Asks::kWait;
    case FunctionId::glMapBuffer:
    case FunctionId::glMapBufferRange: return Asks::kMap;
    case FunctionId::glMapNamedBuffer:
    case FunctionId::glMapNamedBufferRange: return Asks::kMapNamed;
    default: return Asks::kNothing;
  }
}

// Two correct drivers may rasterize edges a little differently.
bool counts_alike(std::int64_t recorded, std::int64_t live) {
  constexpr std::int64_t kPercent = 5;
  if ((recorded == 0) != (live == 0)) return false;
  return std::abs(recorded - live) * 100 <= std::max(recorded, live) * kPercent;
}

}  // namespace

void RecordedReturns::call_done(Dispatcher& d, const Call& call) {
  const Asks what = asks(call.function);
  if (what == Asks::kNothing || d.context == nullptr) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  switch (what) {
    case Asks::kProgram:
    case Asks::kShader: return compare_status(d, call, what == Asks::kProgram);
    case Asks::kFramebuffer: return compare_framebuffer(d, call);
    case Asks::kBeginQuery: query_targets_[call.args[1].u] = call.args[0].u; return;
    case Asks::kQuery: return compare_query(d, call);
    case Asks::kWait: return compare_wait(d, call);
    case Asks::kMap:
    case Asks::kMapNamed: return compare_map(d, call, what == Asks::kMapNamed);
    case Asks::kNothing: return;
  }
}

void RecordedReturns::compare(const Call& call, const char* what, std::int64_t recorded, std::int64_t live) {
  ++result_.compared;
  if (recorded == live) return;
  ++result_.contradicted;
  if (result_.contradictions.size() == RecordedReturnsResult::kMaxKept) return;
  const auto text = [](std::int64_t value) {
    return value < 256 ? std::to_string(value) : glbindings::enum_name(0, static_cast<std::uint64_t>(value));
  };
  result_.contradictions.push_back({call.number, glbindings::signature(call.function).name(),
                                    fmt::format("{} was {}, is {}", what, text(recorded), text(live))});
}

void RecordedReturns::compare_status(Dispatcher& d, const Call& call, bool of_program) {
  const auto recorded = integer_of(call.args[2]);
  const std::uint32_t live_name = d.context->map(Kind::kProgram).find(static_cast<std::uint32_t>(call.args[0].u));
  const auto asked = static_cast<GLenum>(call.args[1].u);
  if (!recorded || live_name == 0) return;
  GLint live = 0;
  if (of_program && asked == GL_LINK_STATUS && d.gl->GetProgramiv != nullptr) {
    d.gl->GetProgramiv(live_name, asked, &live);
    compare(call, "link status", *recorded, live);
  } else if (!of_program && asked == GL_COMPILE_STATUS && d.gl->GetShaderiv != nullptr) {
    d.gl->GetShaderiv(live_name, asked, &live);
    compare(call, "compile status", *recorded, live);
  }
}

void RecordedReturns::compare_framebuffer(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || d.gl->CheckFramebufferStatus == nullptr) return;
  const auto recorded = integer_of(*call.result());
  // A window is never incomplete in a replay, so its status says nothing about the driver.
  const bool reads = call.args[0].u == GL_READ_FRAMEBUFFER;
  if (!recorded || (reads ? d.context->read_framebuffer : d.context->draw_framebuffer) == 0) return;
  compare(call, "framebuffer status", *recorded, d.gl->CheckFramebufferStatus(static_cast<GLenum>(call.args[0].u)));
}

void RecordedReturns::compare_query(Dispatcher& d, const Call& call) {
  const auto recorded = integer_of(call.args[2]);
  const auto target = query_targets_.find(call.args[0].u);
  if (!recorded || call.args[1].u != GL_QUERY_RESULT || target == query_targets_.end()) return;
  if (target->second == GL_TIME_ELAPSED || target->second == GL_TIMESTAMP || d.gl->GetQueryObjectuiv == nullptr) return;
  const std::uint32_t live_name = d.context->map(Kind::kQuery).find(static_cast<std::uint32_t>(call.args[0].u));
  if (live_name == 0) return;
  GLuint live = 0;
  d.gl->GetQueryObjectuiv(live_name, GL_QUERY_RESULT, &live);
  // Counts that are close enough are passed as equal; otherwise the message shows both.
  compare(call, "query result", *recorded, counts_alike(*recorded, live) ? *recorded : std::int64_t{live});
}

void RecordedReturns::compare_wait(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || d.gl->ClientWaitSync == nullptr) return;
  const auto recorded = integer_of(*call.result());
  const auto sync = d.context->group->syncs.find(call.args[0].u);
  if (!recorded || *recorded == GL_WAIT_FAILED || sync == d.context->group->syncs.end()) return;
  // Whether the sync is signalled depends on timing; only a failure does not.
  const GLenum live = d.gl->ClientWaitSync(static_cast<GLsync>(sync->second), 0, 0);
  compare(call, "wait", *recorded, live == GL_WAIT_FAILED ? std::int64_t{live} : *recorded);
}

void RecordedReturns::compare_map(Dispatcher& d, const Call& call, bool named) {
  if (call.result() == nullptr || call.result()->u == 0) return;
  std::uint32_t buffer = static_cast<std::uint32_t>(call.args[0].u);
  if (!named) {
    const BufferTarget target = buffer_target(buffer);
    if (target == BufferTarget::kCount) return;
    buffer = d.context->bound(target);
  }
  const auto mapping = d.context->group->mappings.find(buffer);
  const bool mapped = mapping != d.context->group->mappings.end() && mapping->second.live != nullptr;
  compare(call, "mapped", 1, mapped ? 1 : 0);
}

nlohmann::json to_json(const RecordedReturnsResult& result) {
  nlohmann::json out = {{"compared", result.compared},
                        {"contradicted", result.contradicted},
                        {"contradictions", nlohmann::json::array()}};
  for (const auto& contradiction : result.contradictions) {
    out["contradictions"].push_back(
        {{"call", contradiction.call}, {"function", contradiction.function}, {"what", contradiction.what}});
  }
  return out;
}

}  // namespace replay
