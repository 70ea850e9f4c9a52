#include "replay/process/own_command.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace replay {
namespace {

// How the names of such variables begin: those of the loaders of GL and EGL, of Mesa and its drivers, and of NVIDIA's.
constexpr std::string_view kDriverVariables[] = {
    "AGX_",   "AMD_",     "ANV_",         "ASAHI_",      "D3D12_",
    "DRAW_",  "DRIRC_",   "DRI_",         "EGL_",        "ETNA_",
    "FD_",    "GALLIUM_", "GBM_",         "GLSL_",       "HK_",
    "INTEL_", "IRIS_",    "LD_BIND_NOW=", "LD_PRELOAD=", "LD_LIBRARY_PATH=",
    "LIBGL_", "LIMA_",    "LP_",          "LVP_",        "MALI_",
    "MESA_",  "NIR_",     "NOUVEAU_",     "NV50_",       "NVC0_",
    "NVK_",   "PANVK_",   "PAN_",         "PVR_",        "R600_",
    "RADEON", "RADV_",    "SDL_OPENGL_",  "SDL_VIDEO",   "SOFTPIPE_",
    "ST_",    "SVGA_",    "TGSI_",        "TU_",         "V3D_",
    "VC4_",   "VIRGL_",   "VK_",          "VTEST_",      "ZINK_",
    "__EGL",  "__GL",     "force_gl_",    "vblank_mode="};

bool decides(std::string_view entry) {
  return std::any_of(std::begin(kDriverVariables), std::end(kDriverVariables),
                     [&](std::string_view begin) { return entry.starts_with(begin); });
}

bool may_be_option_of_driver(std::string_view entry) {
  const std::string_view name = entry.substr(0, entry.find('='));
  const auto is_small = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return std::ranges::all_of(name, is_small) && std::ranges::any_of(name, is_letter) && !name.ends_with("_proxy");
}

}  // namespace

std::string shell_word(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-+=.,/:@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

std::string own_command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return shell_words(words);
}

std::string driver_environment() {
  std::vector<std::string> found;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (decides(*entry)) found.emplace_back(*entry);
  }
  std::sort(found.begin(), found.end());
  std::string text;
  for (const std::string& entry : found) {
    const std::size_t equals = entry.find('=');
    // The name stays outside of the quotes: otherwise a shell sees no assignment.
    text += (text.empty() ? "" : " ") + entry.substr(0, equals + 1) +
            (equals + 1 < entry.size() ? shell_word(std::string_view(entry).substr(equals + 1)) : "");
  }
  return text;
}

std::vector<std::string> steering_variables() {
  std::vector<std::string> found;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (decides(*entry) || may_be_option_of_driver(*entry)) found.emplace_back(*entry);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace replay
