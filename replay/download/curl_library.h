// The functions of libcurl that we use, taken from its shared library when something is to be downloaded.
//
// It is loaded and not linked because it brings thirty libraries along, and linking them makes each start of the
// program 5 ms longer (of some 40). The flavours of libcurl, with OpenSSL or with GnuTLS, are all the same to us.
#pragma once

#include <curl/curl.h>

#include "loaders/base/result.h"

namespace replay::curl {

// Nothing below may be called before load() has succeeded. The library stays loaded. Call it from one thread first.
loaders::Status load();

#define REPLAY_CURL_FUNCTIONS(X) \
  X(easy_cleanup)                \
  X(easy_getinfo)                \
  X(easy_init)                   \
  X(easy_perform)                \
  X(easy_setopt)                 \
  X(easy_strerror)               \
  X(free)                        \
  X(global_init)                 \
  X(slist_append)                \
  X(slist_free_all)              \
  X(url)                         \
  X(url_cleanup)                 \
  X(url_get)                     \
  X(url_set)

#define REPLAY_CURL_POINTER(name) inline decltype(&::curl_##name) name = nullptr;
REPLAY_CURL_FUNCTIONS(REPLAY_CURL_POINTER)
#undef REPLAY_CURL_POINTER

}  // namespace replay::curl
