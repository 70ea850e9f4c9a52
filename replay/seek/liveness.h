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
// A destination is a window or a target, which is what a framebuffer object draws into. A target consists of surfaces:
// a level of a texture, a layer, a renderbuffer. Liveness is that of surfaces, because several targets can have the
// same one: a clear through one framebuffer object kills what was drawn through another. Calls read whole images, that
// is textures and renderbuffers, and make all surfaces of an image live.
//
// A clear in a box kills a part. Several can kill a whole surface together, as those of a shadow map that is drawn in
// four parts. A draw between them keeps the part of a dead surface dead, because what it makes of a pixel depends on
// that pixel only.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glbindings/function_id.h"
#include "loaders/container/passages.h"
#include "replay/seek/areas.h"
#include "replay/seek/call_places.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/guesses.h"

namespace replay {

// The calls from first to last, both included. Calls that are always made may lie among them.
struct CallRun {
  CallPlace first = 0, last = 0;

  bool empty() const { return first > last; }
};
constexpr CallRun kNoCalls = {.first = 1, .last = 0};

// Calls that a reader of the recording can pass over.
struct PassedOver {
  loaders::Passage passage{};
  std::uint64_t calls = 0, frames = 0;  // how many there are, and how many frames end in them
};

struct DrawingStep {
  enum class What : std::uint8_t { kDraw, kKill, kRead };

  What what = What::kDraw;
  std::uint8_t planes = 0;            // kDraw uses them, kKill kills them, kRead reads them of all windows
  std::uint8_t touched = kAllPlanes;  // of kDraw and kKill: the planes that it may change in any way
  std::uint8_t guessed = 0;           // those that it kills if a guess is right, beside `planes`
  bool kept : 1 = false;              // of kDraw: it is made even when its destination is dead
  bool moves_raster : 1 = false;      // of kDraw: the same, because something may start from where its bitmaps end
  bool counted : 1 = false;           // of kDraw: a query counts it
  bool effects : 1 = false;           // of kDraw: the pixels of its destination decide about something that lasts
  bool copies : 1 = false;            // of kDraw: it copies pixels of windows
  bool provable : 1 = false;          // its calls can be made twice, to see what they leave
  bool blits : 1 = false;             // of kDraw: it does not read what it draws over, and is one call
  bool to_texture : 1 = false;        // of kDraw: the same, and it copies to a texture
  bool is_of_one_size : 1 = false;    // of kKill: all that is attached seems to have the same size
  bool stays_in_area : 1 = false;     // of kKill: it surely writes nothing elsewhere
  std::uint8_t buffer = 0;            // of kKill: the only draw buffer whose colours it clears, from 1; 0: all
  std::uint16_t destination = 0;      // kRead has none
  std::uint16_t images = 0;           // those that are read: an index into ImageSets
  // A number of Areas: where a kKill kills what is guessed, and the only place where a kDraw writes. 0: everywhere.
  std::uint16_t area = 0;
  CallRun calls = kNoCalls;
};

// A texture or renderbuffer by recorded name. Equal names of two contexts are one image here, which only makes more
// live.
using Image = std::uint64_t;
constexpr Image texture_image(std::uint64_t name) { return name << 1; }
constexpr Image renderbuffer_image(std::uint64_t name) { return name << 1 | 1; }

// The levels of a texture below the first, which glGenerateMipmap makes all at once.
constexpr Image mipmap_image_of(Image texture) { return texture | std::uint64_t{1} << 40; }
constexpr Image mipmap_image(std::uint64_t texture) { return mipmap_image_of(texture_image(texture)); }
constexpr bool is_texture(Image image) { return (image & 1) == 0 && image != mipmap_image_of(image); }

// A part of an image that a framebuffer object can draw into.
struct Surface {
  Image image = 0;
  // Surfaces of one image share pixels, unless they have the same family, which is not 0.
  std::uint32_t family = 0;
  bool is_of_other_level = false;  // than the first: glGenerateMipmap may have made it
};

// A surface of a target.
struct TargetSurface {
  std::uint32_t surface = 0;  // an index into Destinations::surfaces
  std::uint8_t planes = 0;    // that are drawn into: none where the surface is attached and not drawn to
  std::uint32_t buffers = 0;  // of colours: the draw buffers that it is, as bits
};
using TargetSurfaces = std::vector<TargetSurface>;

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
  static constexpr std::size_t kMaxSurfaces = 4 * kMaxTargets;

