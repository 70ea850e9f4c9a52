// FrameInspector: puts what the calls of a frame did into the page of `inspect`, as lines of JSON:
//
//   ["image", number, label, width, height, form]        before the first change of an image, or when its shape changes
//   ["call", number, text, writes, framebuffer, objects] in the order of the frame. `objects` are those with a label
//                                                        that its arguments name: ["texture 5", ...]
//   ["label", kind, name, text]                          of an object, from the next call on; see object_labels.h
//   ["change", image, by_call, pieces]                   of the call before it. A piece is [x, y, width, height, block,
//                                                        offset, length]; pixel_pieces.h says what its bytes mean.
//                                                        The first of an image has all of its pixels
//   ["whole", image, pieces]                             what the image is after all changes before it: no change of
//                                                        its own, but a place to begin at
//   ["state", {path: value, ...}, [path, ...]]           of the call before it, against the last state: what is other,
//                                                        and what is there no more
//   ["program", number, [{type, source}, ...]]           before the state of a draw that uses it
//   ["textures", ...], ["texture", ...], ["picture", ...]  what is bound; see texture_pictures.h
//   ["vertices", {...}], ["positions", {...}]            of the call before it; see vertex_lines.h, also for "left_out"
//   ["about", {...}]                                     at the end
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay/inspect/frame_watch.h"
#include "replay/inspect/object_labels.h"
#include "replay/inspect/page_file.h"
#include "replay/inspect/position_capture.h"
#include "replay/inspect/texture_pictures.h"
#include "replay/inspect/vertex_lines.h"

namespace replay {

class FrameInspector {
 public:
  // `page` is borrowed. `draws` is how many draws the frame has.
  FrameInspector(PageFile& page, std::uint64_t draws)
      : page_(page),
        labels_(page),
        pictures_(page),
        vertices_(page, draws) {}

  // To be called before a call that draws, and take() after it.
  void begin(Dispatcher&, const loaders::Call& call);
  void take(Dispatcher&, const loaders::FunctionTable& functions, const WatchedCall& seen);

  // To be called when the frame has come to its end, with its images by label.
  void finish(const std::map<std::string, WatchedImage>& images);

  std::uint64_t writes() const { return writes_; }

 private:
  struct Shape {
    int width = 0, height = 0, form = -1;
    std::uint64_t since_whole = 0;  // pixels that changed
    std::uint64_t pixels() const { return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height); }
    bool operator==(const Shape& other) const {
      return width == other.width && height == other.height && form == other.form;
    }
  };

  void add_change(const ImageChange& change);
  void add_whole(std::size_t number, const AttachmentImage& image);
  nlohmann::json piece_of(const AttachmentImage& now, const AttachmentImage* before, const PixelBox& box);
  void add_state(Dispatcher& d);
  void add_program(const nlohmann::json& program, std::uint32_t name);

  PageFile& page_;
  ObjectLabels labels_;
  TexturePictures pictures_;
  VertexLines vertices_;
  PositionCapture capture_;
  std::vector<nlohmann::json> begun_;                   // lines that come after that of the call
  std::map<std::size_t, Shape> shapes_;                 // of the images, by number
  std::map<std::string, PackedBytes> whole_;            // pieces with all pixels, by hash: tiles that come again
  std::map<std::string, nlohmann::json> state_;         // the last one, by path
  std::map<std::uint32_t, std::string> shown_sources_;  // a hash, by program
  std::uint64_t writes_ = 0;
};

}  // namespace replay
