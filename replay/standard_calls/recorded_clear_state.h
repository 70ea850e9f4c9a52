// RecordedClearState: the state of a context of OpenGL ES 2 on which a clear depends, as the recorded calls have set
// it. With it, calls can be made that clear a framebuffer and leave the state as it was.
#pragma once

#include <array>
#include <cstdint>

#include "replay/standard_calls/call_maker.h"

namespace replay {

class RecordedClearState {
 public:
  void follow(const loaders::Call& call);

  std::uint32_t framebuffer() const { return framebuffer_; }
  std::uint32_t renderbuffer() const { return renderbuffer_; }

  // Makes calls that clear the bound framebuffer: colours and stencil become 0, depth becomes 1.
  void clear_all(CallMaker& maker) const;

 private:
  void forget(std::uint32_t& bound, const loaders::Value& names);

  bool scissor_ = false, depth_mask_ = true;
  std::array<float, 4> color_{};
  std::array<bool, 4> color_mask_{true, true, true, true};
  float depth_ = 1;
  std::int32_t stencil_ = 0;
  std::uint32_t stencil_mask_ = ~std::uint32_t{0};  // of front faces, which a clear uses
  std::uint32_t framebuffer_ = 0, renderbuffer_ = 0;
};

}  // namespace replay
