// A candidate as a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "loaders/base/result.h"
#include "loaders/rewrite.h"
#include "replay/shrink/candidate.h"
#include "replay/shrink/other_tools.h"

namespace replay {

// Writes an apitrace file with what the candidate keeps of the recording `input`, which is read again within `limits`,
// and with an empty frame at the beginning, or without. The file is there whole or not at all.
loaders::Result<loaders::Rewritten> write_candidate(const std::string& input, const std::string& output,
                                                    const StoredRecording& recording, const Candidate& candidate,
                                                    const EmptyFrame* empty_frame, const loaders::Limits& limits,
                                                    const std::vector<std::pair<std::string, std::string>>& properties);

}  // namespace replay
