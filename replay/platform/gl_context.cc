#include "replay/platform/gl_context.h"

#include <glad/gl.h>

#include <cstdio>
#include <utility>

namespace replay {
namespace {

std::string text(const GladGLContext& gl, GLenum name) {
  const GLubyte* from_driver = gl.GetString(name);
  return from_driver ? reinterpret_cast<const char*>(from_driver) : std::string();
}

std::uint32_t next_number = 0;

// "4.5 (Core Profile) Mesa 22.3.6", "OpenGL ES 3.2 Mesa", "OpenGL ES-CM 1.1 Mesa"
GlVersion parse_version(const std::string& version_text) {
  GlVersion version;
  const std::size_t digit = version_text.find_first_of("0123456789");
  if (digit != std::string::npos) std::sscanf(version_text.c_str() + digit, "%d.%d", &version.major, &version.minor);
  return version;
}

}  // namespace

bool is_core_profile(const GladGLContext& gl, Api api) {
  if (api != Api::kGl || !gl.VERSION_3_1) return false;
  GLint profiles = 0;
  if (gl.VERSION_3_2) gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profiles);
  if (profiles == 0) return !gl.ARB_compatibility;
  return (profiles & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) == 0;
}

GlContext::GlContext(std::shared_ptr<Surfaces> surfaces, NativeContext native, SurfaceFormat& format,
                     const ContextRequest& request)
    : surfaces_(std::move(surfaces)),
      native_(native),
      format_(&format),
      request_(request),
      live_{++next_number, request, 0} {
  table_ = surfaces_->tables().of_current(surfaces_->video(), request.api);
  if (!table_) return;
  version_text_ = text(*table_, GL_VERSION);
  renderer_ = text(*table_, GL_RENDERER);
  vendor_ = text(*table_, GL_VENDOR);
  version_ = parse_version(version_text_);
  is_core_ = is_core_profile(*table_, request.api);
}

GlContext::~GlContext() { surfaces_->video().destroy_context(native_); }

}  // namespace replay
