// FrameInspector: puts what the calls of a frame did into the page of `inspect`, as lines of JSON:
//
//   ["image", number, label, width, height, form]        before the first change of an image, or when its shape changes
//   ["call", number, text, writes, framebuffer, objects] in the order of the frame. `objects` are those with a label
//                                                        that its arguments name: ["texture 5", ...]
//   ["label", kind, name, text]                          of an object, from the next call on; see object_labels.h
//   ["change", image, by_call, is_whole, pieces, boxes]  of the call before it. A piece is [x, y, width, height, block,
//                                                        offset, length, is_added]. Its bytes are what the pixels
//                                                        become, or, with is_added, what has to be added to each byte
//                                                        of them. `boxes` is there when they are not those of the
//                                                        pieces
//   ["state", {path: value, ...}, [path, ...]]           of the call before it, against the last state: what is other,
//                                                        and what is there no more
//   ["program", number, [{type, source}, ...]]           before the state of a draw that uses it
//   ["textures", ...], ["texture", ...], ["picture", ...]  what is bound; see texture_pictures.h
//   ["vertices", {...}], ["positions", {...}]            of the call before it; see vertex_lines.h
//   ["about", {...}]                                     at the end
//
// Bytes of pixels are packed channel by channel: first the first byte of all pixels, then the second.
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
  // `page` is borrowed.
  explicit FrameInspector(PageFile& page) : page_(page), labels_(page), pictures_(page), vertices_(page) {}

  // To be called before a call that draws, and take() after it.
  void begin(Dispatcher&, const loaders::Call& call);
  void take(Dispatcher&, const loaders::FunctionTable& functions, const WatchedCall& seen);

  std::uint64_t writes() const { return writes_; }

 private:
  struct Shape {
    int width = 0, height = 0, form = -1;
    std::uint64_t bytes_since_whole = 0;
    bool operator==(const Shape& other) const {
      return width == other.width && height == other.height && form == other.form;
    }
  };

  void add_change(const ImageChange& change);
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
  std::map<std::string, nlohmann::json> state_;         // the last one, by path
  std::map<std::uint32_t, std::string> shown_sources_;  // a hash, by program
  std::uint64_t writes_ = 0;
};

}  // namespace replay
