// PixelFormat: what a default framebuffer is made of; a GLX FBConfig, X visual or EGLConfig in our own words.
#pragma once

#include <string>

namespace replay {

struct PixelFormat {
  int red = 8, green = 8, blue = 8, alpha = 8;
  int depth = 24, stencil = 8;
  int samples = 0;
  bool srgb = false;          // GL_FRAMEBUFFER_SRGB has an effect on it
  bool double_buffer = true;  // means nothing without a display: see Window
  // A wish for the deepest depth buffer that there is, of at least `depth` bits. No format that is given has it.
  bool deepest = false;

  bool operator==(const PixelFormat&) const = default;
};

// "RGBA 8/8/8/8, depth 24, stencil 8, 4 samples, sRGB"
std::string to_string(const PixelFormat& format);

// Whether a picture may come out differently on `given` than on `asked`. More depth or stencil than asked does no harm,
// and neither does the ability to write sRGB, which a program has to switch on.
bool is_worse(const PixelFormat& given, const PixelFormat& asked);

}  // namespace replay
