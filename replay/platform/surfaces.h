// Surfaces: makes what GL draws into, and keeps the book of the pixel formats that the driver has.
//
// On a display a surface is the back buffer of a window. Without one, SDL gives an EGL pbuffer, which
//  - is single-buffered: GL_FRONT and GL_BACK name the same pixels, a swap does nothing and keeps them;
//  - starts with whatever was in its memory: so every surface is cleared before anyone sees it;
//  - cannot be resized: a window gets a new one instead, and a context does not mind drawing into another surface, as long
//    as that has the EGLConfig which the context was made for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/platform/gl_table.h"
#include "replay/platform/sdl_video.h"

struct SDL_Window;
struct GladGLContext;

namespace replay {

using SdlContext = void*;  // SDL_GLContext

// One EGLConfig, or X visual, of the driver.
struct SurfaceFormat {
  explicit SurfaceFormat(const PixelFormat& asked) : attributes(asked) {}

  PixelFormat attributes;            // what SDL must be asked for to get it
  std::optional<PixelFormat> given;  // what it is, once a context has told: Surfaces::given()
  // A context that no recorded call sees, for clearing new surfaces. Null until it is needed: a context costs as much time
  // as all else that a short replay does, and most of them need it for nothing.
  SdlContext housekeeper = nullptr;
  std::shared_ptr<const GladGLContext> gl;
};

// Clears the surface of the context that is current, whose state is still as it was made.
void clear_all(const GladGLContext& gl);

struct WindowShape {
  int width = 0, height = 0;
  std::string title = {};  // seen on a display only
  bool visible = true;     // likewise
};

class Surfaces {
 public:
  static constexpr int kLargestSize = 16384;  // SDL's limit

  explicit Surfaces(std::unique_ptr<SdlVideo> video) : video_(std::move(video)) {}
  ~Surfaces();
  Surfaces(const Surfaces&) = delete;
  Surfaces& operator=(const Surfaces&) = delete;

  bool headless() const { return video_->headless(); }

  // The format nearest to `wanted`; an error when the driver has no format at all. The first time that a format is worse
  // than wanted, a warning says so.
  loaders::Result<SurfaceFormat*> format(const PixelFormat& wanted);

  // What the driver gave for it.
  const PixelFormat& given(SurfaceFormat& format);
  // The same from the context that is current, which is of the format, and for nothing.
  void learn(SurfaceFormat& format, const GladGLContext& gl, Api api);

  // Makes a surface. Its contents are whatever was in its memory.
  loaders::Result<SDL_Window*> make(const SurfaceFormat& format, const WindowShape& shape);
  // All colours and stencil 0, depth 1.
  void clear(SDL_Window* window, SurfaceFormat& format);
  // The functions of the format's housekeeper, which is current on the window then. Null when the driver makes none.
  const GladGLContext* keep_house(SDL_Window* window, SurfaceFormat& format);

  // SDL_GL_CreateContext for the format that the window was made with. It shares with the context that is current. The
  // new context is current on the window afterwards; null, with SDL's error set, when the driver refuses.
  SdlContext make_context(SDL_Window* window, const SurfaceFormat& format, const ContextRequest& request);

  GlTables& tables() { return tables_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  void warn(std::string text);

 private:
  SDL_Window* make_raw(const PixelFormat& attributes, const WindowShape& shape);
  SurfaceFormat* first_format(const PixelFormat& attributes);
  SurfaceFormat* add_format(const PixelFormat& attributes);
  void warn_of_worse(const SurfaceFormat& format);

  std::unique_ptr<SdlVideo> video_;
  GlTables tables_;
  std::vector<std::unique_ptr<SurfaceFormat>> formats_;
  std::vector<std::pair<PixelFormat, SurfaceFormat*>> answers_;  // wanted -> nearest
  PixelFormat last_made_;                                        // see SdlVideo::forgets_formats
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
