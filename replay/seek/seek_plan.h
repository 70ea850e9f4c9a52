// SeekPlan: the calls that a replay leaves out on its way to the pictures that are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loaders/container/passages.h"
#include "loaders/stream/call.h"
#include "replay/seek/call_places.h"
#include "replay/seek/current_values.h"
#include "replay/seek/guesses.h"
#include "replay/seek/list_effects.h"
#include "replay/seek/liveness.h"
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

  bool empty() const { return dead_.empty() && idle_.empty(); }

  // Whether windows are to have stencils for proofs. Nothing that is drawn depends on whether they have some. The
  // second says the same of their depths.
  bool needs_stencils() const { return (unseen_ & kStencilPlane) != 0; }
  bool depths_may_differ() const { return (unseen_ & kDepthPlane) != 0; }

  // Why draws are made all the same, and what ended the analysis, as sentences.
  const std::vector<std::string>& reasons() const { return reasons_; }

  // Takes batches in the order of the recording, each before its calls.
  void begin(const loaders::Batch& batch);

  // What the source of the calls has to pass over; null where it has to read everything. Open it with this.
  std::shared_ptr<loaders::Passages> passages() const;
  // How many calls and frames the source has passed over between the batch that was taken last and the one before.
  std::uint64_t calls_before_batch() const { return calls_before_; }
  std::uint64_t frames_before_batch() const { return frames_before_; }

  // Whether no call of the batch that was taken last need be made.
  bool leaves_out_batch() const { return batch_is_idle_; }
  // But this one. Takes the calls of the batch in their order.
  bool carries(const loaders::Call& call);
  // Takes a call of such a batch that is not made.
  void passes(Dispatcher& dispatcher, const loaders::Call& call);
  // Whether calls are left out because others set again what they set. Then no call with a form may have an error
  // (state_history.h): judge() throws WrongGuess after the first.
  bool relies_on_forms() const { return !idle_.empty(); }
  void judge(const Dispatcher& dispatcher, const loaders::Call& call);

  // Takes the calls of the batch in their order, each once. True: the call is not to be made. The calls whose effects
  // would have outlasted its drawing have been issued instead, or the call itself, in a proof. Throws WrongGuess.
  bool leaves_out(Dispatcher& dispatcher, const loaders::Call& call);

  // Comes before each swap of a batch whose calls are made.
  void precedes_swap(Dispatcher& dispatcher);

  // How many calls were made in proofs so far, of those for which leaves_out() was true.
  std::uint64_t made_in_proofs() const { return made_in_proofs_; }

 private:
  std::size_t index_of(const loaders::Call& call) const { return static_cast<std::size_t>(&call - first_of_batch_); }
  CallPlace place_of(const loaders::Call& call) const { return places_in_batch_[index_of(call)]; }
  bool is_dead(CallPlace place);
  bool is_idle(const loaders::Batch& batch);
  static bool is_behind(const loaders::Batch& batch, const PassedOver& passed);
  bool verify(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role);
  static bool makes_without_error(Dispatcher& dispatcher, const loaders::Call& call);
  void verify_program(const loaders::Call& call);
  void verify_texture_units(Dispatcher& dispatcher, const loaders::Call& call);
  bool makes_in_proof(Dispatcher& dispatcher, const loaders::Call& call, SeekRole role);
  std::set<std::uint16_t> proven_so_far() const;
  RedrawProof::Result prove(const loaders::Call& call, SeekRole role, ListEffects::Drawn drawn);
  bool leaves_out_list(Dispatcher& dispatcher, const loaders::Call& call, int depth);

  std::vector<std::string> reasons_;
  bool relies_on_programs_ = false;
  std::uint32_t texture_units_ = 0;                // DeadCalls::texture_units
  const RecordedContext* has_units_in_ = nullptr;  // the driver was asked there
  std::uint8_t unseen_ = 0;                        // DeadCalls::unseen
  const RecordedContext* used_in_ = nullptr;       // the last call made program `used_` current there
  std::uint32_t used_ = 0;
  std::vector<CallRun> dead_, idle_;
  std::vector<CallPlace> carried_;
  std::size_t next_idle_ = 0, next_carried_ = 0;
  std::vector<PassedOver> passed_;
  std::size_t next_passed_ = 0;
  std::uint64_t calls_before_ = 0, frames_before_ = 0;
  bool batch_is_idle_ = false, has_passed_over_ = false;
  std::unordered_map<std::uint32_t, std::uint64_t> passed_contexts_;  // by thread: what such calls made current
  std::optional<std::uint32_t> drew_on_;  // the thread of the last such call that draws, if its context is noted
  std::uint64_t refused_ = 0;             // calls, so far
  std::vector<GuessedClear> guesses_;
  std::vector<GuessedRedraw> redraws_;
  std::uint64_t made_in_proofs_ = 0;
  std::optional<RedrawProof> proof_;  // of the next redraw, when it has begun
  std::size_t next_ = 0, next_guess_ = 0, next_redraw_ = 0;
  const loaders::Call* first_of_batch_ = nullptr;
  CallPlaces places_;
  std::vector<CallPlace> places_in_batch_;
  std::vector<std::uint8_t> dead_in_batch_;
  UnusedArrays arrays_;
  bool in_primitive_ = false;  // the open primitive is left out
  CurrentValues values_;
  ListEffects lists_;
};

}  // namespace replay
