// Reads a recording to find out what it draws, and plans what a replay to some pictures of it leaves out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "loaders/container/passages.h"
#include "loaders/stream/call_source.h"
#include "replay/base/call_set.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/guesses.h"
#include "replay/seek/seek_plan.h"

namespace replay {

struct SeekFor {
  CallSet frames{}, calls{};  // pictures of these are wanted, or of these calls in these frames
  bool goes_on = false;       // frames after the last of them are to be right as well
  SeekGuesses guesses{};      // what plans may rest on; they verify what they guess
  // Those that the source was opened with, to collect. Null: the source that is played reads everything.
  const loaders::Passages* passages = nullptr;
};

// What a recording draws on its way to pictures that are wanted. The plan after a wrong guess is made from the same
// analysis, so that the recording need not be read again.
class SeekAnalysis {
 public:
  // Reads `source` as far as it matters.
  SeekAnalysis(loaders::CallSource& source, const SeekFor& wanted);

  // Whether it says what a plan under these guesses has to know.
  bool serves(const SeekGuesses& guesses) const;
  // Precondition: it serves them.
  SeekPlan plan(const SeekGuesses& guesses) const;

  // Whether it is small enough to be kept while the recording is played.
  bool is_small() const;

 private:
  static constexpr std::size_t kMaxKeptBytes = std::size_t{4} << 20;

  CallSet frames_;
  bool goes_on_, trusts_programs_, follows_states_;
  std::string gave_up_;  // a sentence; empty where everything was followed
  DrawnFrames drawn_;
};

// Plans from the analysis that is `kept`, or from read(), where that does not serve. Keeps what is small.
template <class Read>
SeekPlan plan_from_kept(std::optional<SeekAnalysis>& kept, const SeekGuesses& guesses, Read&& read) {
  if (kept && kept->serves(guesses)) return kept->plan(guesses);
  kept.emplace(read());
  SeekPlan plan = kept->plan(guesses);
  if (!kept->is_small()) kept.reset();
  return plan;
}

}  // namespace replay
