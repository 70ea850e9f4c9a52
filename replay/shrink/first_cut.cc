#include "replay/shrink/first_cut.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "replay/session/open_recording.h"
#include "replay/shrink/contents.h"
#include "replay/shrink/selected_calls.h"
#include "replay/slice/slice.h"

namespace replay {
namespace {

// Sizes are divided by 2 to the power of these. Some pixels have to stay: a fault that shows in one pixel alone hides
// as soon as a call goes that moves what is drawn.
constexpr unsigned kFirstShifts[] = {4, 2, 0};

bool ends_frame(const StoredRecording& recording, EntryIndex entry) {
  return std::ranges::any_of(recording.calls(entry), [](const auto& call) { return call.is(loaders::kEndsFrame); });
}

// What the slice of a candidate is to have. `kept`: the entries of the candidate.
SliceOf wanted_slice(const Fault& fault, const StoredRecording& recording, const std::vector<bool>& kept,
                     bool only_pictures) {
  if (fault.look.what != LookAt::What::kFrameEnd)
    return {.calls = CallRange{.first = *fault.call, .last = *fault.call}};
  const EntryIndex swap = recording.entry_of(fault.look.call).value_or(0);
  std::uint64_t frame = 0;
  for (EntryIndex entry = 0; entry < swap; ++entry) frame += kept[entry] && ends_frame(recording, entry) ? 1 : 0;
  return {.frames = CallRange{.first = frame, .last = frame}, .only_pictures = only_pictures};
}

// Nothing when the slice lacks what every candidate has, or when there is none. `open` opens what is sliced.
std::optional<Candidate> sliced(const std::function<std::unique_ptr<loaders::CallSource>()>& open,
                                const SliceOf& wanted, Caution caution, const StoredRecording& recording,
                                const Dependencies& dependencies, const std::vector<EntryIndex>& needed) {
  const auto slice = slice_recording(open, wanted, caution);
  if (!slice) return std::nullopt;
  Candidate candidate{.kept = std::vector<bool>(recording.entries()), .changes = {}};
  for (EntryIndex entry = 0; entry < recording.entries(); ++entry)
    candidate.kept[entry] = std::ranges::binary_search(slice->calls, recording.number(entry));
  for (const EntryIndex entry : needed) candidate.kept[entry] = true;
  dependencies.make_valid(candidate.kept);
  const bool has_needed = std::ranges::all_of(needed, [&](EntryIndex entry) { return candidate.kept[entry]; });
  return has_needed ? std::optional(std::move(candidate)) : std::nullopt;
}

// Begins with a candidate, or with its last draws, whose sizes are as small as the fault allows.
bool begin_with(Candidate candidate, const StoredRecording& recording, const Dependencies& dependencies,
                bool with_smaller_sizes, ShrinkSearch& search) {
  for (const unsigned shift : kFirstShifts) {
    candidate.changes.clear();
    if (shift != 0) {
      if (with_smaller_sizes) candidate.changes = smaller_sizes(recording, dependencies, candidate, shift);
      if (candidate.changes.empty()) continue;
    }
    if (search.begin_with_last_draws(candidate) || search.begin(candidate)) return true;
  }
  return false;
}

}  // namespace

std::vector<Candidate> slices_of(const Candidate& candidate, const Fault& fault, const StoredRecording& recording,
                                 const Dependencies& dependencies, const std::vector<EntryIndex>& needed) {
  std::vector<Candidate> slices;
  if (!fault.call) return slices;
  const auto open = [&] { return std::make_unique<SelectedCalls>(recording, candidate); };
  const SliceOf wanted = wanted_slice(fault, recording, candidate.kept, true);
  for (const Caution caution : {Caution::kFramesAreRedrawn, Caution::kCallsAreAccepted}) {
    auto slice = sliced(open, wanted, caution, recording, dependencies, needed);
    if (!slice || slice->calls() >= candidate.calls()) continue;
    slice->changes = candidate.changes;
    slices.push_back(*std::move(slice));
  }
  return slices;
}

bool begin_small(const FaultQuestion& question, const Fault& fault, const StoredRecording& recording,
                 const Dependencies& dependencies, const std::vector<EntryIndex>& needed, bool with_smaller_sizes,
                 ShrinkSearch& search) {
  const auto open = [&] { return open_recording(question.trace, question.limits.loaders); };
  const std::vector<bool> all(recording.entries(), true);
  for (const Caution caution : {Caution::kFramesAreRedrawn, Caution::kCallsAreAccepted, Caution::kStateIsKept}) {
    if (!fault.call) break;
    auto candidate = sliced(open, wanted_slice(fault, recording, all, false), caution, recording, dependencies, needed);
    if (!candidate) continue;
    if (begin_with(*std::move(candidate), recording, dependencies, with_smaller_sizes, search)) return true;
  }
  return search.begin({.kept = std::vector<bool>(recording.entries(), true), .changes = {}});
}

}  // namespace replay
