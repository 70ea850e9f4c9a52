#include "replay/observe/frame_meter.h"

#include <glad/gl.h>
#include <time.h>

#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

constexpr std::size_t kFramesToWait = 3;  // time stamps are read this much later, when the GPU has taken them

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// Waits until the driver has drawn everything, so that a stretch neither gets nor leaves work of its neighbours.
void wait_for_driver(const Dispatcher& d) {
  if (d.context != nullptr && d.gl->Finish != nullptr) d.gl->Finish();
}

}  // namespace

FrameMeter::MeterReading FrameMeter::now() const {
  return {.wall_ms = milliseconds(CLOCK_MONOTONIC),
          .cpu_ms = milliseconds(CLOCK_PROCESS_CPUTIME_ID),
          .instructions = settings_.counter != nullptr ? static_cast<double>(settings_.counter->read()) : 0};
}

void FrameMeter::begin() {
  if (settings_.first == 0) begin_stretch();
}

void FrameMeter::begin_stretch() {
  is_measuring_ = true;
  if (settings_.marks_valgrind) begin_valgrind_count();
  if (settings_.samples) begin_sampling();
  last_ = now();
}

void FrameMeter::pause(Dispatcher& d) {
  give_up_gpu();
  if (!is_measuring_) return;
  wait_for_driver(d);
  if (settings_.marks_valgrind) toggle_valgrind_count();
  paused_ = now();
}

void FrameMeter::go_on() {
  if (!is_measuring_) return;
  const MeterReading here = now();
  last_.wall_ms += here.wall_ms - paused_.wall_ms;
  last_.cpu_ms += here.cpu_ms - paused_.cpu_ms;
  last_.instructions += here.instructions - paused_.instructions;
  if (settings_.marks_valgrind) toggle_valgrind_count();
}

void FrameMeter::end_stretch() {
  is_measuring_ = false;
  if (settings_.samples) own_time_ = end_sampling();
  if (settings_.marks_valgrind) end_valgrind_count();
}

void FrameMeter::frame_ends(Dispatcher& d, std::uint64_t, const loaders::Call*, Drawable*) {
  if (!is_measuring_ || !settings_.takes_gpu_times) return;
  // A context that was made in this very frame has no stamp of its beginning.
  if (open_.begin == 0 || open_.context != d.context) return give_up_gpu();
  open_.end = stamp(d);
  waiting_.push_back(open_);
}

void FrameMeter::frame_shown(Dispatcher& d, std::uint64_t frame) {
  if (is_measuring_) {
    if (frame >= settings_.last) wait_for_driver(d);
    const MeterReading here = now();
    costs_.wall_ms.push_back(here.wall_ms - last_.wall_ms);
    costs_.cpu_ms.push_back(here.cpu_ms - last_.cpu_ms);
    if (settings_.counter != nullptr) costs_.instructions.push_back(here.instructions - last_.instructions);
    read_stamps(d, kFramesToWait);
    last_ = here;
    if (frame >= settings_.last) return end_stretch();
  } else if (frame + 1 == settings_.first) {
    wait_for_driver(d);
    begin_stretch();
  }
  if (is_measuring_ && settings_.takes_gpu_times) open_ = {.context = d.context, .begin = stamp(d)};
}

void FrameMeter::finished(Dispatcher& d) {
  if (is_measuring_) end_stretch();
  read_stamps(d, 0);
  if (costs_.gpu_ms.size() != costs_.wall_ms.size()) give_up_gpu();
}

// Returns 0 when the context has no time stamps.
std::uint32_t FrameMeter::stamp(Dispatcher& d) {
  if (d.context == nullptr || d.gl->QueryCounter == nullptr || d.gl->GetQueryObjectui64v == nullptr ||
      d.gl->GenQueries == nullptr)
    return 0;
  const GlErrors::Mute mute(d.errors, *d.gl);
  if (free_.empty()) {
    free_.resize(2 * (kFramesToWait + 2));
    d.gl->GenQueries(static_cast<GLsizei>(free_.size()), free_.data());
  }
  const std::uint32_t name = free_.back();
  free_.pop_back();
  d.gl->QueryCounter(name, GL_TIMESTAMP);
  return name;
}

void FrameMeter::read_stamps(Dispatcher& d, std::size_t keep) {
  while (settings_.takes_gpu_times && waiting_.size() > keep) {
    const FrameStamps stamps = waiting_.front();
    if (stamps.context != d.context || stamps.end == 0) return give_up_gpu();
    const GlErrors::Mute mute(d.errors, *d.gl);
    GLuint64 begin = 0, end = 0;
    d.gl->GetQueryObjectui64v(stamps.begin, GL_QUERY_RESULT, &begin);
    d.gl->GetQueryObjectui64v(stamps.end, GL_QUERY_RESULT, &end);
    costs_.gpu_ms.push_back(end > begin ? static_cast<double>(end - begin) * 1e-6 : 0);
    free_.insert(free_.end(), {stamps.begin, stamps.end});
    waiting_.pop_front();
  }
}

void FrameMeter::give_up_gpu() {
  settings_.takes_gpu_times = false;
  waiting_.clear();
  costs_.gpu_ms.clear();
}

}  // namespace replay
