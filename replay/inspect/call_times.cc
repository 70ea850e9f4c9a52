#include "replay/inspect/call_times.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "glbindings/signature.h"
#include "loaders/stream/dump.h"
#include "replay/base/renderer.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kRows = 1000;  // of a line

std::int64_t microseconds(double ms) { return std::llround(ms * 1e3); }

// The number of an argument, or the sum of a list of them.
std::int64_t sum_of(const loaders::Call& call, std::size_t at) {
  const loaders::Value& value = call.args[at];
  if (value.kind != loaders::ValueKind::kArray) return std::max(0, gl_signed(call, at));
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < value.count; ++i)
    sum += std::max(0, static_cast<std::int32_t>(loaders::element_of(value, i).u));
  return sum;
}

}  // namespace

std::int64_t vertices_of(const loaders::Call& call) {
  const glbindings::Signature& signature = glbindings::signature(call.function);
  const std::string_view name = signature.name();
  if (!name.starts_with("glDraw") && !name.starts_with("glMultiDraw")) return 0;
  if (name.find("Indirect") != name.npos || name.find("TransformFeedback") != name.npos) return -1;
  const std::size_t count = position(call, "count");
  if (count == SIZE_MAX) return 0;  // glDrawBuffers, glDrawPixels
  std::int64_t vertices = sum_of(call, count);
  for (const char* instances : {"instancecount", "primcount"}) {
    const std::size_t at = position(call, instances);
    if (at != SIZE_MAX && !name.starts_with("glMultiDraw")) vertices *= std::max(0, gl_signed(call, at));
  }
  return vertices;
}

CallTimes::CallTimes(PageFile& page, std::uint64_t frame) : page_(page), frame_(frame) {
  profile_.listen({.made = [this](const TimedCall& timed, double cpu_ms) { made(timed, cpu_ms); },
                   .drawn = [this](std::uint64_t call, double gpu_ms) { drawn(call, gpu_ms); },
                   .waits_in = frame});
}

void CallTimes::made(const TimedCall& timed, double cpu_ms) {
  const StateEffect state = state_.see(timed);
  if (timed.frame != frame_) return;
  const loaders::Call& call = timed.call;
  const std::string_view name = glbindings::signature(call.function).name();
  std::int64_t vertices = vertices_of(call);
  if (call.function == FunctionId::glBegin) primitive_ = 0;
  if (name.starts_with("glVertex") && name.size() > 8 && name[8] >= '2' && name[8] <= '4') ++primitive_;
  if (call.function == FunctionId::glEnd) vertices = std::exchange(primitive_, 0);
  std::size_t bytes = 0;
  if (timed.kind == CallKind::kUpload) {
    for (const loaders::Value& value : call.arguments()) bytes += value.byte_size();
  }
  first_ = std::min(first_, call.number);
  last_ = std::max(last_, call.number);
  costs_.push_back({call.number, microseconds(cpu_ms), microseconds(timed.ms()), static_cast<int>(timed.kind),
                    static_cast<int>(state), bytes, vertices, timed.program});
  if (costs_.size() >= kRows) flush("costs", costs_);
}

void CallTimes::drawn(std::uint64_t call, double gpu_ms) {
  if (call < first_ || call > last_) return;
  gpu_.push_back({call, microseconds(gpu_ms)});
  if (gpu_.size() >= kRows) flush("gpu", gpu_);
}

void CallTimes::flush(const char* kind, nlohmann::json& rows) {
  if (rows.empty()) return;
  page_.add_line({kind, std::move(rows)});
  rows = nlohmann::json::array();
}

void CallTimes::finish(const std::string& renderer) {
  flush("costs", costs_);
  flush("gpu", gpu_);
  page_.add_line({"timed", draws_on_cpu(renderer)});
}

}  // namespace replay
