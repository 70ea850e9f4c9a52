#include "replay/commands/unfinished.h"

#include <spdlog/spdlog.h>

#include "loaders/container/output_file.h"
#include "replay/base/exit_code.h"

namespace replay {

LastWill removes_unfinished(const std::string& output) {
  return LastWill([output](const Ending& ending) {
    char space[32];
    loaders::OutputFile::remove_unfinished(output);
    spdlog::error("{}: nothing was written, because of {}", output, name_of_signal(ending.signal, space));
    return static_cast<int>(kCannotJudge);
  });
}

}  // namespace replay
