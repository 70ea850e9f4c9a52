// Rewrites the checksums of a manifest. The rest of the text stays as it is, so that a person can review the change.
#pragma once

#include <string>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

struct NewChecksum {
  const FrameExpectation* frame;  // has an MD5 and belongs to the manifest that is updated
  std::string md5;
};

// Returns the new text of the manifest. A single checksum is replaced; a list of accepted checksums gets one more.
std::string with_checksums(const Manifest& manifest, std::vector<NewChecksum> changes);

}  // namespace replay
