#include "replay/trim/size_answer.h"

#include <utility>

#include "replay/standard_calls/call_maker.h"

namespace replay {
namespace {

using loaders::Value;

constexpr std::int64_t kGlxWidth = 0x801D, kGlxHeight = 0x801E, kEglWidth = 0x3057, kEglHeight = 0x3056;
constexpr std::uint64_t kEglTrue = 1;

}  // namespace

SizeAnswer::SizeAnswer(const SliceWindow& window, WindowSize size) {
  const bool is_egl = window.asks_size == glbindings::FunctionId::eglQuerySurface;
  CallMaker maker(memory_, calls_);
  maker.set_thread(window.thread);
  for (const auto& [attribute, number] : {std::pair{is_egl ? kEglWidth : kGlxWidth, size.width},
                                          std::pair{is_egl ? kEglHeight : kGlxHeight, size.height}}) {
    const Value display = Value::of_pointer(window.display);
    if (is_egl)
      maker.make(window.asks_size,
                 {display, Value::of_pointer(window.drawable), Value::of_sint(attribute), maker.integers({number})},
                 Value::of_uint(kEglTrue));
    else
      maker.make(window.asks_size, {display, Value::of_uint(window.drawable), Value::of_sint(attribute),
                                    maker.names({static_cast<std::uint32_t>(number)})});
  }
}

}  // namespace replay
