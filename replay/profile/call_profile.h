// CallProfile: where the time of a replay goes, by call and by program, on the CPU and on the GPU.
//
// CPU time is what the GL thread computes during a call, in the replayer and in the driver. Wall time counts waiting as
// well. GPU time is the difference of two time stamps that the driver takes before and after a drawing call, if it can
// (GL 3.3, GL_ARB_timer_query); a driver that draws on the CPU has none that mean anything. A primitive between glBegin
// and glEnd counts for its glEnd. The measurements cost time themselves, so a frame takes longer with them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/observe/observer.h"
#include "replay/profile/stands_out.h"
#include "replay/profile/timeline.h"
#include "replay/remap/share_group.h"

struct GladGLContext;

namespace replay {

struct ProfileFigures {
  struct Cost {
    std::uint64_t calls = 0;
    double cpu_ms = 0, wall_ms = 0, gpu_ms = 0;
  };
  struct Named : Cost {
    std::string name;
  };
  struct CallCost {
    std::uint64_t call = 0, frame = 0;
    std::string function;
    std::uint32_t program = 0;  // its recorded name, or 0
    double cpu_ms = 0, gpu_ms = 0;
  };
  Cost all;
  bool has_gpu = false;
  std::uint64_t untimed_draws = 0;      // drawing calls for which no time stamp was left
  std::vector<Named> functions;         // the most expensive first
  std::vector<Named> programs;          // the drawing calls of each program, the most expensive program first
  std::vector<Named> kinds;             // draws, uploads, waits ..., the most expensive first
  std::vector<Named> groups;            // the calls of each debug group ("shadows > sun"), the most expensive first
  std::vector<CallCost> top_calls;      // the most expensive calls, the most expensive first
  std::vector<std::string> stands_out;  // sentences
};

// Who wants more than sums is told of each call. Both functions may be empty.
struct CallListener {
  std::function<void(const TimedCall&, double cpu_ms)> made{};
  std::function<void(std::uint64_t call, double gpu_ms)> drawn{};  // later, when the driver has taken the time stamps
  // In this frame a renderer that draws on the CPU is waited for after each draw, so that the time of the draw is
  // known: otherwise its threads draw while later calls are made. The CPU time of a draw is then that of all threads.
  std::optional<std::uint64_t> waits_in{};
};

class CallProfile : public Observer {
 public:
  static constexpr std::size_t kTop = 10;               // how many functions, programs and calls are printed
  static constexpr std::size_t kMaxTimedDraws = 16384;  // drawing calls that wait for their time stamps

  // `keeps_timeline`: for write_timeline().
  explicit CallProfile(bool keeps_timeline = false) : keeps_timeline_(keeps_timeline) {}

  // To be called before the first call is made.
  void listen(CallListener who) { listener_ = std::move(who); }

  // Issues `call` and measures its time.
  void issue(Dispatcher& dispatcher, const loaders::Call& call);

  void frame_shown(Dispatcher& dispatcher, std::uint64_t frame) override;
  void finished(Dispatcher& dispatcher) override;

  const ProfileFigures& figures() const { return figures_; }

  // Writes what was done when, for the viewers of Perfetto and Chrome. See Timeline::write().
  loaders::Status write_timeline(const std::filesystem::path& path) const { return timeline_.write(path); }

 private:
  struct Draw {
    std::uint64_t call = 0, frame = 0;
    std::uint32_t function = 0;  // an index into the recording's table of functions
    std::uint32_t program = 0;
    double cpu_ms = 0;
    std::uint32_t group = 0;       // an index into groups_
    std::uint32_t stamps[2] = {};  // query objects, or 0
  };
  // Query objects belong to a context.
  struct Stamps {
    std::weak_ptr<ShareGroup> group;  // expires when the last context of the group is destroyed
    std::vector<std::uint32_t> free;
    std::deque<Draw> waiting;
  };

  // A debug group, with those that it is in.
  struct Group {
    std::string path;  // "shadows > sun"
    ProfileFigures::Cost cost;
  };
  struct OpenGroup {
    std::string label;
    std::uint32_t index = 0;  // into groups_
    double begin_us = 0;
  };

  double now_us() const;
  void watch(const TimedCall& timed, const std::string& name, double cpu_ms);
  void follow_groups(const TimedCall& timed);
  void open_group(const TimedCall& timed);
  void close_group(double end_us);
  void close_groups(double end_us) {
    while (!open_groups_.empty()) close_group(end_us);
  }
  std::uint32_t group() const { return open_groups_.empty() ? 0 : open_groups_.back().index; }
  void show_on_timeline(Dispatcher& dispatcher, const Draw& draw, const std::uint64_t (&when)[2]);
  bool can_stamp(const Dispatcher& dispatcher) const;
  bool can_wait(const Dispatcher& dispatcher) const;
  void start(Dispatcher& dispatcher, Draw& draw);
  void stop(Dispatcher& dispatcher, Draw& draw);
  void collect(Dispatcher& dispatcher, std::uint64_t up_to_frame);
  void count(const Draw& draw, double gpu_ms);
  void offer(const Draw& draw, double gpu_ms);
  Stamps& stamps_of(const Dispatcher& dispatcher);
  std::uint32_t take(const GladGLContext& gl, Stamps& stamps);

  std::unordered_map<std::uint32_t, ProfileFigures::Cost> by_function_;
  std::map<std::uint32_t, ProfileFigures::Cost> by_program_;
  std::unordered_map<const void*, Stamps> stamps_;  // by context
  std::unordered_map<std::uint32_t, std::string> names_;
  std::uint64_t frame_ = 0;
  bool compiling_ = false;                    // a display list is compiled; time stamps would not become part of it
  bool in_primitive_ = false;                 // between glBegin and glEnd, where GL allows no time stamp
  Draw primitive_;                            // the primitive that is open
  std::vector<std::pair<double, Draw>> top_;  // GPU milliseconds and the call, the most expensive first
  ProfileFigures figures_;
  CallListener listener_;

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double frame_begin_us_ = 0;
  ProfileFigures::Cost kinds_[static_cast<std::size_t>(CallKind::kCount)];
  std::vector<Group> groups_{Group{}};  // the first one has the calls that are in no group
  std::unordered_map<std::string, std::uint32_t> group_indices_;
  std::vector<OpenGroup> open_groups_;
  StandsOut stands_out_;
  bool keeps_timeline_;
  Timeline timeline_;
  std::optional<double> gpu_to_cpu_us_;  // what has to be added to a time stamp
};

std::string to_string(const ProfileFigures& figures);
nlohmann::json to_json(const ProfileFigures& figures);

}  // namespace replay
