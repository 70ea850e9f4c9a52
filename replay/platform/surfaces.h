// Surfaces: makes what GL draws into, and keeps the book of the pixel formats that the driver has.
//
// On a display a surface is the back buffer of a window. Without one, SDL gives an EGL pbuffer, which
//  - is single-buffered: GL_FRONT and GL_BACK name the same pixels, a swap does nothing and keeps them;
//  - starts with whatever was in its memory: so every surface is cleared here before anyone sees it;
//  - cannot be resized: a window gets a new one instead, and a context does not mind drawing into another surface, as
//  long
//    as that has the EGLConfig which the context was made for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "replay/platform/gl_table.h"
#include "replay/platform/sdl_video.h"

struct SDL_Window;
struct GladGLContext;

namespace replay {

using SdlContext = void*;  // SDL_GLContext

// One EGLConfig, or X visual, of the driver.
struct SurfaceFormat {
  PixelFormat attributes;  // what SDL must be asked for to get it
  PixelFormat given;       // what it is
  // A context that no recorded call sees, for clearing new surfaces.
  SdlContext housekeeper = nullptr;
  std::shared_ptr<const GladGLContext> gl;
};

struct WindowShape {
  int width = 0, height = 0;
  std::string title = {};  // seen on a display only
  bool visible = true;     // likewise
};

class Surfaces {
 public:
  static constexpr int kLargestSize = 16384;  // SDL's limit

  explicit Surfaces(Display display) : video_(display) {}
  ~Surfaces();
  Surfaces(const Surfaces&) = delete;
  Surfaces& operator=(const Surfaces&) = delete;

  bool headless() const { return video_.headless(); }

  // The format nearest to `wanted`. Null, with a sentence in `error`, when the driver has no format at all. The first
  // time that a format is worse than wanted, a warning says so.
  const SurfaceFormat* format(const PixelFormat& wanted, std::string& error);

  // A surface with all colours and stencil 0, depth 1. Null with a sentence in `error`.
  SDL_Window* make(const SurfaceFormat& format, const WindowShape& shape, std::string& error);

  // SDL_GL_CreateContext for the format that the window was made with. It shares with the context that is current. The
  // new context is current on the window afterwards; null, with SDL's error set, when the driver refuses.
  SdlContext make_context(SDL_Window* window, const SurfaceFormat& format, const ContextRequest& request);

  GlTables& tables() { return tables_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  void warn(std::string text);

 private:
  SDL_Window* make_raw(const PixelFormat& attributes, const WindowShape& shape);
  const SurfaceFormat* add_format(const PixelFormat& attributes);
  void clear(SDL_Window* window, const SurfaceFormat& format);

  SdlVideo video_;
  GlTables tables_;
  std::vector<std::unique_ptr<SurfaceFormat>> formats_;
  std::vector<std::pair<PixelFormat, const SurfaceFormat*>> answers_;  // wanted -> nearest
  PixelFormat last_made_;                                              // see SdlVideo::forgets_formats
  std::vector<std::string> warnings_;
};

// Makes what is current now current again when it ends. The window must live that long.
class RestoreCurrent {
 public:
  RestoreCurrent();
  ~RestoreCurrent();
  RestoreCurrent(const RestoreCurrent&) = delete;
  RestoreCurrent& operator=(const RestoreCurrent&) = delete;
  // Leaves things as they are then.
  void forget() { active_ = false; }

 private:
  SDL_Window* window_;
  SdlContext context_;
  bool active_ = true;
};

}  // namespace replay
