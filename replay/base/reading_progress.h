// Tells on the terminal how far a recording was read, where reading it takes longer than a moment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace replay {

// What loaders::OpenOptions::on_read takes. Empty when there is nobody to tell.
std::function<void(std::uint64_t)> reading_progress(const std::string& trace);

// How much of the recording that was opened last has been read, from 0 to 1; 0 when that is not known.
double part_read();

// While one exists, reading is not told of: whoever reads tells more, prints what is read, or works for another
// process.
class NoReadingProgress {
 public:
  NoReadingProgress();
  ~NoReadingProgress();
  NoReadingProgress(const NoReadingProgress&) = delete;
  NoReadingProgress& operator=(const NoReadingProgress&) = delete;
};

}  // namespace replay