  std::size_t windows = 0;
  std::span<const Surface> surfaces;
  std::span<const TargetSurfaces> targets;  // the first is that of kFirstTarget
  bool targets_are_known = true;            // otherwise all draws into targets are made
  const ImageSets& sets;
  const Areas& areas;
};

// A clear, a blit or a copy to a texture that is guessed to kill these planes of what it draws into. Whoever leaves out
// calls because of it has to ask the driver, before the call is made, whether that is true (clear_check.h).
struct GuessedClear {
  CallPlace call = 0;
  std::uint8_t planes = 0;
  bool is_shared = false;  // what was drawn through other framebuffer objects is killed
  Area area{};             // only this is killed, unless it is empty
  bool by_redraw = false;  // the call begins a redraw, which is to be proven

  auto operator<=>(const GuessedClear&) const = default;
};

// Draws and clears that are guessed to leave none of the colours that their destination had before. Whoever leaves out
// calls because of it has to prove it where they are made (redraw_proof.h).
struct GuessedRedraw {
  CallRun calls{};  // draws into this destination, clears of it, and calls that neither draw nor read pixels
  std::uint16_t destination = 0;
  Area area{};  // they leave none in this part, unless it is empty
};

// How many steps draw, and why some of them are made. Somebody may wonder why little is left out.
struct DrawsMade {
  std::uint64_t all = 0;      // dead ones too
  std::uint64_t used = 0;     // nothing overwrites what they draw before it is used
  std::uint64_t lasting = 0;  // they have an effect beside pixels, or may have one
  std::uint64_t counted = 0;  // by a query whose result is used
  std::uint64_t unknown = 0;  // it is not followed what they draw into
};

// How many segments (segments.h) there are, and why some of them are made.
struct SegmentsMade {
  std::uint64_t all = 0;      // those that are not made too
  std::uint64_t drawing = 0;  // they have draws that are made, or show a picture that is wanted
  std::uint64_t lasting = 0;  // what they set is found by those that draw, or another one needs it
  std::map<glbindings::FunctionId, std::uint64_t> by_call{};  // they have a call of this function, which is always made
};

struct DeadCalls {
  std::vector<CallRun> runs{};           // the drawing calls in them may be left out. Sorted, disjoint
  std::vector<CallRun> live{};           // those of the steps that are made
  std::vector<CallRun> idle{};           // no call in them need be made (segments.h), but the next. Sorted, disjoint
  std::vector<CallPlace> carried{};      // the calls in them that are made. Sorted
  std::vector<PassedOver> passed{};      // parts of these that need not be read. Sorted, disjoint
  std::vector<GuessedClear> guesses{};   // that this rests on, sorted
  std::vector<GuessedRedraw> redraws{};  // the same; some are proven early, where a wrong guess costs least
  bool relies_on_programs = false;       // that were linked: GL has to make them current
  std::uint32_t texture_units = 0;       // that GL has to have; 0: every driver has enough
  std::uint8_t unseen = 0;               // planes that windows may get for proofs: no picture shows that they have them
  DrawsMade draws{};
  SegmentsMade segments{};
  std::string gave_up{};  // a sentence about the call after which nothing is followed. Empty: there is none
};

// Whether a frame draws all of a destination anew when it draws into it before it reads it.
enum class Redraws : std::uint8_t {
  kNone,    // no
  kProven,  // perhaps: where it saves much, DeadCalls::redraws has what is to be proven
  kTaken,   // yes. The pictures have to be compared
};

inline Redraws redraws_under(const SeekGuesses& guesses) { return guesses.redraws ? Redraws::kProven : Redraws::kNone; }

struct WhatMatters {
  std::uint8_t at_end = 0;  // planes of windows that are live after the last step
  bool goes_on = false;     // what comes after the last step may read everything
  bool queries = false;     // results of queries are used
  bool guesses = false;     // clears kill what they are guessed to kill
  bool copies = false;      // the same of copies to textures
  Redraws redraws = Redraws::kNone;
  std::span<const std::uint32_t> frame_ends = {};  // by frame: how many steps come before its end; for redraws
  const SeekGuesses& about_redraws;                // which of them are guessed
};

// A picture uses all windows, because any may be the one that is shown, and these images.
DrawingStep picture_step(std::uint16_t images);

DeadCalls find_dead_calls(std::span<const DrawingStep> steps, const Destinations& destinations,
                          const WhatMatters& matters);

}  // namespace replay
