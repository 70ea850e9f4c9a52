// The first candidates of a search: the slices of the recording that the call or frame with the fault needs, as
// `replay trim` finds them without a driver.
#pragma once

#include <vector>

#include "replay/shrink/dependencies.h"
#include "replay/shrink/fault.h"
#include "replay/shrink/search.h"

namespace replay {

// What is left of a candidate when it is sliced itself: where draws were dropped, what only they needed goes at once.
// The smallest slice comes first. Those that lack a needed entry, or are no smaller, are missing.
std::vector<Candidate> slices_of(const Candidate& candidate, const Fault& fault, const StoredRecording& recording,
                                 const Dependencies& dependencies, const std::vector<EntryIndex>& needed);

// Begins the search with the smallest of them that shows the fault, of which only the last draws may stay, or with the
// whole recording. False when nothing shows it. `needed`: the entries that every candidate has. `with_smaller_sizes`:
// windows and textures may have fewer pixels, which is tried first.
bool begin_small(const FaultQuestion& question, const Fault& fault, const StoredRecording& recording,
                 const Dependencies& dependencies, const std::vector<EntryIndex>& needed, bool with_smaller_sizes,
                 ShrinkSearch& search);

}  // namespace replay
