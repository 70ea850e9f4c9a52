#include "replay/platform/egl_display.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <string_view>
#include <vector>

namespace replay {
namespace {

constexpr EGLint kMaxDevices = 64;

template <class Function>
Function load(const EglLibrary& egl, const char* name) {
  return reinterpret_cast<Function>(egl.address(name));
}

bool is_in_list(const char* list, std::string_view name) {
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == name) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

// What can be told of a library before there is a display.
bool has_client_extension(const EglLibrary& egl, const char* name) {
  return has_egl_extension(egl, EGL_NO_DISPLAY, name);
}

std::vector<EGLDisplay> displays_of_devices(const EglLibrary& egl, PFNEGLGETPLATFORMDISPLAYEXTPROC display_of) {
  const bool can_list =
      has_client_extension(egl, "EGL_EXT_device_base") || has_client_extension(egl, "EGL_EXT_device_enumeration");
  if (!can_list || !has_client_extension(egl, "EGL_EXT_platform_device")) return {};
  const auto query_devices = load<PFNEGLQUERYDEVICESEXTPROC>(egl, "eglQueryDevicesEXT");
  std::array<EGLDeviceEXT, kMaxDevices> devices{};
  EGLint count = 0;
  if (query_devices == nullptr || query_devices(kMaxDevices, devices.data(), &count) != EGL_TRUE) return {};
  std::vector<EGLDisplay> displays;
  for (EGLint i = 0; i < count; ++i)
    displays.push_back(display_of(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
  return displays;
}

std::vector<EGLDisplay> candidates(const EglLibrary& egl) {
  std::vector<EGLDisplay> displays;
  if (const auto display_of = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl, "eglGetPlatformDisplayEXT")) {
    displays = displays_of_devices(egl, display_of);
    if (has_client_extension(egl, "EGL_MESA_platform_surfaceless"))
      displays.push_back(display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  displays.push_back(egl.GetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

}  // namespace

bool has_egl_extension(const EglLibrary& egl, EGLDisplay display, const char* name) {
  return is_in_list(egl.QueryString(display, EGL_EXTENSIONS), name);
}

loaders::Result<EGLDisplay> open_egl_display(const EglLibrary& egl) {
  for (const EGLDisplay display : candidates(egl)) {
    if (display != EGL_NO_DISPLAY && egl.Initialize(display, nullptr, nullptr) == EGL_TRUE) return display;
  }
  return loaders::Error{
      fmt::format("EGL has no display that needs no window system: {}", name_of_egl_error(egl.GetError()))};
}

}  // namespace replay
