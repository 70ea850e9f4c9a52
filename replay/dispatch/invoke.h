// invoke<>: one row of the dispatch table made from the type of a function of GL and a policy per parameter.
//
//   invoke<decltype(GladGLContext::BindTexture), Ignored, Plain, BindName<Kind::kTexture>>
//
// Each policy turns a recorded Value into the argument that GL gets. When a policy finds that the call cannot be
// issued, it tells the CallInProgress, and GL is not called. Policies with an after() get GL's answer, for example the
// names that glGen* made.
#pragma once

#include <tuple>
#include <utility>

#include "replay/dispatch/call_in_progress.h"
#include "replay/dispatch/entries.h"

namespace replay {

template <class P>
concept HasAfter = P::kHasAfter;

template <class P>
concept UsesScratch = P::kUsesScratch;

template <class T>
unsigned kind_of_number(const loaders::Value& value) {
  return std::is_arithmetic_v<T> ? static_cast<unsigned>(value.kind) : 0;
}

template <class Entry>
struct GladEntry;

template <class R, class... A>
struct GladEntry<R (*)(A...)> {
  using Result = R;
  using Arguments = std::tuple<A...>;
};

template <class Entry, class ResultPolicy, class... Policies, std::size_t... I>
void invoke_indexed(Dispatcher& dispatcher, const loaders::Call& call, std::index_sequence<I...>) {
  using Glad = GladEntry<Entry>;
  using Arguments = typename Glad::Arguments;
  static_assert(std::tuple_size_v<Arguments> == sizeof...(Policies), "one policy per parameter");

  const auto function = entry_of<Entry>(*dispatcher.gl, call.function);
  if (function == nullptr) [[unlikely]]
    return dispatcher.missing(call);

  CallInProgress attempt{dispatcher, call};
  // A string or an array instead of a number comes from a damaged file. The kinds of all arguments are checked at once.
  const unsigned kinds = (kind_of_number<std::tuple_element_t<I, Arguments>>(call.args[I]) | ... | 0u);
  if ((kinds & loaders::kNonNumericBit) != 0) [[unlikely]]
    return attempt.skip(Skip::kBadValue);
  if constexpr ((UsesScratch<Policies> || ...)) dispatcher.scratch.reset();
  // Braces guarantee that the arguments are converted from left to right.
  Arguments live{Policies::template get<std::tuple_element_t<I, Arguments>>(attempt, call.args[I])...};
  if constexpr ((Policies::kCanSkip || ...)) {
    if (!attempt.ok) return;
  }
  if constexpr (std::is_void_v<typename Glad::Result>) {
    std::apply(function, live);
  } else {
    ResultPolicy::after(attempt, std::apply(function, live));
  }
  (
      [&] {
        if constexpr (HasAfter<Policies>) Policies::after(attempt, std::get<I>(live), call.args[I]);
      }(),
      ...);
}

template <class Entry, class ResultPolicy, class... Policies>
void invoke(Dispatcher& dispatcher, const loaders::Call& call) {
  invoke_indexed<Entry, ResultPolicy, Policies...>(dispatcher, call, std::index_sequence_for<Policies...>());
}

}  // namespace replay
