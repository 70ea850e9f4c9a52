// What a person does to a window of ours.
#pragma once

#include <cstdint>
#include <vector>

namespace replay {

enum class Event : std::uint8_t { kQuit, kSpace, kRight, kS, kEscape };  // closing any window is kQuit

// Takes what has arrived since the last call; never waits. Without a display nothing ever arrives.
std::vector<Event> take_events();

}  // namespace replay
