#include "replay/export_c/wrapped_table.h"

#include <glad/gl.h>

#include <cstring>
#include <type_traits>

namespace replay {
namespace {

using glbindings::FunctionId;

template <class T>
std::uint64_t bits(T value) {
  if constexpr (std::is_pointer_v<T>) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    std::uint64_t found = 0;
    std::memcpy(&found, &value, sizeof value);
    return found;
  } else {
    return static_cast<std::uint64_t>(value);  // widened in two's complement
  }
}

// Functions of one type share this one, which makes half as much code.
template <class R, class... A>
[[gnu::noinline]] R make_heard(FunctionId function, R (*driver)(A...), A... arguments) {
  if (call_hearer == nullptr) return driver(arguments...);
  const std::uint64_t heard[sizeof...(A) + 1] = {bits(arguments)..., 0};
  const LiveArguments all(heard, sizeof...(A));
  call_hearer->before(function, all);
  if constexpr (std::is_void_v<R>) {
    driver(arguments...);
    call_hearer->after(function, all, 0);
  } else {
    const R result = driver(arguments...);
    call_hearer->after(function, all, bits(result));
    return result;
  }
}

template <FunctionId Id, class Function>
struct Heard;

template <FunctionId Id, class R, class... A>
struct Heard<Id, R (*)(A...)> {
  static inline R (*driver)(A...) = nullptr;

  static R call(A... arguments) { return make_heard<R, A...>(Id, driver, arguments...); }
};

template <FunctionId Id, class Function>
void wrap(Function& entry) {
  using Wrapped = Heard<Id, Function>;
  if (entry == nullptr || entry == &Wrapped::call) return;
  Wrapped::driver = entry;
  entry = &Wrapped::call;
}

}  // namespace

void wrap_table(GladGLContext& table) {
#define REPLAY_ENTRY(function, entry) wrap<FunctionId::function>(table.entry);
#include "glbindings/gl_entries.inc"
#undef REPLAY_ENTRY
}

}  // namespace replay
