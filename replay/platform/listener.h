// Listener: somebody who hears everything that a replay does to the driver: each call of GL, what is current, and what
// is written into mapped memory. `export-c` writes a program of what it hears. In every other command nobody listens,
// and a call costs nothing more.
//
// There is one listener in a process at most, and it is set before the first context is made. Only the thread that
// issues GL calls uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "replay/platform/context_request.h"
#include "replay/platform/pixel_format.h"

struct GladGLContext;

namespace replay {

// A surface of the driver. A window that gets another size gets another surface.
struct LiveSurface {
  std::uint32_t number = 0;  // unique in this process; 0: none
  int width = 0, height = 0;
  PixelFormat format;
  bool srgb = false;  // it keeps its colours as sRGB for OpenGL ES
};

struct LiveContext {
  std::uint32_t number = 0;  // unique in this process. 0: a context of the replayer, as OpenGL 1.0 asks for it
  ContextRequest request;
  std::uint32_t share = 0;  // the number of a context that it shares its objects with; 0: none
};

class Listener {
 public:
  virtual ~Listener() = default;

  // Puts functions that tell the listener of each call in the place of the driver's.
  virtual void wrap(GladGLContext& table) = 0;
  // The context is current on these surfaces. Both have the number 0 when nothing is current.
  virtual void made_current(const LiveSurface& drawn, const LiveSurface& read, const LiveContext& context) = 0;
  // The surface `made` is in the place of another one; it is current where that was.
  virtual void replaced(std::uint32_t old, const LiveSurface& made) = 0;
  // `data` was written to `live`, which lies in a mapped buffer.
  virtual void wrote(const std::byte* live, std::span<const std::byte> data) = 0;
  // `image` is an EGLImage of a texture or renderbuffer of a context. `attributes` ends with EGL_NONE.
  virtual void made_image(const void* image, std::uint32_t context, std::uint32_t target, std::uint32_t name,
                          std::span<const std::int32_t> attributes) = 0;
};

inline Listener* listener = nullptr;

// While one lives, the calls are the replayer's own business, and the listener does not hear them.
class NotHeard {
 public:
  NotHeard() { ++count_; }
  ~NotHeard() { --count_; }
  NotHeard(const NotHeard&) = delete;
  NotHeard& operator=(const NotHeard&) = delete;
  static bool now() { return count_ != 0; }

 private:
  static inline int count_ = 0;
};

}  // namespace replay
