// PictureWriter: writes pictures to files beside the replay, so that the GL thread does not wait for compression.
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

#include "replay/output/film.h"
#include "replay/picture/encode.h"
#include "replay/picture/picture.h"

namespace replay {

// Pictures wait in one queue for a few threads. Each file appears whole or not at all (write_whole_file). Pictures for
// the same file are written in the order in which they were given. Only one thread may use a PictureWriter.
class PictureWriter {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  // `film` is borrowed and may be null: pictures for its path become a part of it, in the order in which they were
  // given. With `threads` 0, it starts as many threads as help on this machine. `max_bytes` limits the pixels in
  // memory; a single picture may be larger.
  explicit PictureWriter(Film* film = nullptr, unsigned threads = 0, std::size_t max_bytes = kMaxBytes);

  // Writes what is still waiting. Failures are not reported then, so call finish() first.
  ~PictureWriter();

  // Returns at once, or when enough earlier pictures are written to stay below the limit.
  void write(std::filesystem::path path, Picture picture, const PictureCoding& coding = {});

  struct Failure {
    std::filesystem::path path;
    std::string why;  // a sentence, with the path
  };

  // Waits until every picture is written, and the film too. Returns those that could not be written, in no particular
  // order. Each is reported once.
  [[nodiscard]] std::vector<Failure> finish();
  // Does the same after a crash, which may have happened in one of the writing threads. When no picture is finished for
  // a second, the remaining ones count as not written.
  [[nodiscard]] std::vector<Failure> give_up();

 private:
  struct Job {
    std::filesystem::path path;
    Picture picture;
    PictureCoding coding;
  };

  void work();
  void wait_while_pictures_get_written(std::unique_lock<std::mutex>& lock);
  std::deque<Job>::iterator next_job();
  void write_one(const Job& job);
  loaders::Status try_to_write(const Job& job);

  Film* film_;
  const std::size_t max_bytes_;
  std::mutex mutex_;  // guards everything below but the threads
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  std::set<std::filesystem::path> being_written_;
  std::size_t bytes_ = 0;  // the pixels of the pictures that wait or are being written
  std::vector<Failure> failures_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace replay
