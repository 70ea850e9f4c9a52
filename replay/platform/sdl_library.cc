#include "replay/platform/sdl_library.h"

#include <dlfcn.h>
#include <spdlog/fmt/fmt.h>

#include "replay/process/culprit.h"

namespace replay::sdl {
namespace {

constexpr const char* kLibrary = "libSDL2-2.0.so.0";  // the same name for every version of SDL 2

loaders::Result<void*> open_library() {
  // RTLD_LOCAL: the libraries of SDL still find each other, and the dynamic linker does not search them for anybody
  // else.
  void* library = dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return loaders::Error{fmt::format("SDL cannot be loaded: {}", dlerror())};
  return library;
}

template <class Function>
loaders::Status find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) return loaders::Error{fmt::format("{} has no {}", kLibrary, name)};
  return {};
}

const loaders::Result<void*>& library() {
  static const loaders::Result<void*> opened = open_library();
  return opened;
}

}  // namespace

#define REPLAY_SDL_FIND(name) \
  if (auto found = find(*library(), "SDL_" #name, name); !found) return found;

loaders::Status load() {
  if (!library()) return library().error();
  REPLAY_SDL_FUNCTIONS(REPLAY_SDL_FIND)
  static const bool is_ours = (count_as_ours(reinterpret_cast<const void*>(GetError)), true);
  (void)is_ours;
  return {};
}

loaders::Status load_for_screens() {
  REPLAY_SDL_SCREEN_FUNCTIONS(REPLAY_SDL_FIND)
  return {};
}
#undef REPLAY_SDL_FIND

}  // namespace replay::sdl
