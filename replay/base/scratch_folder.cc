#include "replay/base/scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "replay/base/cannot_judge.h"

namespace replay {

ScratchFolder::ScratchFolder() {
  std::error_code none;
  std::string name = (std::filesystem::temp_directory_path(none) / "replay-XXXXXX").string();
  if (none || ::mkdtemp(name.data()) == nullptr) throw CannotJudge(name + ": cannot be made");
  path_ = name;
}

ScratchFolder::~ScratchFolder() { remove(); }

void ScratchFolder::remove() const {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace replay
