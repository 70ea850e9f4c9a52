// ShaderCaches: gives each side of a comparison of drivers a cache of compiled shaders of its own.
//
// Mesa keeps shaders in one folder for all of a user's programs. A shader is found there by the build of the driver and
// by the shader's state, but not by all that the environment changes in what is compiled: with Mesa 22.3,
// LP_PERF=no_tex and the plain environment take each other's shaders. A side would then run what the other one has
// compiled, and a difference would come and go.
#pragma once

#include <functional>
#include <string>

#include "replay/base/scratch_folder.h"
#include "replay/process/launch.h"
#include "replay/process/signals.h"

namespace replay {

// Makes an empty folder, which goes with this object. Throws CannotJudge.
class ShaderCaches {
 public:
  // The same launch with a cache named `side`, unless it names a cache itself.
  Launch of_its_own(Launch launch, const std::string& side) const;
  // A last will that removes the folder when a signal ends the process. Before that it calls `tell`, if there is one.
  LastWill removed_at_a_signal(std::function<void(const Ending&)> tell = {}) const;

 private:
  ScratchFolder folder_;
};

}  // namespace replay
