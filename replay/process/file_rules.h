// File rules: where this process, and those that it starts, may write. They use Landlock, which needs no privileges.
#pragma once

#include <filesystem>
#include <vector>

#include "loaders/base/result.h"

namespace replay {

// From now on files are made, written and removed only in `places` (folders, at any depth, and devices) and in the
// devices that drivers work with. An error says that this kernel cannot do that.
loaders::Status allow_writing_only(const std::vector<std::filesystem::path>& places);

}  // namespace replay
