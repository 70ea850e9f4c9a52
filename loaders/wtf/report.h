// Report: collects what is wrong with a WTF file. Everything that reads the file adds to it.
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
  std::uint64_t events = 0;  // how many were read completely so far

  // The first failure. There can be more, because reading goes on after a damaged chunk.
  std::optional<LoadError> error;
  std::uint64_t more_errors = 0;

  Tally skipped_parts;      // chunks and parts of chunks that are of no known type
  Tally lost_strings;       // numbers of strings that their table does not have
  Tally undefined_types;    // types that events of a list have and the file does not define
  Tally unusable_headers;   // file headers that cannot be read; replay does not need them
  Tally surplus_arguments;  // events of a list with more arguments than a call can hold
  Tally missing_images;     // images of textures that cannot be decoded; the textures are black
  Tally assumed_canvases;   // WebGL calls that come before the file says for which canvas they are

  // Counts a finding, and describes it if it is the first. Nothing is parsed twice in WTF files, so each call is
  // another finding.
  template <class Describe>
  static void note(Tally& tally, const Describe& describe) {
    tally.add(tally.count(), describe);
  }

  void fail(Damage damage, std::uint64_t offset, std::string section, std::string problem);
  void append_warnings(std::vector<std::string>& warnings) const;
};

}  // namespace loaders::wtf
