// FrameMeter: what each frame of a stretch of a recording costs, by all measures at once. It asks the system at the
// ends of frames only, so that nothing within a frame is disturbed.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "replay/observe/observer.h"
#include "replay/process/instruction_counter.h"
#include "replay/process/own_time.h"

namespace replay {

struct RecordedContext;

// By frame. A list is empty when its measure could not be had.
struct FrameCosts {
  std::vector<double> wall_ms, cpu_ms;  // CPU time: of all threads of the process
  std::vector<double> gpu_ms;           // from the first to the last command of the frame
  std::vector<double> instructions;     // in user space, of all threads
};

class FrameMeter : public Observer {
 public:
  struct Settings {
    std::uint64_t first = 0, last = 0;            // the frames that are measured
    bool takes_gpu_times = false;                 // by time stamps of GL
    const InstructionCounter* counter = nullptr;  // borrowed; null: none
    bool marks_valgrind = false;                  // let callgrind count the stretch
    bool samples = false;                         // whose code runs (OwnTime), which makes the frames slower
  };
  explicit FrameMeter(const Settings& settings) : settings_(settings) {}

  // To be called before the first call is issued.
  void begin();
  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call* call, Drawable* drawable) override;
  void frame_shown(Dispatcher& dispatcher, std::uint64_t frame) override;
  void finished(Dispatcher& dispatcher) override;

  // What happens between the two does not count: more of the recording is decoded, between two frames. The driver
  // finishes the frames before first. Time stamps of GL cannot leave it out, so there are none of such a recording.
  void pause(Dispatcher& dispatcher);
  void go_on();

  const FrameCosts& costs() const { return costs_; }
  const OwnTime& own_time() const { return own_time_; }

 private:
  struct MeterReading {
    double wall_ms = 0, cpu_ms = 0, instructions = 0;
  };
  // The two time stamps of a frame, which are read some frames later.
  struct FrameStamps {
    const RecordedContext* context = nullptr;
    std::uint32_t begin = 0, end = 0;
  };

  MeterReading now() const;
  void begin_stretch();
  void end_stretch();
  std::uint32_t stamp(Dispatcher& dispatcher);
  void read_stamps(Dispatcher& dispatcher, std::size_t keep);
  // Without a time for each frame there is none at all.
  void give_up_gpu();

  Settings settings_;
  FrameCosts costs_;
  OwnTime own_time_;
  bool is_measuring_ = false;
  MeterReading last_, paused_;
  FrameStamps open_;
  std::deque<FrameStamps> waiting_;
  std::vector<std::uint32_t> free_;
};

}  // namespace replay
