#include "replay/platform/input.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>

#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

constexpr std::chrono::milliseconds kPoll{8};

std::optional<Key> key_of_code(SDL_Keycode code) {
  switch (code) {
    case SDLK_ESCAPE: return Key::kEscape;
    case SDLK_RETURN:
    case SDLK_KP_ENTER: return Key::kEnter;
    case SDLK_TAB: return Key::kTab;
    case SDLK_BACKSPACE: return Key::kBackspace;
    case SDLK_LEFT: return Key::kLeft;
    case SDLK_RIGHT: return Key::kRight;
    case SDLK_HOME: return Key::kHome;
    case SDLK_END: return Key::kEnd;
    case SDLK_SPACE: return key_of(' ');
    default: break;
  }
  if (code >= SDLK_a && code <= SDLK_z) return key_of(static_cast<char>(code));
  return std::nullopt;
}

std::optional<KeyPress> press_of(const SDL_KeyboardEvent& event) {
  // The keys of the desktop, as Alt+F4.
  if ((event.keysym.mod & (KMOD_ALT | KMOD_GUI | KMOD_CTRL)) != 0) return std::nullopt;
  const auto key = key_of_code(event.keysym.sym);
  if (!key) return std::nullopt;
  return KeyPress{*key, (event.keysym.mod & KMOD_SHIFT) != 0, event.repeat != 0};
}

// Signs and digits have no key of their own: "?" or "[" need another key, and another shift, on each kind of keyboard.
std::optional<KeyPress> press_of(const SDL_TextInputEvent& event) {
  const std::string_view text = event.text;
  if (text.size() != 1 || text[0] <= ' ' || std::isalpha(static_cast<unsigned char>(text[0])) != 0) return std::nullopt;
  return KeyPress{.key = key_of(text[0])};
}

std::optional<KeyPress> press_of(const SDL_Event& event) {
  switch (event.type) {
    case SDL_QUIT: return KeyPress{.key = Key::kClose};
    case SDL_KEYDOWN: return press_of(event.key);
    case SDL_TEXTINPUT: return press_of(event.text);
    // SDL says SDL_QUIT for the last window only.
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_CLOSE) return KeyPress{.key = Key::kClose};
      return std::nullopt;
    default: return std::nullopt;
  }
}

void take_into(Inputs& inputs, const SDL_Event& event) {
  if (const auto press = press_of(event)) inputs.presses.push_back(*press);
  if (event.type != SDL_WINDOWEVENT) return;
  inputs.must_redraw |= event.window.event == SDL_WINDOWEVENT_EXPOSED || event.window.event == SDL_WINDOWEVENT_SHOWN ||
                        event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED;
}

}  // namespace

// SDL_WaitEventTimeout() would do, but SDL 2.26 ends the program where a window is destroyed soon after: it wakes
// itself by a message to that window through a second connection, and X calls a message to a window that is gone an
// error.
Inputs take_inputs(int milliseconds) {
  if (!sdl::is_loaded()) return {};  // there is no display
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  Inputs inputs;
  for (;;) {
    SDL_Event event;
    while (sdl::PollEvent(&event)) take_into(inputs, event);
    const auto left = end - std::chrono::steady_clock::now();
    if (!inputs.presses.empty() || inputs.must_redraw || left <= left.zero()) return inputs;
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(left, kPoll));
  }
}

}  // namespace replay
