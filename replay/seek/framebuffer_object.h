// FramebufferObject: what a framebuffer object of the recording consists of, as far as calls alone tell.
//
// Followed before anything is issued, so that a clear can be held against what was drawn before it. Where a call is too
// rare to be followed exactly, the object is not known from there on: what goes to it is made then, and may read
// everything.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/seek/liveness.h"

namespace replay {

// What is drawn into through a framebuffer object. Two objects with the same attachments and draw buffers are one
// target, and an object is another target when its images may have got other storage: a clear of the one leaves nothing
// of draws into the other.
struct Target {
  std::uint16_t place = 0;      // 0: nobody knows
  std::uint8_t planes = 0;      // that it has
  bool has_one_buffer = false;  // for colours
};

class FramebufferObject {
 public:
  // 32 for colours, depth and stencil: more than any driver has.
  static constexpr std::size_t kMostAttachments = 34;

  FramebufferObject();

  // A call that changes an object: glFramebuffer* or glNamedFramebuffer*, with the target or the name first.
  void follow(const loaders::Call& call);
  // glDrawBuffer or glDrawBuffers, while it is bound.
  void draw_buffers(const loaders::Call& call) { set_draw_buffers(call, 0); }
  void forget() { known_ = false; }

  bool known() const;
  // All that is attached, each once.
  TargetImages images() const;

 private:
  friend class Targets;
  struct Attachment {
    Image image = 0;
    bool is_first_level = true;     // others depend on more state for being complete
    std::vector<std::uint64_t> as;  // function and arguments: level, layer, ...
  };

  void attach(const loaders::Call& call);
  // `buffers`: which argument has them, or their number.
  void set_draw_buffers(const loaders::Call& call, std::size_t buffers);
  std::vector<std::uint64_t> identity() const;

  std::map<std::uint64_t, Attachment> attachments_;  // by attachment point
  std::vector<std::uint64_t> draw_buffers_;
  bool known_ = true;
  Target target_;
  std::uint64_t target_generation_ = 0;  // in which target_ is right; 0: in none
};

class Targets {
 public:
  // Identities at a time: with more, those so far are forgotten, as if storage had changed.
  static constexpr std::size_t kMostKnown = 4096;

  // What goes to that object of that context now. Places are given out in turn, from Places::kFirstTarget.
  Target of(std::uint64_t context, FramebufferObject& object);
  // This image may have another size from here on, or be another.
  void storage_changes(Image image) {
    if (has(image)) storage_changes();
  }
  // Any may.
  void storage_changes();

  // By place; the first is Places::kFirstTarget.
  const std::vector<TargetImages>& images() const { return images_; }
  // Textures and renderbuffers that are part of any target so far. What is not was not drawn into.
  bool has(Image image) const { return drawn_.contains(image); }
  std::uint64_t count_of_images() const { return drawn_.size(); }

 private:
  std::uint64_t generation_ = 1;
  std::map<std::vector<std::uint64_t>, std::uint16_t> places_;  // of this generation
  std::vector<TargetImages> images_;
  std::set<Image> drawn_;
};

}  // namespace replay
