// CoverageMarks: notes in the stencil buffer which pixels are drawn over by draws that keep nothing of what was there.
//
// A draw without blending writes a colour that does not depend on the one before. Where such a draw writes is marked:
// all stencils are the same at the beginning, and the test of each draw is set so that a pixel that passes gets another
// one. Tests for depth stay what they are, so draws that hide each other are marked where they show.
//
// A draw that is blended by its alpha keeps nothing where it is opaque. Where the driver has a test for alpha, such a
// draw is made once more, without colours, so that its opaque pixels alone are marked. A test for depth must let none
// pass then that did not pass before.
//
// This serves programs that test no stencils themselves. Those that have no stencil buffer, or one of several samples,
// cannot be marked. A shader that asks for tests before it runs would be marked where it discards and writes nothing,
// so draws of recordings with such shaders are never to be marked (sampled_units.h finds them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "loaders/stream/call.h"

namespace replay {

class Dispatcher;

class CoverageMarks {
 public:
  // What glStencilFunc, glStencilMask and glStencilOp set for one face.
  using Tests = std::array<std::int32_t, 7>;
  static constexpr std::size_t kFaceCount = 2;

  // Marks what the current context draws into from now on. Nothing where that is not possible, or while the program
  // tests stencils. The dispatcher is borrowed.
  static std::optional<CoverageMarks> begin(Dispatcher& dispatcher);

  // Whether the program tests stencils now. Then the next draw cannot be marked.
  bool is_disturbed() const;
  // Whether a clear or a blit changes stencils.
  static bool is_disturbed_by(const loaders::Call& call);

  // What draws between these two is marked where it writes, if it replaces colours. end_draw() brings the program's
  // tests back. Precondition: no list is compiled, and no primitive is open.
  void begin_draw();
  void end_draw();

  // Whether the next draw keeps something where it is transparent, and can be marked where it is opaque: by making it
  // once more between these two.
  bool has_opaque_pass() const;
  void begin_opaque_pass();
  void end_opaque_pass();

  // By pixel, bottom row first: whether it was marked. Nothing when it cannot be read.
  std::optional<std::vector<bool>> marked() const;

  // Makes all stencils what they were. Returns whether they are.
  bool end();

 private:
  CoverageMarks(Dispatcher& dispatcher, std::uint8_t before, std::int32_t buffer)
      : dispatcher_(&dispatcher),
        before_(before),
        buffer_(buffer) {}
  bool writes_colors() const;
  bool replaces_colors() const;
  void set_tests(std::int32_t passes);

  Dispatcher* dispatcher_;
  std::uint8_t before_;  // all stencils
  std::int32_t buffer_;  // of colours that is drawn into
  // The program's tests during a draw.
  std::array<Tests, kFaceCount> tests_{};  // of front and back
  struct {
    bool has_alpha_test = false, writes_depth = false;
    std::int32_t alpha_function = 0;
    float alpha = 0;
  } more_tests_{};
};

}  // namespace replay
