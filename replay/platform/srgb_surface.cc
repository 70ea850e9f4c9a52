#include "replay/platform/srgb_surface.h"

#include "replay/platform/video.h"

namespace replay {
namespace {

EGLConfig config_of(const Egl& egl, EGLSurface surface) {
  EGLint id = 0, count = 0;
  egl.QuerySurface(egl.display, surface, EGL_CONFIG_ID, &id);
  const EGLint wanted[] = {EGL_CONFIG_ID, id, EGL_NONE};
  EGLConfig config = nullptr;
  egl.ChooseConfig(egl.display, wanted, &config, 1, &count);
  return count == 1 ? config : nullptr;
}

}  // namespace

std::unique_ptr<SrgbSurface> SrgbSurface::like_current() {
  const auto egl = Egl::of_current();
  if (!egl || !egl->has_surfaces()) return nullptr;
  const EGLSurface current = egl->GetCurrentSurface(EGL_DRAW);
  const EGLConfig config = config_of(*egl, current);
  EGLint width = 0, height = 0;
  egl->QuerySurface(egl->display, current, EGL_WIDTH, &width);
  egl->QuerySurface(egl->display, current, EGL_HEIGHT, &height);
  const EGLint attributes[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR,
                               EGL_NONE};
  const EGLSurface made = config ? egl->CreatePbufferSurface(egl->display, config, attributes) : nullptr;
  return made ? std::unique_ptr<SrgbSurface>(new SrgbSurface(*egl, made)) : nullptr;
}

// EGL keeps a surface that is current until it is not.
SrgbSurface::~SrgbSurface() { egl_.DestroySurface(egl_.display, surface_); }

bool SrgbSurface::make_current() const {
  if (egl_.GetCurrentSurface(EGL_DRAW) == surface_ && egl_.GetCurrentSurface(EGL_READ) == surface_) return true;
  return egl_.MakeCurrent(egl_.display, surface_, surface_, Video::running()->current_context()) == EGL_TRUE;
}

}  // namespace replay
