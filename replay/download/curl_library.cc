#include "replay/download/curl_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace replay::curl {
namespace {

// The last one is what Debian calls the one with GnuTLS.
constexpr const char* kLibraries[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

void* open_library() {
  for (const char* name : kLibraries) {
    if (void* library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

loaders::Status find_all() {
  void* library = open_library();
  if (library == nullptr)
    return loaders::Error{fmt::format("downloads need libcurl, which is missing: {}", ::dlerror())};
#define REPLAY_CURL_FIND(name) \
  if (!find(library, "curl_" #name, name)) return loaders::Error{"this libcurl is too old: it has no curl_" #name};
  REPLAY_CURL_FUNCTIONS(REPLAY_CURL_FIND)
#undef REPLAY_CURL_FIND
  if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return loaders::Error{"libcurl cannot be initialized"};
  return {};
}

}  // namespace

loaders::Status load() {
  static const loaders::Status loaded = find_all();
  return loaded;
}

}  // namespace replay::curl
