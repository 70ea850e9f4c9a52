// Surfaces: makes what GL draws into, and keeps a list of the pixel formats that the driver has.
//
// On a display a surface is the back buffer of a window. Without one it is an EGL pbuffer, which
//  - is single-buffered: GL_FRONT and GL_BACK name the same pixels, and a swap does nothing and keeps them;
//  - starts with whatever was in its memory, so every surface is cleared before anything reads it;
//  - cannot be resized: a window gets a new one instead. A context can draw into any surface with
//    the EGLConfig which the context was made for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/platform/gl_table.h"
#include "replay/platform/video.h"

struct GladGLContext;

namespace replay {

// One EGLConfig, or X visual, of the driver.
struct SurfaceFormat {
  explicit SurfaceFormat(const PixelFormat& asked) : attributes(asked) {}

  PixelFormat attributes;            // what Video must be asked for to get it
  const void* kind = nullptr;        // Video::kind_of() the attributes
  std::optional<PixelFormat> given;  // what the driver gave, once a context was asked: Surfaces::given()
  // A context that no recorded call uses, for clearing new surfaces. It is null until it is needed: making a context
  // takes as much time as everything else in a short replay, and most replays do not need this one.
  NativeContext housekeeper = nullptr;
  std::shared_ptr<const GladGLContext> gl;
};

// Clears the surface of the current context. Precondition: no call has changed the state of that context yet.
void clear_all(const GladGLContext& gl);

class Surfaces {
 public:
  static constexpr int kLargestSize = 16384;  // the limit of SDL

  explicit Surfaces(std::unique_ptr<Video> video) : video_(std::move(video)) {}
  ~Surfaces();
  Surfaces(const Surfaces&) = delete;
  Surfaces& operator=(const Surfaces&) = delete;

  bool headless() const { return video_->headless(); }

  // Returns the format nearest to `wanted`. It is an error when the driver has no format at all. The first time that a
  // format is worse than wanted, a warning says so.
  loaders::Result<SurfaceFormat*> format(const PixelFormat& wanted);

  // Returns attributes of surfaces that have stencils, and are in everything else like those that format() gives for
  // `wanted`, except for the size of depths if `depths_may_differ`. Returns `wanted` where there are none, or where
  // that is not known. A surface without depths stays as it is: llvmpipe draws into it by another path, which rounds
  // otherwise.
  PixelFormat with_stencils_if_same(const PixelFormat& wanted, bool depths_may_differ);

  // Returns what the driver gave for `format`. Makes a window and a context to find out, where it is not known.
  const PixelFormat& given(SurfaceFormat& format);
  // Finds out the same from the current context, which is of that format. This costs almost nothing.
  void learn(SurfaceFormat& format, const GladGLContext& gl, Api api);

  // Makes a surface. Its contents are whatever was in its memory.
  loaders::Result<NativeSurface*> make(const SurfaceFormat& format, const WindowShape& shape);
  // Sets all colours and stencils to 0, and depth to 1.
  void clear(NativeSurface* surface, SurfaceFormat& format);
  // Makes the format's housekeeper current on the surface and returns its functions. Returns null when the driver makes
  // no such context.
  const GladGLContext* keep_house(NativeSurface* surface, SurfaceFormat& format);

  Video& video() { return *video_; }
  GlTables& tables() { return tables_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  void warn(std::string text);

 private:
  SurfaceFormat* first_format(const PixelFormat& attributes);
  SurfaceFormat* add_format(const PixelFormat& attributes);
  void warn_of_worse(const SurfaceFormat& format);

  std::unique_ptr<Video> video_;
  GlTables tables_;
  std::vector<std::unique_ptr<SurfaceFormat>> formats_;
  std::vector<std::pair<PixelFormat, SurfaceFormat*>> answers_;  // wanted -> nearest
  std::vector<std::string> warnings_;
};

// Remembers what is current, and makes it current again at the end of its life. The window must live that long.
class RestoreCurrent {
 public:
  explicit RestoreCurrent(Video& video);
  ~RestoreCurrent();
  RestoreCurrent(const RestoreCurrent&) = delete;
  RestoreCurrent& operator=(const RestoreCurrent&) = delete;
  // After this, the end of its life changes nothing.
  void forget() { active_ = false; }

 private:
  Video& video_;
  NativeSurface* surface_;
  NativeContext context_;
  void *draw_ = nullptr, *read_ = nullptr;  // EGLSurface, which need not be those that Video knows of
  bool active_ = true;
};

}  // namespace replay
