// PackState: while one lives, what is read back comes as plain bytes to client memory.
#pragma once

#include <glad/gl.h>

#include "replay/remap/recorded_context.h"

namespace replay {

inline std::uint32_t live_of(RecordedContext& context, Kind kind, std::uint32_t recorded) {
  return context.map(kind).find(recorded);
}

// Client memory, no row length, no skips; the context's own parameters come back at the end.
class PackState {
 public:
  PackState(const GladGLContext& gl, RecordedContext& context) : gl_(gl), context_(context) {
    if (buffer() != 0) gl_.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    set(PixelStore{});
  }
  ~PackState() {
    set(context_.pack);
    if (buffer() != 0) gl_.BindBuffer(GL_PIXEL_PACK_BUFFER, live_of(context_, Kind::kBuffer, buffer()));
  }
  PackState(const PackState&) = delete;
  PackState& operator=(const PackState&) = delete;

 private:
  std::uint32_t buffer() const { return context_.bound(BufferTarget::kPixelPack); }
  // Contexts that lack a parameter refuse it, which is muted; the recorded program cannot have set it there either.
  void set(const PixelStore& store) const {
    if (context_.pack == PixelStore{}) return;
    gl_.PixelStorei(GL_PACK_ALIGNMENT, store.alignment);
    gl_.PixelStorei(GL_PACK_ROW_LENGTH, store.row_length);
    gl_.PixelStorei(GL_PACK_SKIP_PIXELS, store.skip_pixels);
    gl_.PixelStorei(GL_PACK_SKIP_ROWS, store.skip_rows);
  }
  const GladGLContext& gl_;
  RecordedContext& context_;
};

}  // namespace replay
