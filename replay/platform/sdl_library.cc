#include "replay/platform/sdl_library.h"

#include <dlfcn.h>
#include <spdlog/fmt/fmt.h>

#include <stdexcept>

#include "replay/process/culprit.h"

namespace replay::sdl {
namespace {

constexpr const char* kLibrary = "libSDL2-2.0.so.0";  // the name of its interface: the same for every SDL 2

void* open_library() {
  // Local: its own libraries find each other all the same, and nobody else has to look through them.
  void* library = dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(fmt::format("SDL cannot be loaded: {}", dlerror()));
  return library;
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw std::runtime_error(fmt::format("{} has no {}", kLibrary, name));
}

}  // namespace

void load() {
  static void* const library = open_library();
#define REPLAY_SDL_FIND(name) find(library, "SDL_" #name, name);
  REPLAY_SDL_FUNCTIONS(REPLAY_SDL_FIND)
#undef REPLAY_SDL_FIND
  static const bool is_ours = (count_as_ours(reinterpret_cast<const void*>(GetError)), true);
  (void)is_ours;
}

}  // namespace replay::sdl
