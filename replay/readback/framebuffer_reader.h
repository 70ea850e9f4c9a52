// Reading pixels back without leaving a trace in the recorded program's state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/dispatch/dispatcher.h"
#include "replay/picture/picture.h"

namespace replay {

// The colour buffer of `drawable` that a swap would show. Nothing when no context was ever current on it.
std::optional<Picture> read_drawable(Dispatcher& dispatcher, Drawable& drawable);

// The depth buffer of `drawable`, bottom row first, 0 to 2^32 - 1. Empty when no context was ever current on it.
std::vector<std::uint32_t> read_depth(Dispatcher& dispatcher, Drawable& drawable);

// The first colour buffer that the current context draws into, or its depth as grey when it has no colour buffer.
// Integer and float pixels are clamped to 8 bits. Of a window it is the buffer that the program reads from, the back
// buffer as long as it chose no other. Nothing without a context, with an incomplete framebuffer, inside of glBegin,
// and while a list is only compiled.
std::optional<Picture> read_draw_framebuffer(Dispatcher& dispatcher);

// The picture of a frame, as Observer::frame_ends() is told of it: of what the swap shows; where the context has no
// surface, or nothing is swapped and no drawable is named, of what the context draws into.
std::optional<Picture> read_frame(Dispatcher& dispatcher, const loaders::Call* swap, Drawable* drawable);

// While one lives, the current context draws into this framebuffer, by its recorded name; what GL had bound comes back
// at its end.
class DrawsInto {
 public:
  DrawsInto(Dispatcher& dispatcher, std::uint32_t framebuffer);
  ~DrawsInto();
  DrawsInto(const DrawsInto&) = delete;
  DrawsInto& operator=(const DrawsInto&) = delete;

 private:
  void bind(std::uint32_t recorded);

  Dispatcher& dispatcher_;
  std::uint32_t wanted_, bound_;
};

// One image of a framebuffer as exact as GL gives it, for comparing.
struct AttachmentImage {
  enum class Form : std::uint8_t { kRgba8, kRgbaF32, kRgbaI32, kRgbaU32, kDepthF32, kStencil8, kBytes };
  std::string name;  // "color 0", "depth", "stencil"; of a window "window color" ...; "texture 5 level 0"; "buffer 3"
  int width = 0, height = 0;
  Form form = Form::kRgba8;
  int level = 0;                    // of a mipmap
  std::vector<std::uint8_t> bytes;  // bottom row first, no padding
  // What holds an attachment of a framebuffer object: one of these live names. All layers, when they are attached as a
  // whole, count as the first.
  struct Holder {
    std::uint32_t texture = 0, renderbuffer = 0;
    int level = 0;
    int layer = 0;  // of the texture, or the face of a cube map
  } holder{};

  bool is_color() const { return form != Form::kDepthF32 && form != Form::kStencil8; }
};

// How GL is asked for pixels of a form.
struct PixelTransfer {
  std::uint32_t format, type;
  std::size_t bytes;  // of a pixel
};
PixelTransfer transfer_of(AttachmentImage::Form form);

// Everything that the current context draws into: each attachment of its framebuffer object, or colour, depth and
// stencil of its window. Empty without a context or with an incomplete framebuffer; depth and stencil are left out on
// OpenGL ES, which cannot read them.
std::vector<AttachmentImage> read_attachments(Dispatcher& dispatcher);

// Whether a list is compiled and not executed: nothing is drawn, and what reading sets would be written into the list.
bool only_compiles(Dispatcher& dispatcher);

// The same of another framebuffer object of the current context, or of its window, by its recorded name.
std::vector<AttachmentImage> read_attachments(Dispatcher& dispatcher, std::uint32_t framebuffer);

// The colours that the current context draws into: the only buffer of them, with alpha. Nothing when there are several,
// or when they have samples, layers, more than 16 million pixels, or a format that this cannot read without loss.
// Precondition: outside of glBegin, no list is compiled.
std::optional<AttachmentImage> read_drawn_colors(Dispatcher& dispatcher);

// The stencils that the current context draws into: as many as colours. Nothing when there are none, or as above, or on
// OpenGL ES, which cannot read them. Precondition: as above.
std::optional<AttachmentImage> read_drawn_stencils(Dispatcher& dispatcher);
// The depths, under the same conditions.
std::optional<AttachmentImage> read_drawn_depths(Dispatcher& dispatcher);

// For people: what is beyond 0 ... 1 is clamped; depth and stencil are grey.
Picture to_picture(const AttachmentImage& image);

}  // namespace replay
