// The line at the bottom of a terminal that says how far a command is. It is written over and over, and removed before
// anything else is printed.
#pragma once

#include <optional>
#include <string>

namespace replay {

// Whether there is such a line: standard error is a terminal, and messages are wanted (no -q).
bool shows_progress();

// Shows a line, of which as much is seen as the terminal is wide. Nothing happens when the last one was shown less than
// a tenth of a second ago, or when there is no such line. Any thread may call this.
void show_progress(const std::string& text);

// Removes the line. Safe while another thread is stopped in show_progress().
void clear_progress() noexcept;

// "12 s left", "3 min left"; empty when it cannot be told yet. `part`: how much of the work is done, from 0 to 1.
std::string time_left(double part, double seconds_so_far);

}  // namespace replay
