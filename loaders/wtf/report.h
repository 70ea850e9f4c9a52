// Report: what is wrong with a WTF file, collected by all that read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/base/load_error.h"
#include "loaders/stream/tally.h"

namespace loaders::wtf {

struct Report {
  std::string file;
  std::uint64_t events = 0;  // complete ones so far

  // The first failure. Chunked files are read on behind a damaged chunk, so there can be more.
  std::optional<LoadError> error;
  std::uint64_t more_errors = 0;

  Tally skipped_parts;      // chunks and parts of chunks that are of no known type
  Tally lost_strings;       // numbers of strings that are not in the table
  Tally undefined_types;    // which events of a list have and the file does not define
  Tally unusable_headers;   // file headers that cannot be read; replay needs nothing of them
  Tally surplus_arguments;  // of an event in a list, beyond what a call can hold
  Tally missing_images;     // of which textures are made; the textures are black
  Tally assumed_canvases;   // WebGL calls before the file says for which canvas

  // Counts one more, and describes the first. Nothing is parsed twice here, so each finding is another one.
  template <class Describe>
  static void note(Tally& tally, const Describe& describe) {
    tally.add(tally.count(), describe);
  }

  void fail(Damage damage, std::uint64_t offset, std::string section, std::string problem);
  void append_warnings(std::vector<std::string>& warnings) const;
};

}  // namespace loaders::wtf
