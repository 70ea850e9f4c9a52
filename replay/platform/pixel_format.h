// PixelFormat: what a default framebuffer is made of. It stands for a GLX FBConfig, an X visual or an EGLConfig.
#pragma once

#include <string>

namespace replay {

struct PixelFormat {
  int red = 8, green = 8, blue = 8, alpha = 8;
  int depth = 24, stencil = 8;
  int samples = 0;
  bool srgb = false;          // GL_FRAMEBUFFER_SRGB has an effect on it
  bool double_buffer = true;  // has no meaning without a display: see Surfaces
  // A request for the deepest depth buffer that there is, of at least `depth` bits. Never set in a format that the
  // driver gave.
  bool deepest = false;

  bool operator==(const PixelFormat&) const = default;
};

// Returns "RGBA 8/8/8/8, depth 24, stencil 8, 4 samples, sRGB", for example.
std::string to_string(const PixelFormat& format);

// Returns whether a picture may come out differently on `given` than on `asked`. More depth or stencil bits than asked
// do no harm, and neither does the ability to write sRGB, which a program has to switch on.
bool is_worse(const PixelFormat& given, const PixelFormat& asked);

}  // namespace replay
