// Slices of recordings of any kind (replay/slice).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "loaders/open.h"
#include "replay/base/cannot_judge.h"
#include "replay/slice/slice.h"

namespace {

// What is kept under `less` has to be kept under `more` as well.
void check(const replay::Slice& less, const replay::Slice& more) {
  if (!std::ranges::is_sorted(less.calls)) std::abort();
  if (!std::ranges::includes(more.calls, less.calls)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using replay::Caution;
  if (size == 0) return 0;
  const std::uint64_t frame = data[size - 1] % 4;
  const auto file = std::as_bytes(std::span(data, size - 1));
  loaders::OpenOptions options;
  options.limits.stream_bytes = std::uint64_t{8} << 20;
  const auto open = [&]() -> std::unique_ptr<loaders::CallSource> {
    auto source = loaders::open_trace(loaders::view_source(file), "fuzz", options);
    if (!source) throw replay::CannotJudge("no recording");
    return *std::move(source);
  };
  const replay::SliceOf wanted{.frames = replay::CallRange{.first = frame, .last = frame}};
  try {
    auto last = replay::slice_recording(open, wanted, Caution::kCallsAreAccepted);
    for (const Caution caution : {Caution::kStateIsKept, Caution::kAllIsKept}) {
      auto more = replay::slice_recording(open, wanted, caution);
      if (last.has_value() != more.has_value()) std::abort();
      if (last) check(*last, *more);
      last = std::move(more);
    }
  } catch (const replay::CannotJudge&) {
  }
  return 0;
}
