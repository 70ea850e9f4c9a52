// GlTables: the function tables of contexts, loaded once per kind of context.
//
// Loading a table asks the driver for about 3000 addresses and takes 1.5 ms, a quarter of what making a context takes;
// some traces make contexts by the hundred. Addresses do not depend on the context (both EGL and Mesa's GLX promise
// that), and which of them are filled in depends on the version and the extensions. So contexts with equal lists share
// one table, also to save its 27 KB. Comparing the lists takes 0.06 ms.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "replay/platform/context_request.h"

struct GladGLContext;

namespace replay {

class GlTables {
 public:
  // The table of the current context, which is of the given kind. Null when the driver's answers make no sense.
  std::shared_ptr<const GladGLContext> of_current(Api api);

 private:
  std::map<std::string, std::shared_ptr<const GladGLContext>> tables_;  // by API, version, renderer and extension list
};

}  // namespace replay
