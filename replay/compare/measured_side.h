// MeasuredSide: one of the two drivers of a comparison. Each replay has a process of its own, because where the parts
// of a process lie in memory changes its speed, and by another amount in each process.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "replay/compare/measurement.h"
#include "replay/process/launch.h"

namespace replay {

inline constexpr double kLeastPatience = 60;  // seconds after which a replay hangs, however short the whole time is

class MeasuredSide {
 public:
  // `arguments`: the trace and the options of `replay measure`. `with_valgrind`: callgrind counts the instructions. A
  // stop ends a replay, which then fails.
  MeasuredSide(std::string name, Launch launch, std::vector<std::string> arguments, bool with_valgrind,
               std::stop_token stop = {})
      : name_(std::move(name)),
        launch_(std::move(launch)),
        arguments_(std::move(arguments)),
        with_valgrind_(with_valgrind),
        stop_(std::move(stop)) {}

  // Replays once, or takes what was kept of an earlier replay. Before the first replay there is one that is not
  // measured, because drivers compile shaders in it and keep them. Throws CannotJudge when that fails: the message
  // names the side.
  Measurement replay(double timeout);
  // The same for what another kind of replay answers.
  nlohmann::json ask(double timeout) const { return ask(timeout, with_valgrind_); }

  // What earlier replays of this side took: for counts, which are the same tomorrow.
  void keep(std::vector<Measurement> kept) { measured_ = std::move(kept); }
  const std::vector<Measurement>& measured() const { return measured_; }

  const std::string& name() const { return name_; }

 private:
  nlohmann::json ask(double timeout, bool with_valgrind) const;

  std::string name_;
  Launch launch_;
  std::vector<std::string> arguments_;
  bool with_valgrind_;
  std::stop_token stop_;
  bool is_warm_ = false;
  std::vector<Measurement> measured_;
  std::size_t next_ = 0;  // of measured_
};

// The number that callgrind wrote at the end of what it counted; nothing in a text that it did not write.
std::optional<double> count_of_callgrind(const std::string& text);

}  // namespace replay
