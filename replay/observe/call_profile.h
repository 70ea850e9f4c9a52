// CallProfile: where the time of a replay goes, by call and by program, on the CPU and on the GPU.
//
// CPU time is what the GL thread computes in a call, the replayer's part and the driver's; waiting is not in it. GPU
// time is the difference of two time stamps that the driver takes before and after what draws, where it can (GL 3.3,
// GL_ARB_timer_query); a primitive between glBegin and glEnd counts for its glEnd. Both cost time themselves, a frame
// more than it does without.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/observe/observer.h"
#include "replay/remap/share_group.h"

struct GladGLContext;

namespace replay {

struct ProfileFigures {
  struct Cost {
    std::uint64_t calls = 0;
    double cpu_ms = 0, gpu_ms = 0;
  };
  struct Named : Cost {
    std::string name;
  };
  struct Dear {
    std::uint64_t call = 0, frame = 0;
    std::string function;
    std::uint32_t program = 0;  // recorded; 0: none
    double cpu_ms = 0, gpu_ms = 0;
  };
  Cost all;
  bool has_gpu = false;
  std::uint64_t untimed_draws = 0;  // more in a frame than there were time stamps for
  std::vector<Named> functions;     // dearest first
  std::vector<Named> programs;      // what was drawn with which
  std::vector<Dear> dearest;        // single calls, dearest first
};

class CallProfile : public Observer {
 public:
  static constexpr std::size_t kDearest = 10;
  static constexpr std::size_t kMostTimedDraws = 16384;  // that wait for their time stamps

  // Issues `call` and takes its time.
  void issue(Dispatcher& dispatcher, const loaders::Call& call);

  void frame_shown(Dispatcher& dispatcher, std::uint64_t frame) override;
  void finished(Dispatcher& dispatcher) override;

  const ProfileFigures& figures() const { return figures_; }

 private:
  struct Draw {
    std::uint64_t call = 0, frame = 0;
    std::uint32_t function = 0;  // index into the recording's table
    std::uint32_t program = 0;
    double cpu_ms = 0;
    std::uint32_t stamps[2] = {};  // query objects; 0: none
  };
  // Query objects belong to a context.
  struct Stamps {
    std::weak_ptr<ShareGroup> group;  // gone with the context's last partner
    std::vector<std::uint32_t> free;
    std::deque<Draw> waiting;
  };

  bool can_stamp(const Dispatcher& dispatcher) const;
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
  bool compiling_ = false;                        // a display list: time stamps would not become part of it
  bool in_primitive_ = false;                     // nothing may be stamped
  Draw primitive_;                                // that is open
  std::vector<std::pair<double, Draw>> dearest_;  // GPU ms with the call, dearest first
  ProfileFigures figures_;
};

std::string to_string(const ProfileFigures& figures);
nlohmann::json to_json(const ProfileFigures& figures);

}  // namespace replay
