// What the fake entry points are made of: touching memory as GL would, to the byte, for the address sanitizer to judge.
#pragma once

#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace replay::fake {

// The longest stretch that is looked at: more would only take time.
inline constexpr std::int64_t kMax = std::int64_t{1} << 40;

// GL reads these bytes. A null pointer, or a byte that nobody gave it, ends the process with a report.
inline void read_bytes(const void* memory, std::int64_t bytes) {
  if (bytes <= 0) return;
  const volatile auto* first = static_cast<const volatile char*>(memory);
  // The sanitizer says which byte is the first bad one; reading that makes it tell the whole story.
  if (void* bad =
          __asan_region_is_poisoned(const_cast<void*>(memory), static_cast<std::size_t>(std::min(bytes, kMax)))) {
    (void)*static_cast<volatile char*>(bad);
    std::abort();
  }
  (void)first[0];
  (void)first[bytes - 1];
}

inline void write_bytes(void* memory, std::int64_t bytes) {
  if (bytes <= 0) return;
  read_bytes(memory, bytes);
  std::memset(memory, 0, static_cast<std::size_t>(std::min<std::int64_t>(bytes, 4096)));
}

template <class T>
constexpr std::int64_t size_of() {
  if constexpr (std::is_void_v<T>) return 1;
  else return sizeof(T);
}

template <class T>
void read(const T* memory, std::int64_t count) {
  if (memory == nullptr && count <= 1) return;  // optional results and lists
  read_bytes(memory, count * size_of<T>());
}

template <class T>
void write(T* memory, std::int64_t count) {
  if (memory == nullptr) return;  // results that are not wanted
  write_bytes(memory, count * size_of<T>());
}

inline void text(const char* string, std::int64_t length) {
  if (string == nullptr) return;
  read_bytes(string, length >= 0 ? length : static_cast<std::int64_t>(std::strlen(string)) + 1);
}

template <class Strings>
void texts(Strings strings, std::int64_t count) {
  read(strings, count);
  for (std::int64_t i = 0; i < count; ++i) text(strings[i], -1);
}

// Bytes of a number of GL_BYTE (0x1400) and its like; 0 for what GL refuses.
inline std::int64_t scalar(std::uint32_t type) {
  switch (type) {
    case 0x1400:
    case 0x1401: return 1;
    case 0x1402:
    case 0x1403: return 2;
    case 0x1404:
    case 0x1405:
    case 0x1406: return 4;
    default: return 0;
  }
}

inline std::uint32_t next_name = 1;

template <class T>
void new_names(T* names, std::int64_t count) {
  if (count > 0) read_bytes(names, count * size_of<T>());
  for (std::int64_t i = 0; i < count; ++i) names[i] = static_cast<T>(next_name++);
}

template <class R>
R made() {
  if constexpr (std::is_void_v<R>) return;
  else if constexpr (std::is_pointer_v<R>) return nullptr;
  else return static_cast<R>(next_name++);
}

// A member of glad's table becomes `F`, a lambda without captures.
template <class R, class... A, class F>
void set(R (*&member)(A...), F) {
  member = [](A... arguments) -> R {
    F{}(arguments...);
    return made<R>();
  };
}

// Another name of the same function; its types may have other names as well.
template <class To, class From>
void alias(To& to, From from) {
  to = reinterpret_cast<To>(from);
}

template <class R, class... A>
void nothing(R (*&member)(A...)) {
  member = [](A...) -> R { return made<R>(); };
}

}  // namespace replay::fake
