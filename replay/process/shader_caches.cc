#include "replay/process/shader_caches.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "replay/base/exit_code.h"

namespace replay {
namespace {

// Mesa until 21.1 knows the second name only. Later ones look for the first name first.
constexpr std::array<const char*, 2> kFolderNames = {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"};

bool names_cache(const Launch& launch) {
  return std::ranges::any_of(launch.environment, [](const auto& assignment) {
    return std::ranges::find(kFolderNames, std::string_view(assignment.first)) != kFolderNames.end();
  });
}

}  // namespace

Launch ShaderCaches::of_its_own(Launch launch, const std::string& side) const {
  if (names_cache(launch)) return launch;
  for (const char* name : kFolderNames) launch.environment.emplace_back(name, folder_.path() / side);
  return launch;
}

LastWill ShaderCaches::removed_at_a_signal(std::function<void(const Ending&)> tell) const {
  return LastWill([this, tell = std::move(tell)](const Ending& ending) {
    if (tell) tell(ending);
    folder_.remove();
    return static_cast<int>(kCannotJudge);
  });
}

}  // namespace replay
