// RecordedReturns: finds answers of the recorded driver that this driver contradicts. Examples are a program that no
// longer links, a framebuffer that is no longer complete and a query that counts something different. Such a
// contradiction is often the regression itself, and it names the call.
//
// Only answers that two correct drivers agree on are compared: no limits, names or times. GlErrors handles GL errors.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

struct RecordedReturnsResult {
  struct Contradiction {
    std::uint64_t call = 0;
    std::string function, what;  // "link status was 1, is 0"
  };
  static constexpr std::size_t kMaxKept = 1000;
  std::uint64_t compared = 0, contradicted = 0;
  std::vector<Contradiction> contradictions;  // the first kMaxKept of them
};

class RecordedReturns : public Observer {
 public:
  // Must be called for every call (Player::watch_calls).
  void call_done(Dispatcher&, const loaders::Call&) override;

  const RecordedReturnsResult& result() const { return result_; }

 private:
  void compare(const loaders::Call& call, const char* what, std::int64_t recorded, std::int64_t live);
  void compare_status(Dispatcher&, const loaders::Call&, bool of_program);
  void compare_framebuffer(Dispatcher&, const loaders::Call&);
  void compare_query(Dispatcher&, const loaders::Call&);
  void compare_wait(Dispatcher&, const loaders::Call&);
  void compare_map(Dispatcher&, const loaders::Call&, bool named);

  std::map<std::uint64_t, std::uint64_t> query_targets_;  // by the query's recorded name
  RecordedReturnsResult result_;
};

nlohmann::json to_json(const RecordedReturnsResult& result);

}  // namespace replay
