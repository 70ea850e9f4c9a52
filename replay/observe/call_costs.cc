#include "replay/observe/call_costs.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <time.h>

#include <nlohmann/json.hpp>

#include "glbindings/signature.h"
#include "replay/base/renderer.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

using glbindings::FunctionId;

bool opens_group(FunctionId function) {
  return function == FunctionId::glPushDebugGroup || function == FunctionId::glPushDebugGroupKHR ||
         function == FunctionId::glPushGroupMarkerEXT;
}

bool closes_group(FunctionId function) {
  return function == FunctionId::glPopDebugGroup || function == FunctionId::glPopDebugGroupKHR ||
         function == FunctionId::glPopGroupMarkerEXT;
}

// The text of a group is the last argument.
std::string group_name(const loaders::Call& call) {
  for (std::size_t i = call.arguments().size(); i-- > 0;) {
    const loaders::Value& value = call.arguments()[i];
    if (value.kind == loaders::ValueKind::kString) return {static_cast<const char*>(value.p), value.count};
  }
  return "?";
}

}  // namespace

double CallCosts::now() const {
  timespec now{};
  clock_gettime(waits_ ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

void CallCosts::call_done(Dispatcher& d, const loaders::Call& call) {
  if (opens_group(call.function)) groups_.push_back(group_name(call));
  if (frame_ >= first_ && frame_ <= last_ && !call.is(loaders::kEndsFrame)) {
    constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
    const bool draws = (glbindings::signature(call.function).traits & kDraws) != 0;
    if (draws && waits_ && d.context != nullptr && d.gl->Finish != nullptr) d.gl->Finish();
    add(d, call, draws, now() - before_);
  }
  if (closes_group(call.function) && !groups_.empty()) groups_.pop_back();
  before_ = now();
}

void CallCosts::frame_shown(Dispatcher& d, std::uint64_t frame) {
  if (frame_ >= first_ && frame_ <= last_) by_group_[{"function", "the swap"}] += now() - before_;
  frame_ = frame + 1;
  waits_ = d.driver() && draws_on_cpu(d.driver()->renderer);
  before_ = now();
}

void CallCosts::add(const Dispatcher& d, const loaders::Call& call, bool draws, double ms) {
  const std::string& function = d.recorded_name(call);
  by_group_[{"function", function}] += ms;
  by_group_[{"pass", pass(d)}] += ms;
  if (!draws) return;
  const std::uint32_t program = d.context != nullptr ? d.context->program : 0;
  by_group_[{"program", std::to_string(program)}] += ms;
  if (draws_.size() >= kMostDraws && !draws_.contains(call.number)) return;
  DrawCost& draw = draws_[call.number];
  draw.ms += ms;
  if (draw.name.empty()) draw.name = fmt::format("call {} {}, program {}", call.number, function, program);
}

// Debug groups say what a program does; without any, it is the framebuffer that it draws into.
std::string CallCosts::pass(const Dispatcher& d) const {
  std::string path;
  for (const std::string& group : groups_) path += (path.empty() ? "" : " / ") + group;
  if (!path.empty()) return path;
  const std::uint32_t framebuffer = d.context != nullptr ? d.context->draw_framebuffer : 0;
  return framebuffer == 0 ? "the window" : fmt::format("framebuffer {}", framebuffer);
}

nlohmann::json CallCosts::to_json() const {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& [key, ms] : by_group_) all.push_back({{"kind", key.first}, {"name", key.second}, {"ms", ms}});
  for (const auto& [call, draw] : draws_) all.push_back({{"kind", "draw"}, {"name", draw.name}, {"ms", draw.ms}});
  return all;
}

}  // namespace replay
