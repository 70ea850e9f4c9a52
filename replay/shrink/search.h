// ShrinkSearch: delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
// 2002) over levels of groups (G. Misherghi and Z. Su, "HDD: Hierarchical Delta Debugging", 2006).
//
// At each level, all groups are dropped at once, then halves, quarters, and so on down to single groups. What is left
// of a candidate is made valid before it is judged. Several candidates are judged at once; of those that show the fault
// the first in order is taken, so the result does not depend on how many are judged at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/shrink/groups.h"
#include "replay/shrink/judge_pool.h"
#include "replay/shrink/oracle.h"

namespace replay {

struct ShrinkProgress {
  std::string level;
  std::size_t calls = 0;       // left
  std::size_t candidates = 0;  // judged
  std::size_t remembered = 0;  // not judged again
  std::size_t flaky = 0;       // candidates that showed the fault once, and once not
  double seconds = 0;
};

struct SearchLimits {
  // When the smallest so far is the result.
  std::optional<std::chrono::steady_clock::time_point> end{};
  std::uint64_t seed = 0;  // orders the groups of a level
};

class ShrinkSearch {
 public:
  // All are borrowed. `report` is called now and then; `wants_to_end` is asked before each candidate.
  ShrinkSearch(const StoredRecording& recording, const Dependencies& dependencies, const Oracle& oracle,
               const SearchLimits& limits, std::function<void(const ShrinkProgress&)> report,
               std::function<bool()> wants_to_end);

  // Takes a first candidate. False when it does not show the fault, twice.
  bool begin(Candidate candidate);
  // As begin(), of a candidate without its draws but the last ones: first without any, then with one, two, three, four,
  // six, nine and so on. Takes the first that shows the fault. So that where drawing takes long, not all of it is drawn
  // to find out that little of it is needed.
  bool begin_with_last_draws(const Candidate& whole);
  // Takes a smaller candidate when it shows the fault.
  bool offer(const char* level, Candidate candidate);

  // `slices_of` makes smaller candidates of one whose draws were dropped. The first that shows the fault is taken.
  void drop_calls(const std::function<std::vector<Candidate>(const Candidate&)>& slices_of);
  // Offers all of these, which make_change() builds from the smallest so far, one after the other.
  bool offer_first(const char* level, const std::vector<std::function<Candidate(const Candidate&)>>& ways);

  const Candidate& smallest() const { return smallest_; }
  const ShrinkProgress& progress() const { return progress_; }
  bool has_ended() const;

 private:
  bool run_level(const Level& level);
  void take_slice(std::vector<Candidate> slices);
  std::optional<Candidate> without(const Candidate& from, const std::vector<Group>& groups, std::size_t first,
                                   std::size_t count) const;
  std::vector<Verdict> judge(const std::vector<Candidate>& candidates);
  bool accept(Candidate candidate);
  void tell();

  const StoredRecording& recording_;
  const Dependencies& dependencies_;
  const std::vector<EntryIndex>& needed_;
  JudgePool judges_;
  const SearchLimits& limits_;
  std::function<void(const ShrinkProgress&)> report_;
  std::function<bool()> wants_to_end_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Candidate smallest_;
  ShrinkProgress progress_;
  std::unordered_map<std::uint64_t, Verdict> known_;  // by hash of the candidate
  SeenPictures seen_;
};

}  // namespace replay
