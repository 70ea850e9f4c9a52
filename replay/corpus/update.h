// What a run has found to be other than the manifest says: its checksums, as a list and as a new text of the manifest.
// The rest of the text stays as it is, so that a person can review the change.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/corpus/manifest.h"
#include "replay/corpus/result.h"

namespace replay {

struct ChecksumChange {
  const TraceEntry* entry;
  const FrameExpectation* frame;  // of the entry
  std::string checksum;           // empty: there is no picture, or a different one each time
};

// Returns the changes of traces that are bad, and of those that the manifest has no checksum for. A checksum is new
// when two replays agree on it: not that of a flake, and not where the baseline knows that the trace fails.
std::vector<ChecksumChange> checksum_changes(const Manifest& manifest, const std::vector<Result>& results);

// Returns the text of the manifest with the checksums of those changes that have one, and a place.
std::string with_checksums(const Manifest& manifest, std::vector<ChecksumChange> changes);

// Returns the list that Mesa's bin/ci/update_traces_checksum.py reads: "device", "trace", "old_checksum" and
// "new_checksum" of the last frames.
nlohmann::json to_json(const std::vector<ChecksumChange>& changes, const std::string& device);

}  // namespace replay
