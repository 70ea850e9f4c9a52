// RecordedConfigs: what the recorded program learnt of the pixel formats of its window system, and what it asked for when it
// chose one: GLX FBConfigs and visuals, EGLConfigs, WGL pixel formats. A recording has no list of them; it has the calls that
// chose among them and the answers to queries.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "replay/platform/pixel_format.h"

namespace replay {

enum class ConfigKind : std::uint8_t {
  kFbConfig,
  kVisual,       // by visual id
  kEglConfig,
  kPixelFormat,  // WGL, by index; an index is taken to mean the same for every window
  kDeviceContext  // WGL: the format that wglSetPixelFormat gave to a device context
};

struct ConfigKey {
  ConfigKind kind;
  std::uint64_t id = 0;  // recorded

  auto operator<=>(const ConfigKey&) const = default;
};

// The least sizes that a program asked for, 0 where it did not mention them.
struct LeastSizes {
  int red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0, samples = 0;
  bool srgb = false, double_buffer = true;
};

class RecordedConfigs {
 public:
  static constexpr std::size_t kMost = 4096;  // a damaged file could name any number; the rest is as if it was never named

  // The answer to a query: `attribute` is a number of GLX, EGL or WGL, by `key.kind`. Attributes that do not show in a picture
  // are passed over.
  void told(ConfigKey key, std::int64_t attribute, std::int64_t value);

  // The program asked for a config with at least `sizes` and got this one. Window systems prefer a config without alpha, depth
  // or stencil when none was asked for. GLX prefers the deepest depth buffer that there is otherwise. Answers to queries are
  // better known.
  void chosen(ConfigKey key, const LeastSizes& sizes);

  // `key` names what `other` names; what was told of `key` itself stays.
  void same(ConfigKey key, ConfigKey other);

  // Nothing known: the format that most programs have.
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

// The attributes of GLX, EGL and WGL that say what a config has at least. Those that do not show in a picture are passed over.
void add_attribute(LeastSizes& sizes, ConfigKind kind, std::int64_t attribute, std::int64_t value);

}  // namespace replay
