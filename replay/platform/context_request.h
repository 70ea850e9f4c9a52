// ContextRequest: which kind of GL context a recorded program asked the window system for.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace replay {

enum class Api : std::uint8_t { kGl, kGles1, kGles2 };  // kGles2 means ES 2.0 and everything later

enum class Profile : std::uint8_t {
  kNone,  // the program named no profile: before 3.2 there are none, from 3.2 on the window system takes core
  kCore,
  kCompatibility
};

struct GlVersion {
  int major = 0, minor = 0;

  auto operator<=>(const GlVersion&) const = default;
};

// The default is what glXCreateContext makes, which takes no version: the newest one that is compatible with 1.0.
struct ContextRequest {
  Api api = Api::kGl;
  int major = 1, minor = 0;
  Profile profile = Profile::kNone;
  bool debug = false, forward_compatible = false, robust = false;

  GlVersion version() const { return {major, minor}; }
  bool operator==(const ContextRequest&) const = default;
};

// Returns "OpenGL 3.3 core, debug" or "OpenGL ES 2.0", for example.
std::string to_string(const ContextRequest& request);

}  // namespace replay
