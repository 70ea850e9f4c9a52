// StandsOut: what somebody should look at first who wants to know why a replay is slow.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/profile/redundant_state.h"
#include "replay/profile/timed_call.h"

namespace replay {

class StandsOut {
 public:
  // `function` is the name in the recording.
  void see(const TimedCall& timed, const std::string& function);
  void frame_done(std::uint64_t frame, double ms);

  // Sentences, the one with the most time first; those without a time come last. Empty when nothing stands out.
  std::vector<std::string> sentences() const;

 private:
  // Calls of one kind.
  struct Stall {
    std::uint64_t calls = 0;
    double ms = 0;
    double longest_ms = 0;
    std::string longest;  // "call 12 glLinkProgram, frame 3"
    void add(const TimedCall& timed, const std::string& function);
  };
  // The draws of a program.
  struct Draws {
    std::uint64_t first_call = 0, first_frame = 0, others = 0;
    double first_ms = 0, others_ms = 0;
    bool has_first = false;
  };
  struct Repeated {
    std::uint64_t calls = 0, bytes = 0, all_bytes = 0;
    std::string example;
  };
  using Finding = std::pair<double, std::string>;  // milliseconds and a sentence

  void see_draw(const TimedCall& timed);
  void see_upload(const TimedCall& timed, const std::string& function);
  void tell_stalls(std::vector<Finding>& findings) const;
  void tell_first_draws(std::vector<Finding>& findings) const;
  void tell_longest_frame(std::vector<Finding>& findings) const;
  std::string repeated_text() const;
  std::string redundant_text() const;

  Stall compiles_, readbacks_, waits_;                        // compiles: after the first frame
  std::unordered_map<std::uint64_t, Draws> draws_;            // by context and program
  std::unordered_map<std::uint64_t, std::uint64_t> uploads_;  // a hash of the call -> its number
  Repeated repeated_;
  RedundantState state_;
  std::vector<double> frames_;                                             // milliseconds
  double frame_kinds_[static_cast<std::size_t>(CallKind::kCount)] = {};    // of the frame that goes on
  double longest_kinds_[static_cast<std::size_t>(CallKind::kCount)] = {};  // of the longest frame after the first
  std::uint64_t longest_frame_ = 0;
  double longest_ms_ = 0;
};

}  // namespace replay
