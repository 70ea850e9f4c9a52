// PngWriter: writes pictures to PNG files beside the replay, so that the GL thread does not wait for the compressor.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "replay/picture/picture.h"

namespace replay {

// Pictures wait in one queue for a few threads. Each file appears whole or not at all (write_whole_file). Pictures for
// the same file are written in the order in which they were given. Used from one thread.
class PngWriter {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  // `threads` 0: as many as help on this machine. `max_bytes` bounds the pixels in memory; a single picture may be
  // larger.
  explicit PngWriter(unsigned threads = 0, std::size_t max_bytes = kMaxBytes);

  // Writes what is still waiting; what goes wrong then is lost, so call finish() first.
  ~PngWriter();

  // Returns at once, or when enough earlier pictures are written to stay below the bound.
  void write(std::filesystem::path path, Picture picture);

  struct Failure {
    std::filesystem::path path;
    std::string why;  // a sentence, with the path
  };

  // Waits until every picture is written. Those that could not be, in no particular order, each told once.
  [[nodiscard]] std::vector<Failure> finish();
  // The same after a crash, which one of the writing threads may have met: those of which nothing is heard for a second could not be
  // written.
  [[nodiscard]] std::vector<Failure> give_up();

 private:
  struct Job {
    std::filesystem::path path;
    Picture picture;
  };

  void work();
  std::deque<Job>::iterator next_job();
  void write_one(const Job& job);

  const std::size_t max_bytes_;
  std::mutex mutex_;  // guards everything below but the threads
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::set<std::filesystem::path> being_written_;
  std::size_t bytes_ = 0;  // of the pictures that wait or are being written
  std::vector<Failure> failures_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace replay
