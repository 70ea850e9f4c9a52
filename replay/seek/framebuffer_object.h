// FramebufferObject: what a framebuffer object of the recording consists of, as far as calls alone tell.
//
// It is followed before anything is issued, so that a clear can be compared with what was drawn before it. Where a call
// is too rare to be followed exactly, the object is not known from there on: draws into it are made then, and may read
// everything.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/base/window_size.h"
#include "replay/seek/level_storage.h"
#include "replay/seek/liveness.h"

namespace replay {

// What is drawn into through a framebuffer object. Two objects with the same attachments and draw buffers are one
// target. An object becomes another target when its images may have got other storage.
struct Target {
  std::uint16_t destination = 0;  // 0: not known
  std::uint8_t planes = 0;        // that are drawn into
  bool has_one_buffer = false;    // for colours there is one draw buffer
  // Whether other levels of textures than their first are attached. Parameters of the texture decide whether such a
  // framebuffer is complete.
  bool has_other_levels = false;
  WindowSize size = {};         // that it seems to have at most
  bool is_of_one_size = false;  // each attachment seems to have that size
};

class FramebufferObject {
 public:
  // 32 colour attachments, depth and stencil: more than any driver has.
  static constexpr std::size_t kMaxAttachments = 34;

  FramebufferObject();

  // Follows glFramebuffer* or glNamedFramebuffer*, whose first argument is the target or the name. `kind`: the target
  // of the texture that it attaches; 0 where it is not known.
  void follow(const loaders::Call& call, std::uint32_t kind);
  // Follows glDrawBuffer or glDrawBuffers while the object is bound.
  void draw_buffers(const loaders::Call& call) { set_draw_buffers(call, 0); }
  void forget() { known_ = false; }

  bool known() const { return known_; }
  const std::vector<std::uint64_t>& draw_buffers() const { return draw_buffers_; }
  // The images of the attachments that have one of these planes, sorted, each once.
  std::vector<Image> images(std::uint8_t planes) const;

 private:
  friend class Targets;
  struct Attachment {
    Image image = 0;
    std::uint32_t level = 0;
    // What is attached of the image: the form of the call, and its arguments. Where the image has surfaces that share
    // no pixels, the first `of_family` words are the same for all of them; otherwise it is 0.
    std::vector<std::uint64_t> as{};
    std::size_t of_family = 0;
  };

  void attach(const loaders::Call& call, std::uint32_t kind);
  // `buffers` is the index of the argument that holds the buffer, or the number of buffers.
  void set_draw_buffers(const loaders::Call& call, std::size_t buffers);
  std::vector<std::uint64_t> identity() const;
  std::uint32_t draw_buffers_at(std::uint64_t point) const;

  std::map<std::uint64_t, Attachment> attachments_;  // by attachment point
  std::vector<std::uint64_t> draw_buffers_;
  bool known_ = true;
  Target target_;
  std::uint64_t target_generation_ = 0;  // the generation in which target_ is right; 0: none
};

class Targets {
 public:
  // Identities that are known at a time. When there would be more, all are forgotten, as if storage had changed.
  static constexpr std::size_t kMaxKnown = 4096;
  static constexpr std::size_t kMaxSizes = std::size_t{1} << 16;  // images whose size is noted

  // What goes to that object of that context now. Destinations are given out in turn, from Destinations::kFirstTarget.
  Target of(std::uint64_t context, FramebufferObject& object);
  // The levels of a texture of that context below its first. Until the levels change, glGenerateMipmap always makes the
  // same ones.
  struct Mipmaps {
    std::uint16_t destination = 0;  // 0: not known
    bool were_asked_for = false;    // earlier, and neither levels nor storage have changed since
  };
  Mipmaps of_mipmaps(std::uint64_t context, std::uint64_t texture);
  // A level of a texture of that context, or of a face of it, as calls that copy to it change it.
  Target of_level(std::uint64_t context, std::uint64_t texture, std::uint32_t face, std::uint32_t level);
  // The driver makes the levels of the texture below its first whenever that changes (GL_GENERATE_MIPMAP).
  void makes_own_mipmaps(std::uint64_t texture) { with_own_mipmaps_.insert(texture_image(texture)); }
  void may_all_make_mipmaps() { may_all_make_mipmaps_ = true; }
  void levels_change(std::uint64_t texture);
  void all_levels_change() {
    ++level_changes_;
    levels_one_by_one_.ranges_change();
  }
  // glPopAttrib may undo changes.
  void levels_come_back() {
    if (!levels_.empty() || level_changes_ > 0) all_levels_change();
  }
  // The image may have another size from here on, or the name may stand for another image.
  void storage_changes(Image image);
  // The same for all images.
  void storage_changes();
  // All levels of the texture get their storage at once, and never another one (glTexStorage2D).
  void storage_is_for_ever(Image texture) { immutable_.insert(texture); }
  LevelStorage& levels_one_by_one() { return levels_one_by_one_; }
  // The first level of the texture got its storage by a call of this form (glCopyTexImage2D).
  void storage_is_of_copy(Image texture, const std::vector<std::uint64_t>& form);
  // Whether it has the storage of such a call still, so that another one only writes to it.
  bool has_storage_of_copy(Image texture, const std::vector<std::uint64_t>& form) const;
  // A call asks for an image of this size.
  void note_size(Image image, WindowSize size);

  // By destination. The first is Destinations::kFirstTarget.
  const std::vector<TargetSurfaces>& all() const { return targets_; }
  const std::vector<Surface>& surfaces() const { return surfaces_; }
  // Tells whether the image is part of any target so far. Other images were not drawn into.
  bool has(Image image) const { return drawn_.contains(image); }
  std::uint64_t count_of_images() const { return drawn_.size(); }

 private:
  using Words = std::vector<std::uint64_t>;

  std::uint32_t surface_of(std::uint64_t context, const FramebufferObject::Attachment& attachment);
  TargetSurfaces surfaces_of(std::uint64_t context, const FramebufferObject& object);

  std::uint64_t generation_of(Image image) const;
  bool can_be_followed(const FramebufferObject& object) const;
  bool can_be_followed(Image image, std::uint32_t level) const;
  WindowSize size_of(Image image, std::uint32_t level) const;
  bool is_full() const {
    return targets_.size() == Destinations::kMaxTargets ||
           surfaces_.size() + FramebufferObject::kMaxAttachments > Destinations::kMaxSurfaces;
  }

  std::uint64_t generation_ = 1;                          // of all images together
  std::unordered_map<Image, std::uint64_t> generations_;  // how often the storage of an image has changed by itself
  std::map<Words, std::uint16_t> destinations_;           // those of now and of earlier generations, by identity
  std::map<Words, std::uint32_t> numbers_;                // of surfaces, the same
  std::map<Words, std::uint32_t> families_;               // the same
  std::uint32_t last_family_ = 0;
  std::vector<TargetSurfaces> targets_;
  std::vector<Surface> surfaces_;
  std::set<Image> drawn_, immutable_, with_own_mipmaps_;
  LevelStorage levels_one_by_one_;
  bool may_all_make_mipmaps_ = false;
  std::unordered_map<Image, WindowSize> sizes_;
  std::unordered_map<Image, Words> copies_;                  // whose first level has the storage of a call of this form
  std::unordered_map<std::uint64_t, std::uint64_t> levels_;  // by texture: how often they have changed
  std::uint64_t level_changes_ = 0;                          // of all textures
};

}  // namespace replay
