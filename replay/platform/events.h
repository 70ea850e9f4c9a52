// Event: what a person does with a window of the replay.
#pragma once

#include <cstdint>
#include <vector>

namespace replay {

enum class Event : std::uint8_t { kQuit, kSpace, kRight, kS, kEscape };  // closing any window is kQuit

// Returns the events that have arrived since the last call. It never waits. Without a display no event ever arrives.
std::vector<Event> take_events();

}  // namespace replay
