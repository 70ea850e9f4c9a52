// For commands that read a recording more than once: keeps what comes through a pipe.
#pragma once

#include <string>

namespace replay {

// Returns `trace` when it is a regular file. Otherwise ("-", a named pipe, a shell's <(...)) stores all that comes from
// it in a file without a name in the folder for temporary files, and returns a path by which this process and its
// children open that file. Nothing is left when they end, however they end. Throws CannotJudge when `trace` cannot be
// opened, read or stored.
std::string stored_stream(const std::string& trace);

}  // namespace replay
