// GlContext: a live GL context and what it can do.
#pragma once

#include <memory>
#include <string>

#include "replay/platform/context_request.h"
#include "replay/platform/listener.h"
#include "replay/platform/surfaces.h"

struct GladGLContext;

namespace replay {

// Returns whether the current context of desktop GL lacks what 3.1 has removed: glBegin, fixed functions, GL_RED_BITS.
// The driver is asked because the request does not say: a context of 3.1 may have it or not, and forward-compatible
// contexts have no profile. For ES the answer is false.
bool is_core_profile(const GladGLContext& gl, Api api);

class GlContext {
 public:
  ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  // The functions and extensions of this context. Contexts of the same kind share one table. It is valid while the
  // context lives.
  const GladGLContext& gl() const { return *table_; }

  const ContextRequest& request() const { return request_; }
  Api api() const { return request_.api; }

  // The version that the driver made: at least the requested one, often a newer compatible one.
  GlVersion version() const { return version_; }
  bool is_core() const { return is_core_; }                          // see is_core_profile()
  const std::string& version_text() const { return version_text_; }  // GL_VERSION
  const std::string& renderer() const { return renderer_; }
  const std::string& vendor() const { return vendor_; }

  NativeContext native() const { return native_; }

  // What the listener is told of it.
  const LiveContext& live() const { return live_; }

  // The pixel format of the windows that the context can draw to.
  const PixelFormat& format() const { return surfaces_->given(*format_); }

 private:
  friend class Platform;

  // The context must be current.
  GlContext(std::shared_ptr<Surfaces> surfaces, NativeContext native, SurfaceFormat& format,
            const ContextRequest& request);

  std::shared_ptr<Surfaces> surfaces_;
  NativeContext native_;
  SurfaceFormat* format_;
  ContextRequest request_;
  LiveContext live_;
  std::shared_ptr<const GladGLContext> table_;
  GlVersion version_;
  bool is_core_ = false;
  std::string version_text_, renderer_, vendor_;
};

}  // namespace replay
