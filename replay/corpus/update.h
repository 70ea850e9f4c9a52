// What a run has found to be other than the manifest says: its checksums, as a list and as a new text of the manifest.
// The rest of the text stays as it is, so that a person can review the change.
#pragma once

#include <filesystem>
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

// PictureChange: a picture of the manifest that is to become another one.
struct PictureChange {
  const TraceEntry* entry;
  std::filesystem::path from, to;
};

// Whether the frame is compared to one picture, which does not exist yet: --update makes it.
bool lacks_its_picture(const FrameExpectation& frame);

// Returns the changes of frames that are compared to one picture and nothing else, under the same conditions. The new
// pictures are in `folder`, that of the results. A frame with several canvases has several pictures, which a person has
// to sort out.
std::vector<PictureChange> picture_changes(const Manifest& manifest, const std::vector<Result>& results,
                                           const std::filesystem::path& folder);

// Returns the text of the manifest with the checksums of those changes that have one, and a place.
std::string with_checksums(const Manifest& manifest, std::vector<ChecksumChange> changes);

// Returns the list that Mesa's bin/ci/update_traces_checksum.py reads: "device", "trace", "old_checksum" and
// "new_checksum" of the last frames.
nlohmann::json to_json(const std::vector<ChecksumChange>& changes, const std::string& device);

}  // namespace replay
