#include "replay/process/own_command.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace replay {
namespace {

// How the names of such variables begin: those of the loaders of GL and EGL, of Mesa and its drivers, and of NVIDIA's.
constexpr std::string_view kDriverVariables[] = {
    "AMD_",        "ANV_",      "DRAW_",     "DRI_PRIME=", "EGL_",        "ETNA_",
    "FD_",         "GALLIUM_",  "INTEL_",    "IRIS_",      "LD_PRELOAD=", "LD_LIBRARY_PATH=",
    "LIBGL_",      "LIMA_",     "LP_",       "LVP_",       "MESA_",       "NIR_",
    "NOUVEAU_",    "NVK_",      "PAN_",      "R600_",      "RADEON",      "RADV_",
    "SDL_OPENGL_", "SDL_VIDEO", "SOFTPIPE_", "ST_",        "TU_",         "V3D_",
    "VC4_",        "VK_",       "ZINK_",     "__EGL",      "__GL",        "force_gl_",
    "vblank_mode="};

bool decides(std::string_view entry) {
  return std::any_of(std::begin(kDriverVariables), std::end(kDriverVariables),
                     [&](std::string_view begin) { return entry.starts_with(begin); });
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

}  // namespace replay
