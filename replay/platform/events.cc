#include "replay/platform/events.h"

#include <optional>

#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

std::optional<Event> key_event(SDL_Keycode key) {
  switch (key) {
    case SDLK_SPACE: return Event::kSpace;
    case SDLK_RIGHT: return Event::kRight;
    case SDLK_s: return Event::kS;
    case SDLK_ESCAPE: return Event::kEscape;
    default: return std::nullopt;
  }
}

std::optional<Event> translate(const SDL_Event& event) {
  if (event.type == SDL_QUIT) return Event::kQuit;
  if (event.type == SDL_KEYDOWN) return key_event(event.key.keysym.sym);
  // SDL says SDL_QUIT for the last window only.
  if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_CLOSE) return Event::kQuit;
  return std::nullopt;
}

}  // namespace

std::vector<Event> take_events() {
  std::vector<Event> events;
  SDL_Event event;
  while (sdl::PollEvent(&event)) {
    if (const auto translated = translate(event)) events.push_back(*translated);
  }
  return events;
}

}  // namespace replay
