// Rewriting the checksums of a manifest so that a person can review the change: nothing else of the text is touched.
#pragma once

#include <string>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

struct NewChecksum {
  const FrameExpectation* frame;  // has an MD5; of the manifest that is updated
  std::string md5;
};

// A single checksum is replaced; a list of accepted ones gets one more.
std::string with_checksums(const Manifest& manifest, std::vector<NewChecksum> changes);

}  // namespace replay
