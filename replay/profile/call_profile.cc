#include "replay/profile/call_profile.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <time.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "glbindings/signature.h"
#include "replay/base/renderer.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr double kMillisecondsPerStamp = 1e-6;  // GL counts nanoseconds
constexpr std::size_t kMaxOpenGroups = 64, kMaxGroups = 100'000, kMaxLabel = 200;
constexpr std::uint64_t kFramesToWait = 2;  // time stamps are read this much later, when the GPU has taken them

// Returns the CPU time of this thread, or of all. Waiting for other threads is not counted as a cost of the call.
double cpu_ms_now(bool of_all_threads) {
  timespec now{};
  clock_gettime(of_all_threads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

void add(ProfileFigures::Cost& cost, const ProfileFigures::Cost& more) {
  cost.calls += more.calls;
  cost.cpu_ms += more.cpu_ms;
  cost.wall_ms += more.wall_ms;
  cost.gpu_ms += more.gpu_ms;
}

void sort(std::vector<ProfileFigures::Named>& costs) {
  std::ranges::sort(costs, std::greater(), [](const ProfileFigures::Named& c) { return c.wall_ms + c.gpu_ms; });
}

// Returns what a group is called. The paths of groups consist of such labels, so a long one would be there many times.
std::string label_of(const Call& call) {
  for (const loaders::Value& value : call.arguments()) {
    if (value.kind == loaders::ValueKind::kString) return std::string(value.text().substr(0, kMaxLabel));
  }
  return "?";
}

}  // namespace

void CallProfile::issue(Dispatcher& d, const Call& call) {
  constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
  const bool begins = call.function == FunctionId::glBegin, ends = call.function == FunctionId::glEnd;
  const bool draws = !ends && (glbindings::signature(call.function).traits & kDraws) != 0;
  Draw draw{.call = call.number, .frame = frame_, .function = call.recorded, .group = group()};
  if (d.context != nullptr) draw.program = d.context->program;
  const bool stamps = can_stamp(d);
  if (begins && stamps) start(d, primitive_ = draw);
  if (draws && stamps) start(d, draw);
  if (begins) in_primitive_ = true;
  if (call.function == FunctionId::glNewList) compiling_ = true;

  const bool packs = d.context != nullptr && d.context->bound(BufferTarget::kPixelPack) != 0;
  TimedCall timed{
      .call = call, .kind = kind_of(call, packs), .frame = frame_, .program = draw.program, .context = d.context};
  timed.begin_us = now_us();
  const bool waits = (draws || ends) && can_wait(d) && (ends || !in_primitive_);
  const double before = cpu_ms_now(waits);
  d.issue(call);
  if (waits && d.context != nullptr) d.gl->Finish();
  draw.cpu_ms = cpu_ms_now(waits) - before;
  timed.end_us = now_us();

  if (ends) in_primitive_ = false;
  if (call.function == FunctionId::glEndList) compiling_ = false;
  if (ends && primitive_.stamps[0] != 0) std::swap(draw.stamps, primitive_.stamps);
  const std::string& name = names_.try_emplace(call.recorded, d.recorded_name(call)).first->second;
  const ProfileFigures::Cost cost{.calls = 1, .cpu_ms = draw.cpu_ms, .wall_ms = timed.ms()};
  add(by_function_[call.recorded], cost);
  if (draws || ends) add(by_program_[draw.program], cost);
  watch(timed, name, draw.cpu_ms);
  if (draw.stamps[0] != 0 && can_stamp(d)) stop(d, draw);
  else offer(draw, 0);
}

double CallProfile::now_us() const {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
}

void CallProfile::watch(const TimedCall& timed, const std::string& name, double cpu_ms) {
  const ProfileFigures::Cost cost{.calls = 1, .cpu_ms = cpu_ms, .wall_ms = timed.ms()};
  add(kinds_[static_cast<std::size_t>(timed.kind)], cost);
  add(groups_[group()].cost, cost);
  if (listener_.made) listener_.made(timed, cpu_ms);
  stands_out_.see(timed, name);
  if (keeps_timeline_) timeline_.add(timed, name);
  follow_groups(timed);
}

void CallProfile::follow_groups(const TimedCall& timed) {
  if (opens_group(timed.call)) return open_group(timed);
  if (closes_group(timed.call)) close_group(timed.end_us);
}

void CallProfile::close_group(double end_us) {
  if (open_groups_.empty()) return;
  if (keeps_timeline_) timeline_.add_group(open_groups_.back().label, open_groups_.back().begin_us, end_us);
  open_groups_.pop_back();
}

void CallProfile::open_group(const TimedCall& timed) {
  if (open_groups_.size() >= kMaxOpenGroups) close_groups(timed.begin_us);  // a program that never closes them
  const std::string label = label_of(timed.call);
  const std::string path = open_groups_.empty() ? label : groups_[group()].path + " > " + label;
  std::uint32_t index = 0;
  if (const auto known = group_indices_.find(path); known != group_indices_.end()) {
    index = known->second;
  } else if (groups_.size() < kMaxGroups) {
    index = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({path, {}});
    group_indices_.emplace(path, index);
  }
  open_groups_.push_back({label, index, timed.begin_us});
}

// A time stamp counts on a clock of its own.
void CallProfile::show_on_timeline(Dispatcher& d, const Draw& draw, const std::uint64_t (&when)[2]) {
  if (!keeps_timeline_) return;
  if (!gpu_to_cpu_us_) {
    GLint64 gpu_now = static_cast<GLint64>(when[1]);
    if (d.gl->GetInteger64v != nullptr) d.gl->GetInteger64v(GL_TIMESTAMP, &gpu_now);
    gpu_to_cpu_us_ = now_us() - static_cast<double>(gpu_now) * 1e-3;
  }
  timeline_.add_gpu(draw.call, names_[draw.function], static_cast<double>(when[0]) * 1e-3 + *gpu_to_cpu_us_,
                    static_cast<double>(when[1]) * 1e-3 + *gpu_to_cpu_us_);
}

bool CallProfile::can_stamp(const Dispatcher& d) const {
  if (d.driver() && draws_on_cpu(d.driver()->renderer)) return false;
  return d.context != nullptr && !compiling_ && !in_primitive_ && d.gl->QueryCounter != nullptr &&
         d.gl->GetQueryObjectui64v != nullptr && d.gl->GenQueries != nullptr;
}

bool CallProfile::can_wait(const Dispatcher& d) const {
  return listener_.waits_in == frame_ && d.context != nullptr && !compiling_ && d.gl->Finish != nullptr && d.driver() &&
         draws_on_cpu(d.driver()->renderer);
}

CallProfile::Stamps& CallProfile::stamps_of(const Dispatcher& d) {
  Stamps& stamps = stamps_[d.context];
  if (stamps.group.lock() != d.context->group) stamps = {.group = d.context->group, .free = {}, .waiting = {}};
  return stamps;
}

std::uint32_t CallProfile::take(const GladGLContext& gl, Stamps& stamps) {
  if (stamps.free.empty()) {
    constexpr GLsizei kAtOnce = 64;
    stamps.free.resize(kAtOnce);
    gl.GenQueries(kAtOnce, stamps.free.data());
  }
  const std::uint32_t stamp = stamps.free.back();
  stamps.free.pop_back();
  return stamp;
}

void CallProfile::start(Dispatcher& d, Draw& draw) {
  Stamps& stamps = stamps_of(d);
  if (stamps.waiting.size() >= kMaxTimedDraws) {
    ++figures_.untimed_draws;
    return;
  }
  for (std::uint32_t& stamp : draw.stamps) stamp = take(*d.gl, stamps);
  d.gl->QueryCounter(draw.stamps[0], GL_TIMESTAMP);
}

void CallProfile::stop(Dispatcher& d, Draw& draw) {
  d.gl->QueryCounter(draw.stamps[1], GL_TIMESTAMP);
  stamps_of(d).waiting.push_back(draw);
}

void CallProfile::frame_shown(Dispatcher& d, std::uint64_t frame) {
  if (frame >= kFramesToWait) collect(d, frame - kFramesToWait);
  const double now = now_us();
  stands_out_.frame_done(frame, (now - frame_begin_us_) * 1e-3);
  if (keeps_timeline_) timeline_.add_frame(frame, frame_begin_us_, now);
  frame_begin_us_ = now;
  frame_ = frame + 1;
  if (can_wait(d) && !in_primitive_) d.gl->Finish();  // what earlier frames have left
}

void CallProfile::collect(Dispatcher& d, std::uint64_t up_to_frame) {
  if (!can_stamp(d)) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  Stamps& stamps = stamps_of(d);
  for (; !stamps.waiting.empty() && stamps.waiting.front().frame <= up_to_frame; stamps.waiting.pop_front()) {
    const Draw& draw = stamps.waiting.front();
    GLuint64 when[2] = {};
    for (int i : {0, 1}) d.gl->GetQueryObjectui64v(draw.stamps[i], GL_QUERY_RESULT, &when[i]);
    stamps.free.insert(stamps.free.end(), draw.stamps, draw.stamps + 2);
    if (when[1] > when[0]) show_on_timeline(d, draw, when);
    count(draw, when[1] > when[0] ? static_cast<double>(when[1] - when[0]) * kMillisecondsPerStamp : 0);
  }
}

void CallProfile::count(const Draw& draw, double gpu_ms) {
  figures_.has_gpu = true;
  const ProfileFigures::Cost cost{.gpu_ms = gpu_ms};
  add(by_function_[draw.function], cost);
  add(by_program_[draw.program], cost);
  add(groups_[draw.group].cost, cost);
  add(kinds_[static_cast<std::size_t>(CallKind::kDraw)], cost);
  if (listener_.drawn) listener_.drawn(draw.call, gpu_ms);
  offer(draw, gpu_ms);
}

void CallProfile::offer(const Draw& draw, double gpu_ms) {
  const auto cost = [](const std::pair<double, Draw>& entry) { return entry.first + entry.second.cpu_ms; };
  const std::pair entry(gpu_ms, draw);
  if (top_.size() == kTop && cost(top_.back()) >= cost(entry)) return;
  top_.insert(std::ranges::upper_bound(top_, cost(entry), std::greater(), cost), entry);
  if (top_.size() > kTop) top_.pop_back();
}

void CallProfile::finished(Dispatcher& d) {
  collect(d, UINT64_MAX);
  close_groups(now_us());
  for (const auto& [function, cost] : by_function_) {
    add(figures_.all, cost);
    figures_.functions.push_back({cost, names_[function]});
  }
  for (const auto& [program, cost] : by_program_) figures_.programs.push_back({cost, std::to_string(program)});
  for (const auto& [gpu_ms, draw] : top_) {
    figures_.top_calls.push_back({draw.call, draw.frame, names_[draw.function], draw.program, draw.cpu_ms, gpu_ms});
  }
  for (std::size_t kind = 0; kind < std::size(kinds_); ++kind) {
    if (kinds_[kind].calls > 0) figures_.kinds.push_back({kinds_[kind], name_of(static_cast<CallKind>(kind))});
  }
  for (const Group& group : groups_) {
    if (group.cost.calls > 0) figures_.groups.push_back({group.cost, group.path.empty() ? "(none)" : group.path});
  }
  if (figures_.groups.size() == 1 && groups_.size() == 1) figures_.groups.clear();  // the recording has no group
  figures_.stands_out = stands_out_.sentences();
  sort(figures_.kinds);
  sort(figures_.groups);
  sort(figures_.functions);
  sort(figures_.programs);
}

std::string to_string(const ProfileFigures& figures) {
  std::string text;
  const auto out = std::back_inserter(text);
  const auto gpu = [&](double ms) { return figures.has_gpu ? fmt::format("{:.3f}", ms) : "-"; };
  const auto table = [&](const char* what, const char* count, const std::vector<ProfileFigures::Named>& costs) {
    if (costs.empty()) return;
    fmt::format_to(out, "profile    {:<32}{:>10}{:>12}{:>12}{:>12}\n", what, count, "CPU ms", "wall ms", "GPU ms");
    for (std::size_t i = 0; i < std::min(costs.size(), CallProfile::kTop); ++i) {
      const auto& cost = costs[i];
      fmt::format_to(out, "           {:<32}{:>10}{:>12.3f}{:>12.3f}{:>12}\n", cost.name, cost.calls, cost.cpu_ms,
                     cost.wall_ms, gpu(cost.gpu_ms));
    }
  };
  table("function", "calls", figures.functions);
  fmt::format_to(out, "           {:<32}{:>10}{:>12.3f}{:>12.3f}{:>12}\n", "all", figures.all.calls, figures.all.cpu_ms,
                 figures.all.wall_ms, gpu(figures.all.gpu_ms));
  table("kind of call", "calls", figures.kinds);
  table("debug group", "calls", figures.groups);
  table("program", "draws", figures.programs);
  fmt::format_to(out, "profile    {:<32}{:>10}{:>12}{:>12}\n", "most expensive calls", "call", "CPU ms", "GPU ms");
  for (const ProfileFigures::CallCost& call : figures.top_calls) {
    fmt::format_to(out, "           {:<32}{:>10}{:>12.3f}{:>12}\n",
                   fmt::format("{} (frame {})", call.function, call.frame), call.call, call.cpu_ms, gpu(call.gpu_ms));
  }
  if (figures.untimed_draws > 0) fmt::format_to(out, "profile    {} draws have no GPU time\n", figures.untimed_draws);
  for (const std::string& sentence : figures.stands_out) fmt::format_to(out, "stands out {}\n", sentence);
  return text;
}

nlohmann::json to_json(const ProfileFigures& figures) {
  using nlohmann::json;
  const auto table = [&](const char* key, const char* count, const std::vector<ProfileFigures::Named>& costs) {
    json rows = json::array();
    for (const auto& cost : costs) {
      rows.push_back({{key, cost.name}, {count, cost.calls}, {"cpu_ms", cost.cpu_ms}, {"wall_ms", cost.wall_ms}});
      if (figures.has_gpu) rows.back()["gpu_ms"] = cost.gpu_ms;
    }
    return rows;
  };
  json out = {{"calls", figures.all.calls},
              {"cpu_ms", figures.all.cpu_ms},
              {"wall_ms", figures.all.wall_ms},
              {"kinds", table("kind", "calls", figures.kinds)},
              {"groups", table("group", "calls", figures.groups)},
              {"stands_out", figures.stands_out},
              {"functions", table("function", "calls", figures.functions)},
              {"programs", table("program", "draws", figures.programs)},
              {"most_expensive_calls", json::array()},
              {"untimed_draws", figures.untimed_draws}};
  if (figures.has_gpu) out["gpu_ms"] = figures.all.gpu_ms;
  for (const ProfileFigures::CallCost& call : figures.top_calls) {
    json row = {{"call", call.call},
                {"frame", call.frame},
                {"function", call.function},
                {"program", call.program},
                {"cpu_ms", call.cpu_ms}};
    if (figures.has_gpu) row["gpu_ms"] = call.gpu_ms;
    out["most_expensive_calls"].push_back(std::move(row));
  }
  return out;
}

}  // namespace replay
