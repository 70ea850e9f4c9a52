// Liveness: which draws of a recording reach anything that is wanted.
//
// This is the liveness analysis of compilers, for pixels. A recording is a list of steps, which are taken from the last
// to the first. At each step it is known which planes of each destination are live: a later step uses them before
// another one kills them. A draw into planes that are not live is dead:
//
//   frame 0   clear  draws                 dead: the clear of the next frame kills it before any step uses it
//   frame 1   clear  draws  copy to tex.   live: the copy becomes data of the program
//   frame 2   clear  draws  <- picture     live
//
// A destination is a window or a target, which is what a framebuffer object draws into. A target consists of images:
// textures and renderbuffers. When an image is read, all targets that have it become live.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "replay/seek/clear_state.h"

namespace replay {

// The calls from first to last, both included. Calls that are always made may lie among them.
struct CallRun {
  std::uint64_t first = 0, last = 0;
};

struct DrawingStep {
  enum class What : std::uint8_t { kDraw, kKill, kRead };

  What what = What::kDraw;
  std::uint8_t planes = 0;                  // kDraw uses them, kKill kills them, kRead reads them of all windows
  std::uint8_t touched = 0;                 // of kKill: the planes that it changes in any way
  std::uint8_t guessed = 0;                 // of kKill: those that it kills if a guess is right, beside `planes`
  bool kept : 1 = false;                    // of kDraw: it is made even when its destination is dead
  bool counted : 1 = false;                 // of kDraw: a query counts it
  bool effects : 1 = false;                 // of kDraw: the pixels of its destination decide about something that lasts
  bool copies : 1 = false;                  // of kDraw: it copies pixels of windows
  bool provable : 1 = false;                // of kDraw: its calls can be made twice, to see what they leave
  std::uint16_t destination = 0;            // kRead has none
  std::uint16_t images = 0;                 // those that are read: an index into ImageSets
  CallRun calls = {.first = 1, .last = 0};  // none
};

// A texture or renderbuffer by recorded name. Equal names of two contexts are one image here, which only makes more
// live.
using Image = std::uint64_t;
constexpr Image texture_image(std::uint64_t name) { return name << 1; }
constexpr Image renderbuffer_image(std::uint64_t name) { return name << 1 | 1; }

// The levels of a texture below the first, which glGenerateMipmap makes all at once.
constexpr Image mipmap_image(std::uint64_t texture) { return texture_image(texture) | std::uint64_t{1} << 40; }

// An image of a target, and the planes that it holds.
struct TargetImage {
  Image image = 0;
  std::uint8_t planes = 0;
};
using TargetImages = std::vector<TargetImage>;

// Sets of images, each with a number.
class ImageSets {
 public:
  static constexpr std::uint16_t kNothing = 0, kEverything = 1;
  static constexpr std::size_t kMax = 16'384;
  static constexpr std::size_t kMaxImages = 64;  // in one set

  ImageSets();
  // Takes sets that were numbered elsewhere. The result is for at() only.
  explicit ImageSets(std::vector<std::vector<Image>> sets) : sets_(std::move(sets)) {}
  // `images` are sorted, each once. Beyond the limits the answer is kEverything.
  std::uint16_t number_of(std::vector<Image> images);
  const std::vector<Image>& at(std::uint16_t number) const { return sets_[number]; }
  std::size_t size() const { return sets_.size(); }

 private:
  std::map<std::vector<Image>, std::uint16_t> numbers_;
  std::vector<std::vector<Image>> sets_;
};

struct Destinations {
  static constexpr std::uint16_t kMaxWindows = 1024;
  // 0 is no destination: pixels that are drawn there are of no use.
  static constexpr std::uint16_t kFirstTarget = kMaxWindows + 1;
  static constexpr std::size_t kMaxTargets = 60'000;

  std::size_t windows = 0;
  std::span<const TargetImages> targets;  // the first is that of kFirstTarget
  bool targets_are_known = true;          // otherwise all draws into targets are made
  const ImageSets& sets;
};

// A clear that is guessed to kill these planes of what it draws into. Whoever leaves out calls because of it has to
// ask the driver, before the clear is made, whether that is true (clear_check.h).
struct GuessedClear {
  std::uint64_t call = 0;
  std::uint8_t planes = 0;
};

// Draws that are guessed to leave none of the colours that their destination had before. Whoever leaves out calls
// because of it has to prove it where they are made (redraw_proof.h).
struct GuessedRedraw {
  CallRun calls{};  // draws into this destination, and calls that neither draw nor read pixels
  std::uint16_t destination = 0;
};

// How many steps draw, and why some of them are made. Somebody may wonder why little is left out.
struct DrawsMade {
  std::uint64_t all = 0;      // dead ones too
  std::uint64_t used = 0;     // nothing overwrites what they draw before it is used
  std::uint64_t lasting = 0;  // they have an effect beside pixels, or may have one
  std::uint64_t counted = 0;  // by a query whose result is used
  std::uint64_t unknown = 0;  // it is not followed what they draw into
};

struct DeadCalls {
  std::vector<CallRun> runs{};           // the drawing calls in them may be left out. Sorted, disjoint
  std::vector<GuessedClear> guesses{};   // that this rests on, sorted
  std::vector<GuessedRedraw> redraws{};  // the same; some are proven early, where a wrong guess costs least
  bool relies_on_programs = false;       // that were linked: GL has to make them current
  DrawsMade draws{};
  std::string gave_up{};  // a sentence about the call after which nothing is followed. Empty: there is none
};

// Whether a frame draws all of a destination anew when it draws into it before it reads it.
enum class Redraws : std::uint8_t {
  kNone,    // no
  kProven,  // perhaps: where it saves much, DeadCalls::redraws has what is to be proven
  kTaken,   // yes. The pictures have to be compared
};

struct WhatMatters {
  std::uint8_t at_end = 0;  // planes of windows that are live after the last step
  bool goes_on = false;     // what comes after the last step may read everything
  bool queries = false;     // results of queries are used
  bool guesses = false;     // clears kill what they are guessed to kill
  Redraws redraws = Redraws::kNone;
  std::span<const std::uint32_t> frame_ends = {};   // by frame: how many steps come before its end; for redraws
  std::span<const std::uint16_t> not_redrawn = {};  // destinations that are not guessed to be
  std::size_t least_saved = 0;                      // SeekGuesses says what it is
};

// A picture uses all windows, because any may be the one that is shown, and every image: a call's picture is of the
// framebuffer that is bound.
DrawingStep picture_step();

DeadCalls find_dead_calls(std::span<const DrawingStep> steps, const Destinations& destinations,
                          const WhatMatters& matters);

}  // namespace replay
