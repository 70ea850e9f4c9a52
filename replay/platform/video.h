// Video: what makes surfaces and contexts: SDL on a display (sdl_video.h), and EGL alone without one (egl_video.h).
//
// Only the thread that issues GL calls uses it. A process has one at a time, and it runs as long as its object lives.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "loaders/base/result.h"
#include "replay/base/window_size.h"
#include "replay/platform/context_request.h"
#include "replay/platform/display.h"
#include "replay/platform/pixel_format.h"

namespace replay {

// A surface of a Video, which alone knows what is behind the pointer.
struct NativeSurface;
// The EGLContext or GLXContext itself.
using NativeContext = void*;

struct WindowShape {
  int width = 0, height = 0;
  std::string title = {};  // seen on a display only
  bool visible = true;     // likewise
  bool srgb = false;       // OpenGL ES writes sRGB into it. EGL says that of a surface, not of a format
};

class Video {
 public:
  Video();
  virtual ~Video();
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  // The error says that there is no display as asked, or no GL.
  static loaders::Result<std::unique_ptr<Video>> start(Display display);

  // The one that is running; null before the first one.
  static Video* running();

  // Surfaces are pbuffers: surfaces.h says what that means.
  virtual bool headless() const = 0;
  // The address of a function of GL, or of EGL where that makes the contexts. Null: there is none.
  virtual void* address(const char* function) const = 0;

  // What tells surfaces with these attributes from others: a context can be used with all surfaces that have the same
  // here. Null: there are no such surfaces, and take_error() says so. No value: that is not known before a context is
  // asked.
  virtual std::optional<const void*> kind_of(const PixelFormat& attributes) = 0;

  // The sizes of all that surfaces with these attributes have. Nothing where there are none, or where that is not known
  // before a context is asked.
  virtual std::optional<PixelFormat> sizes(const PixelFormat& attributes) = 0;

  // Makes a surface for desktop GL with at least these attributes. Its contents are whatever was in its memory. Null:
  // take_error() says why.
  virtual NativeSurface* make_surface(const PixelFormat& attributes, const WindowShape& shape) = 0;
  // What is current on the surface is released.
  virtual void destroy_surface(NativeSurface* surface) = 0;
  // Puts a window of a display where another one is.
  virtual void move_to(NativeSurface* surface, NativeSurface* place) = 0;
  // What the display has made of the size that was asked for.
  virtual WindowSize size_of(NativeSurface* surface) = 0;
  // Shows what was drawn. Precondition: the surface is current.
  virtual void swap(NativeSurface* surface) = 0;
  // Swaps of the current surface do not wait for the display any more.
  virtual void stop_pacing() = 0;

  // Makes a context for surfaces with these attributes. It shares its objects with the current context, if there is
  // one, and is current on `surface` afterwards. Null: take_error() says why.
  virtual NativeContext make_context(NativeSurface* surface, const PixelFormat& attributes,
                                     const ContextRequest& request) = 0;
  // A context that is current is released.
  virtual void destroy_context(NativeContext context) = 0;
  // Releases what is current when one of both is null, which always succeeds. The call costs nothing when both are
  // current already. False: take_error() says why.
  virtual bool make_current(NativeSurface* surface, NativeContext context) = 0;
  // What the last call of make_current() or make_context() has made current.
  virtual NativeSurface* current_surface() const = 0;
  virtual NativeContext current_context() const = 0;

  // Returns why the last call failed, and forgets it: "no reason given" when there is none.
  std::string take_error();
  void set_error(std::string reason) { error_ = std::move(reason); }

 private:
  std::string error_;
};

}  // namespace replay
