// ShrinkInput: the recording that a search works on. A recording of another format than apitrace's is converted first:
// what its loader derives becomes calls that can be dropped one by one, and the result shows the fault in other tools.
#pragma once

#include <optional>
#include <string>

#include "loaders/base/limits.h"
#include "replay/base/scratch_folder.h"

namespace replay {

class ShrinkInput {
 public:
  // Throws CannotJudge when `trace` cannot be read or converted.
  ShrinkInput(const std::string& trace, const loaders::Limits& limits);

  const std::string& path() const { return path_; }
  const std::string& original() const { return original_; }  // the path before the conversion
  bool is_converted() const { return folder_.has_value(); }

 private:
  std::string original_, path_;
  std::optional<ScratchFolder> folder_;
};

}  // namespace replay
