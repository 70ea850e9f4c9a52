// RecordedConfigs: what is known about the recorded pixel formats: GLX FBConfigs and visuals, EGLConfigs, WGL pixel
// formats. A recording does not list them. It has the calls by which the program chose formats, and the answers to
// its queries.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "replay/platform/pixel_format.h"

namespace replay {

enum class ConfigKind : std::uint8_t {
  kFbConfig,
  kVisual,  // by visual id
  kEglConfig,
  kPixelFormat,   // WGL, by index; it is assumed that an index means the same for every window
  kDeviceContext  // WGL: the format that wglSetPixelFormat gave to a device context
};

struct ConfigKey {
  ConfigKind kind;
  std::uint64_t id = 0;  // recorded

  auto operator<=>(const ConfigKey&) const = default;
};

// The minimum sizes that a program requested, or 0 for those that it did not mention.
struct LeastSizes {
  int red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0, samples = 0;
  bool srgb = false, double_buffer = true;
};

class RecordedConfigs {
 public:
  static constexpr std::size_t kMax = 4096;  // a damaged file could have any number; the rest is ignored

  // Adds the answer to a query. `attribute` is a number of GLX, EGL or WGL, depending on `key.kind`. Attributes that
  // do not affect pictures are ignored.
  void note_answer(ConfigKey key, std::int64_t attribute, std::int64_t value);

  // The program requested a config with at least `sizes` and got this one. Window systems prefer a config without
  // alpha, depth or stencil when none was requested. If a depth was requested, GLX prefers the deepest depth buffer.
  // Answers to queries take precedence.
  void chosen(ConfigKey key, const LeastSizes& sizes);

  // Says that `key` and `other` are the same config. What is known about `key` itself stays.
  void same(ConfigKey key, ConfigKey other);

  // Returns the format. If nothing is known, it is the one that most programs have.
  PixelFormat format(ConfigKey key) const;
  bool knows(ConfigKey key) const { return configs_.contains(key); }

 private:
  struct Config {
    PixelFormat format;
    std::uint32_t told = 0;  // bits of the attributes that a query told
  };

  Config* find_or_add(ConfigKey key);

  std::map<ConfigKey, Config> configs_;
};

// Adds a requested attribute of GLX, EGL or WGL. Attributes that do not affect pictures are ignored.
void add_attribute(LeastSizes& sizes, ConfigKind kind, std::int64_t attribute, std::int64_t value);

}  // namespace replay
