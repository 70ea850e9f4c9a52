// Replaces unchecked_rows.cc. After each call all shadows are checked, and the program ends when one of them is wrong.
#include <spdlog/fmt/fmt.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "replay/dispatch/shadows.h"

namespace replay {
namespace {

void checked(Dispatcher& d, const loaders::Call& call) {
  gl_rows()[static_cast<std::size_t>(call.function)](d, call);
  const auto wrong = false_shadow(d);
  if (!wrong) return;
  fmt::print(stderr, "replay: after call {} {}: {}\n", call.number, glbindings::signature(call.function).name(),
             *wrong);
  std::abort();
}

constexpr auto make_rows() {
  std::array<Dispatcher::Row, static_cast<std::size_t>(glbindings::FunctionId::kCount)> rows{};
  rows.fill(&checked);
  return rows;
}

constexpr auto kRows = make_rows();

}  // namespace

const Dispatcher::Row* issued_rows() { return kRows.data(); }

}  // namespace replay
