// CallCosts: what the calls of a stretch of a recording cost in CPU time: by function, by program, by pass and each
// draw.
//
// It is told of every call after it was made, and counts the time since the call before. A renderer that draws on the
// processor is waited for after each draw, and the time of all its threads counts; otherwise it is the time of the
// thread that issues calls. This disturbs a replay. It serves to compare two replays that are disturbed alike.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

class CallCosts : public Observer {
 public:
  // The frames that are measured. More draws than `kMostDraws` are counted by their groups only.
  CallCosts(std::uint64_t first, std::uint64_t last) : first_(first), last_(last) {}
  static constexpr std::size_t kMostDraws = 200'000;

  void call_done(Dispatcher& dispatcher, const loaders::Call& call) override;
  void frame_shown(Dispatcher& dispatcher, std::uint64_t frame) override;

  // What happens between the two does not count: more of the recording is decoded.
  void pause(Dispatcher&) {}
  void go_on() { before_ = now(); }

  // [{"kind": "function", "name": "glDrawArrays", "ms": 1.5}, ...]. The kinds are function, program, pass and draw; the
  // name of a draw is "call 123 glDrawArrays", with the program.
  nlohmann::json to_json() const;

 private:
  struct DrawCost {
    std::string name;
    double ms = 0;
  };
  double now() const;
  void add(const Dispatcher& dispatcher, const loaders::Call& call, bool draws, double ms);
  std::string pass(const Dispatcher& dispatcher) const;

  std::uint64_t first_, last_, frame_ = 0;
  bool waits_ = false;
  double before_ = 0;
  std::vector<std::string> groups_;                                 // debug groups that are open
  std::map<std::pair<std::string, std::string>, double> by_group_;  // kind and name
  std::map<std::uint64_t, DrawCost> draws_;                         // by number of the call
};

}  // namespace replay
