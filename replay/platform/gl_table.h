// GlTables: the function tables of contexts, loaded once per kind of context.
//
// Loading a table asks the driver for about 3000 addresses and takes 1.5 ms, a quarter of the time that making a
// context takes. Some traces make hundreds of contexts. Addresses do not depend on the context (both EGL and Mesa's GLX
// promise that), and which of them are filled in depends on the version and the extensions. So contexts with equal
// lists share one table, which also saves its 27 KB. Comparing the lists takes 0.06 ms.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "replay/platform/context_request.h"

struct GladGLContext;

namespace replay {

class Video;

class GlTables {
 public:
  // Returns the table of the current context, which is of the kind `api`. Returns null when the driver's answers make
  // no sense.
  std::shared_ptr<const GladGLContext> of_current(Video& video, Api api);

 private:
  std::map<std::string, std::shared_ptr<const GladGLContext>> tables_;  // by API, version, renderer and extension list
};

}  // namespace replay
