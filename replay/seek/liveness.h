// Liveness: which draws of a recording reach anything that is wanted.
//
// A recording is a list of steps, which are taken from the last to the first. For each place that is drawn into it is
// known then which of its planes are still of use (live), and a draw into planes that are not is dead:
//
//   frame 0   wipe  draws                 dead: wiped out by the next frame before anybody reads it
//   frame 1   wipe  draws  copy to tex.   live: the copy is data of the program
//   frame 2   wipe  draws  <- picture     live
//
// Places are windows, and targets: the attachments of a framebuffer object. What a target consists of are images,
// textures and renderbuffers, and an image that is read makes all targets live that have it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "replay/seek/clear_state.h"

namespace replay {

// Calls first to last, both included. Such a run can hold any number of calls that are always made.
struct CallRun {
  std::uint64_t first = 0, last = 0;
};

struct DrawingStep {
  enum class What : std::uint8_t { kDraw, kWipe, kRead };

  What what = What::kDraw;
  std::uint8_t planes = 0;                  // that are used, or wiped out; of windows that are read
  std::uint8_t touched = 0;                 // of kWipe: that it changes in any way
  bool kept : 1 = false;                    // of kDraw: made even when its place is dead
  bool counted : 1 = false;                 // of kDraw: by a query
  bool effects : 1 = false;                 // of kDraw: what is in its place decides about something that lasts
  bool copies : 1 = false;                  // of kDraw: what windows hold
  std::uint16_t place = 0;                  // not for kRead
  std::uint16_t images = 0;                 // that are read: an index into ImageSets
  CallRun calls = {.first = 1, .last = 0};  // none
};

// Textures and renderbuffers by recorded name. Which context they are of is not told apart: to take two for one makes
// more live.
using Image = std::uint64_t;
constexpr Image texture_image(std::uint64_t name) { return name << 1; }
constexpr Image renderbuffer_image(std::uint64_t name) { return name << 1 | 1; }

// An image of a target, and of which planes.
struct TargetImage {
  Image image = 0;
  std::uint8_t planes = 0;
};
using TargetImages = std::vector<TargetImage>;

// Sets of images, each with a number.
class ImageSets {
 public:
  static constexpr std::uint16_t kNothing = 0, kEverything = 1;
  static constexpr std::size_t kMost = 16'384;
  static constexpr std::size_t kMostImages = 64;  // of one set

  ImageSets();
  // As they were numbered elsewhere: only for at().
  explicit ImageSets(std::vector<std::vector<Image>> sets) : sets_(std::move(sets)) {}
  // `images`: sorted, each once. Beyond the limits the answer is kEverything.
  std::uint16_t number_of(std::vector<Image> images);
  const std::vector<Image>& at(std::uint16_t number) const { return sets_[number]; }
  std::size_t size() const { return sets_.size(); }

 private:
  std::map<std::vector<Image>, std::uint16_t> numbers_;
  std::vector<std::vector<Image>> sets_;
};

struct Places {
  static constexpr std::uint16_t kMostWindows = 1024;
  static constexpr std::uint16_t kFirstTarget = kMostWindows + 1;  // 0 is no place: what is drawn there is of no use
  static constexpr std::size_t kMostTargets = 60'000;

  std::size_t windows = 0;
  std::span<const TargetImages> targets;  // the first is kFirstTarget
  bool targets_are_known = true;          // else whatever goes to one is made
  const ImageSets& sets;
};

struct WhatMatters {
  std::uint8_t at_end = 0;  // planes of windows after the last step
  bool goes_on = false;     // what comes after the last step may read everything
  bool queries = false;     // results of queries
};

// What a picture is made of: any window may be the one that is shown, and of a call the framebuffer that is bound.
DrawingStep picture_step();

// The drawing calls in these runs may be left out. Sorted, disjoint.
std::vector<CallRun> dead_runs(std::span<const DrawingStep> steps, const Places& places, const WhatMatters& matters);

}  // namespace replay
