// Canvases: the canvases of a web page as what a program that uses EGL has. A canvas becomes a context of OpenGL ES 2
// and a pbuffer, which a swap shows.
//
//   replayCreateCanvas       eglChooseConfig, eglCreateContext
//   replayBindCanvas         eglCreatePbufferSurface when the canvas has a new size, eglMakeCurrent
//   replayPresentCanvases    for each canvas: eglMakeCurrent, eglSwapBuffers, and clears unless it keeps its contents
//
// So a frame of a page with two canvases becomes two frames.
// Like apitrace's tracer, the first eglMakeCurrent of a context is followed by a viewport and a scissor of the size of
// the surface; other tools know the size from these.
#pragma once

#include <cstdint>
#include <map>

#include "replay/standard_calls/call_maker.h"
#include "replay/standard_calls/recorded_clear_state.h"

namespace replay {

class Canvases {
 public:
  // Follows what a call of GL changes in the current canvas.
  void follow(const loaders::Call& call);

  // The size that a canvas has if the recording does not say it in replayBindCanvas.
  void note_size(std::uint32_t canvas, int width, int height);

  void create(const loaders::Call& call, CallMaker& maker);
  void bind(const loaders::Call& call, CallMaker& maker);
  void present(const loaders::Call& call, CallMaker& maker);
  void clear_renderbuffer(std::uint32_t format, CallMaker& maker);

  bool has_current() const { return current_ != 0; }

 private:
  struct Canvas {
    bool alpha = true, depth = true, stencil = false, antialias = true, preserve = false;  // the defaults of WebGL
    std::uint64_t config = 0, context = 0, surface = 0;                                    // handles; 0: none yet
    int width = 0, height = 0;                                                             // of the surface
    int known_width = 0, known_height = 0;
    bool was_current = false;
    RecordedClearState state;
  };

  void open_display(CallMaker& maker);
  void create(std::uint32_t name, const Canvas& attributes, CallMaker& maker);
  void create_surface(Canvas& canvas, CallMaker& maker);
  void make_current(std::uint32_t name, CallMaker& maker);
  std::uint64_t new_handle() { return next_handle_ += 0x10; }

  std::map<std::uint32_t, Canvas> canvases_;
  std::uint32_t current_ = 0;
  bool has_display_ = false;
  std::uint64_t next_handle_ = kDisplay;

  static constexpr std::uint64_t kDisplay = 0x1000;
};

}  // namespace replay
