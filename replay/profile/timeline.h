// Timeline: what a replay did when, on the CPU and on the GPU, as a file that Perfetto and Chrome's about:tracing show.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "loaders/base/result.h"
#include "replay/profile/timed_call.h"

namespace replay {

// There is a track for frames, one for groups, one for calls on the CPU, and one for draws on the GPU. Of the calls it
// keeps those whose kind is named, and others that took long.
class Timeline {
 public:
  static constexpr std::size_t kMaxEvents = 500'000;  // the viewers become slow with more
  static constexpr double kLongUs = 100;              // how long a call of no named kind has to take

  // `function` is the name in the recording.
  void add(const TimedCall& timed, const std::string& function);
  void add_frame(std::uint64_t frame, double begin_us, double end_us);
  void add_group(const std::string& name, double begin_us, double end_us);
  // A draw on the GPU, on the clock of the CPU.
  void add_gpu(std::uint64_t call, const std::string& function, double begin_us, double end_us);

  // Writes the file, by write_whole_file().
  loaders::Status write(const std::filesystem::path& path) const;

 private:
  enum class Track : std::uint8_t { kFrames, kGroups, kCalls, kGpu, kCount };
  struct Event {
    double begin_us = 0, end_us = 0;
    std::uint64_t number = 0;  // of the call or the frame
    std::uint32_t name = 0;    // an index into names_
    Track track = Track::kCalls;
    CallKind kind = CallKind::kOther;
  };

  void add(const Event& event);
  std::uint32_t name_index(const std::string& name);
  std::string text_of(const Event& event) const;

  std::vector<Event> events_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  std::uint64_t left_out_ = 0;
};

}  // namespace replay
