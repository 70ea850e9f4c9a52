// CallTimes: what each call of a frame costs, for the page of `inspect`. It belongs to a replay of its own, in which
// nothing is read between the calls. As lines of the page:
//
//   ["costs", [[number, cpu, wall, kind, state, bytes, vertices, program], ...]]
//                                    microseconds; CallKind; StateEffect; bytes that the call gives to GL; vertices
//                                    that it draws, -1 when a buffer says how many; the recorded program in use
//   ["gpu", [[number, microseconds], ...]]           where the driver can tell
//   ["timed", waits]                 at the end: whether the driver was waited for after each draw
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "replay/inspect/page_file.h"
#include "replay/profile/call_profile.h"

namespace replay {

class CallTimes {
 public:
  // `page` is borrowed.
  CallTimes(PageFile& page, std::uint64_t frame);
  CallTimes(const CallTimes&) = delete;
  CallTimes& operator=(const CallTimes&) = delete;

  // For PlayerOptions: it is an observer, too.
  CallProfile& profile() { return profile_; }

  // To be called at the end of the replay.
  void finish(const std::string& renderer);

 private:
  void made(const TimedCall& timed, double cpu_ms);
  void drawn(std::uint64_t call, double gpu_ms);
  void flush(const char* kind, nlohmann::json& rows);

  PageFile& page_;
  std::uint64_t frame_;
  CallProfile profile_;
  RedundantState state_;
  std::int64_t primitive_ = 0;  // vertices since glBegin
  std::uint64_t first_ = UINT64_MAX, last_ = 0;
  nlohmann::json costs_ = nlohmann::json::array(), gpu_ = nlohmann::json::array();  // not yet in the page
};

// How many vertices a draw has, of all instances; 0 for what is no draw, -1 when a buffer says how many.
std::int64_t vertices_of(const loaders::Call& call);

}  // namespace replay
