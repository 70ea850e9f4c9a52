// RedrawProof: draws that leave none of the colours that were there before, whatever these were.
//
// The draws are made twice: over zeros and over ones. Where the results differ, something is left of what was there
// before: a pixel that was not covered, or one that was blended. Where they are equal in every pixel and channel, they
// are the same over any other colours too, because each draw that is admitted is monotonic. It keeps a pixel, or
// replaces it, or blends it so that a lighter pixel before does not make a darker one after. So the result over any
// colour lies between the results over zeros and over ones:
//
//   draws over    0 0 0 0      1 1 1 1      anything
//   result        a b c d   =  a b c d  =>  a b c d
//
// Admitted are clears and blits, and draws of which GL says: no test for depth or stencils, no logic operation, and
// either no blending, or a blend equation that is monotonic, for pixels between 0 and 1. Any may be in a scissor box.
// This takes it that the driver blends monotonically, as the formulas of GL do, and that it draws the same twice.
//
// From the first draw on of which that is not so, or which comes after many, draws are made once and marked where they
// write (coverage_marks.h). The same holds after a few draws that cover so little that many would not cover everything.
// Where there are no stencils for marks, a draw with a test for depth is made over both, and finds the same depths both
// times (kept_depths.h).
// A pixel that was equal over both backgrounds, or that is marked, depends on nothing that was there before the proof,
// whatever draws come after.
//
// A proof may be about a part. Backgrounds are then put into this part only, and only there results are compared.
// Around it the draws find what they would find without a proof, each time that they are made.
//
// A primitive of glBegin and glEnd is several calls, which are kept until its end and then made twice. It sets current
// values, and so does a display list: the second time begins with those of the first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/seek/areas.h"
#include "replay/seek/coverage_marks.h"

namespace replay {

class Dispatcher;
struct RecordedContext;
struct Drawable;

class RedrawProof {
 public:
  // So many draws are made twice at most. Each costs four copies.
  static constexpr int kMaxDraws = 32;
  static constexpr int kFewDraws = 8;
  static constexpr std::size_t kMaxCallsOfPrimitive = 4096;  // those that paint everything are a few vertices

  enum class Result : std::uint8_t {
    kOpen,    // so far something is left; other draws may follow
    kProven,  // what the draws were to leave is there
    kFailed,  // problem() says why. What is drawn into has other pixels now than the recording
  };

  // For draws into what the current context draws into, of which they are to draw all, or this part if it is not empty.
  // `dispatcher` is borrowed.
  RedrawProof(Dispatcher& dispatcher, const Area& area);

  enum class Writes : std::uint8_t {
    kFragments,  // which are tested, and blended with what is there
    kPlainly,    // as blits and clears do
  };

  // Makes a draw or a clear. Its destination is not read between those of a proof.
  Result make(const loaders::Call& call, Writes how);

  // The same for a call of a display list. `is_alike`: a second call draws what the first one drew, when it begins with
  // the same current values.
  Result make_list(const loaders::Call& call, bool is_alike);

  // The same for a primitive: its glBegin, the calls inside of it, and its glEnd, which makes all of them. The first
  // two give kOpen or kFailed.
  Result begin_primitive(const loaders::Call& call);
  Result add_to_primitive(const loaders::Call& call);
  Result end_primitive(const loaders::Call& call);
  bool is_in_primitive() const { return !primitive_.empty() || in_marked_primitive_; }

  // No draw follows: kProven or kFailed.
  Result finish();

  // A sentence, also while the proof is open.
  const std::string& problem() const { return problem_; }

 private:
  Result failed(const char* why);
  // Whether something follows from the next draw, made over both backgrounds or marked.
  bool admits_draw(Writes how = Writes::kFragments);
  // Why nothing follows from a draw over both backgrounds; null where something does.
  const char* why_not_twice(Writes how) const;
  bool covers_too_little() const;
  Result take_marks();
  Result take_marks_at_times();
  // Makes a draw and marks it. `sets_values`: it may set current values.
  template <class Draw>
  Result mark(Draw&& draw, bool sets_values);
  bool keep_values();
  bool bring_values_back();
  bool has_opaque_pass() const;
  // Draws over both backgrounds. `draw` is given which of them it is, 0 first.
  template <class Draw>
  Result draw_over_both(Draw&& draw);
  template <class Make>
  void make_unnoticed(Make&& make);
  // The same for calls that set current values.
  template <class Draw>
  Result draw_with_values_over_both(Draw&& draw);
  bool is_the_same_place() const;
  bool is_of_part() const { return !area_.is_empty(); }
  ClearBox proven_box() const;
  bool fill_with_backgrounds();
  bool put_back(const AttachmentImage& pixels);

  Dispatcher* dispatcher_;
  Area area_;
  const RecordedContext* context_;
  const Drawable* drawable_;
  std::uint32_t framebuffer_;
  int draws_ = 0;
  std::size_t left_ = 0;   // pixels that may depend on those of before, after the last draw that was made twice
  loaders::Arena memory_;  // of the arguments of primitive_
  std::vector<loaders::Call> primitive_;  // the calls of the open one so far
  std::array<AttachmentImage, 2> drawn_;  // over zeros and over ones, by the draws that were made twice
  std::optional<CoverageMarks> marks_;    // of draws after those
  bool in_marked_primitive_ = false;
  bool keeps_depths_ = false;  // for the draw that comes next
  std::string problem_ = "pixels of before are left";
};

}  // namespace replay
