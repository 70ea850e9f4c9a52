// FrameWatch: what each call of one frame changes in the images that it draws into.
//
// After each call that writes, everything that is drawn into is read and compared with what was last seen of it. So the
// memory is that of the images, however many calls there are. Images are told apart by what holds them: a window, or a
// level of a texture, or a renderbuffer. A texture that two framebuffer objects draw into is one image.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/inspect/changed_boxes.h"
#include "replay/observe/observer.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct WatchedImage {
  std::size_t number = 0;  // from 0, in the order in which images are first seen
  std::string label;       // "window color", "texture 5 level 0", "renderbuffer 3 depth"
  AttachmentImage now, before;
  bool is_window = false;
  std::uint32_t texture = 0;  // that holds it, by recorded name; 0: none
};

// An image is other than it was last seen.
struct ImageChange {
  const WatchedImage& image;
  const AttachmentImage* before = nullptr;  // null: it was never seen before, or has another size or form now
  std::vector<PixelBox> boxes;              // what differs; all of it without `before`
  bool by_call = false;  // otherwise it was only looked at now, and calls that do not draw have changed it
};

// A call of the frame, in order. `changes` are those that were seen after it.
struct WatchedCall {
  const loaders::Call* call = nullptr;  // null: before the first call of the frame
  bool writes = false;                  // it may draw, clear or copy pixels
  std::uint32_t framebuffer = 0;        // that it writes into, by recorded name; 0: the window
  std::vector<ImageChange> changes;
};

class FrameWatch : public Observer {
 public:
  using Take = std::function<void(Dispatcher&, const WatchedCall&)>;
  using Begin = std::function<void(Dispatcher&, const loaders::Call&)>;

  // `take` is told of each call, also of those that write nothing. `begin` is told before those that draw; the context
  // of the call is current then, no list is only compiled, and it is outside of glBegin.
  FrameWatch(std::uint64_t frame, Take take, Begin begin = {})
      : wanted_(frame),
        take_(std::move(take)),
        begin_(std::move(begin)) {}

  // The calls of the frame have to be watched.
  void call_begins(Dispatcher&, const loaders::Call&) override;
  void call_done(Dispatcher&, const loaders::Call&) override;
  void frame_shown(Dispatcher&, std::uint64_t frame) override;

  // Whether the frame came to its end.
  bool has_ended() const { return frame_ > wanted_; }

  const std::map<std::string, WatchedImage>& images() const { return images_; }  // by label, as last seen

 private:
  // What a function means here.
  struct Role {
    bool writes_attachments = false, writes_others = false;
    int names_framebuffer = -1;  // which argument names what is written into; none: what is bound
    bool changes_target = false;
  };
  const Role& role_of(glbindings::FunctionId function);
  std::vector<AttachmentImage> read(Dispatcher& d, const loaders::Call& call, const Role& role,
                                    std::uint32_t framebuffer) const;
  void note(Dispatcher& d, AttachmentImage image, bool by_call, WatchedCall& seen);
  std::string label_of(Dispatcher& d, const AttachmentImage& image);

  std::uint64_t wanted_, frame_ = 0;
  Take take_;
  Begin begin_;
  std::unordered_map<glbindings::FunctionId, Role> roles_;
  std::map<std::string, WatchedImage> images_;    // by label
  std::map<std::uint64_t, std::size_t> windows_;  // recorded drawables, numbered from 1
};

}  // namespace replay
