// Says whether this program is built with the address sanitizer, which maps terabytes of addresses and handles faults
// itself. With poison() and unpoison() the sanitizer learns which memory exists and must not be touched.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define LOADERS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LOADERS_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef LOADERS_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace loaders {

#ifdef LOADERS_ADDRESS_SANITIZER
constexpr bool kSanitized = true;
inline void poison(const void* memory, std::size_t size) { __asan_poison_memory_region(memory, size); }
inline void unpoison(const void* memory, std::size_t size) { __asan_unpoison_memory_region(memory, size); }
#else
constexpr bool kSanitized = false;
inline void poison(const void*, std::size_t) {}
inline void unpoison(const void*, std::size_t) {}
#endif

}  // namespace loaders
