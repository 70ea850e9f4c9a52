// SeekPlan: the calls that a replay leaves out on its way to the pictures that are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"
#include "loaders/stream/call_source.h"
#include "replay/base/call_set.h"
#include "replay/seek/current_values.h"
#include "replay/seek/drawing_history.h"
#include "replay/seek/guesses.h"
#include "replay/seek/list_effects.h"
#include "replay/seek/redraw_proof.h"
#include "replay/seek/rules.h"
#include "replay/seek/unused_arrays.h"

namespace replay {

class Dispatcher;
struct RecordedContext;

class SeekPlan {
 public:
  SeekPlan() = default;  // nothing is left out
  explicit SeekPlan(DeadCalls dead);

  bool empty() const { return dead_.empty(); }

  // Why draws are made all the same, and what ended the analysis, as sentences.
  const std::vector<std::string>& reasons() const { return reasons_; }

  // Takes batches in the order of the recording, each before its calls.
  void begin(const loaders::Batch& batch);

  // Takes the calls of the batch in their order, each once. True: the call is not to be made. The calls whose effects
  // would have outlasted its drawing have been issued instead, or the call itself, in a proof. Throws WrongGuess.
  bool leaves_out(Dispatcher& dispatcher, const loaders::Call& call);

  // How many calls were made in proofs so far, of those for which leaves_out() was true.
  std::uint64_t made_in_proofs() const { return made_in_proofs_; }

 private:
  bool is_dead(std::uint64_t number);
  bool verify(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role);
  static bool makes_without_error(Dispatcher& dispatcher, const loaders::Call& call);
  void verify_program(const loaders::Call& call);
  bool makes_in_proof(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role);
  bool leaves_out_list(Dispatcher& dispatcher, const loaders::Call& call, int depth);

  std::vector<std::string> reasons_;
  bool relies_on_programs_ = false;
  const RecordedContext* used_in_ = nullptr;  // the last call made program `used_` current there
  std::uint32_t used_ = 0;
  std::vector<CallRun> dead_;
  std::vector<GuessedClear> guesses_;
  std::vector<GuessedRedraw> redraws_;
  std::uint64_t made_in_proofs_ = 0;
  std::optional<RedrawProof> proof_;  // of the next redraw, when it has begun
  std::size_t next_ = 0, next_guess_ = 0, next_redraw_ = 0;
  const loaders::Call* first_of_batch_ = nullptr;
  std::vector<std::uint8_t> dead_in_batch_;
  UnusedArrays arrays_;
  bool in_primitive_ = false;  // the open primitive is left out
  CurrentValues values_;
  ListEffects lists_;
};

// Returns what the frames of `source` draw, as far as it can be followed. Reads `source` to its end, or to a call after
// which nothing can be followed.
DrawnFrames draw_frames(loaders::CallSource& source);

struct SeekFor {
  CallSet frames{}, calls{};  // pictures of these are wanted, or of these calls in these frames
  bool goes_on = false;       // frames after the last of them are to be right as well
  SeekGuesses guesses{};      // what the plan may rest on; it verifies what it guesses
};

// Reads `source` as far as it matters.
SeekPlan plan_seek(loaders::CallSource& source, const SeekFor& wanted);

}  // namespace replay
