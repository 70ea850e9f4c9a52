#include "replay/output/picture_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "replay/picture/encode.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

// One core is for GL and one for the reader of the trace. More than four writers would only wait for the disk.
unsigned helpful_threads() {
  const unsigned cores = std::thread::hardware_concurrency();
  return std::clamp(cores > 2 ? cores - 2 : 1, 1U, 4U);
}

// How long a thread that works may leave the others without news.
constexpr std::chrono::seconds kPatience{1};

bool lock_within(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds most) {
  constexpr std::chrono::milliseconds kPause{1};
  for (; !lock.try_lock(); most -= kPause) {
    if (most <= kPause) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

}  // namespace

PictureWriter::PictureWriter(Film* film, unsigned threads, std::size_t max_bytes) : film_(film), max_bytes_(max_bytes) {
  const unsigned count = threads == 0 ? helpful_threads() : threads;
  for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

PictureWriter::~PictureWriter() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void PictureWriter::write(std::filesystem::path path, Picture picture, const PictureCoding& coding) {
  const std::size_t size = picture.rgba.size();
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return bytes_ == 0 || bytes_ + size <= max_bytes_; });
    bytes_ += size;
    waiting_.push_back({std::move(path), std::move(picture), coding});
  }
  changed_.notify_all();
}

std::vector<PictureWriter::Failure> PictureWriter::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() && being_written_.empty(); });
  if (film_ != nullptr) {
    if (const auto whole = film_->finish(); !whole) failures_.push_back({film_->path(), whole.error().problem});
  }
  return std::exchange(failures_, {});
}

std::vector<PictureWriter::Failure> PictureWriter::give_up() {
  std::unique_lock lock(mutex_, std::defer_lock);
  // Without the lock no other thread can change anything: the one that holds it has crashed, and stands still.
  if (lock_within(lock, kPatience)) wait_while_pictures_get_written(lock);
  const auto lose = [&](const std::filesystem::path& path) {
    failures_.push_back(
        {path, fmt::format("cannot write '{}': the thread that writes pictures crashed", path.string())});
  };
  std::for_each(being_written_.begin(), being_written_.end(), lose);
  for (const Job& job : waiting_) lose(job.path);
  return std::exchange(failures_, {});
}

// Until all are written, or none was for a while.
void PictureWriter::wait_while_pictures_get_written(std::unique_lock<std::mutex>& lock) {
  for (std::size_t before = bytes_ + 1; bytes_ > 0 && bytes_ != before;) {
    before = bytes_;
    changed_.wait_for(lock, kPatience, [&] { return bytes_ != before; });
  }
}

// Returns the oldest picture whose file no other thread is writing.
std::deque<PictureWriter::Job>::iterator PictureWriter::next_job() {
  return std::find_if(waiting_.begin(), waiting_.end(),
                      [&](const Job& job) { return !being_written_.contains(job.path); });
}

void PictureWriter::work() {
  prepare_own_thread("picture-writer");
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return next_job() != waiting_.end() || (stopping_ && waiting_.empty()); });
    const auto next = next_job();
    if (next == waiting_.end()) return;
    Job job = std::move(*next);
    waiting_.erase(next);
    being_written_.insert(job.path);
    lock.unlock();
    const std::size_t size = job.picture.rgba.size();
    write_one(job);
    job.picture = {};  // giving the pixels back takes a while, which nobody should wait for
    lock.lock();
    being_written_.erase(job.path);
    bytes_ -= size;
    changed_.notify_all();
  }
}

loaders::Status PictureWriter::try_to_write(const Job& job) {
  try {
    if (film_ != nullptr && job.path == film_->path()) return film_->write(job.picture);
    return write_picture_file(job.path, job.picture, job.coding);
  } catch (const std::bad_alloc&) {
    return loaders::Error{fmt::format("cannot write '{}': out of memory", job.path.string())};
  }
}

void PictureWriter::write_one(const Job& job) {
  const auto written = try_to_write(job);
  if (written) return;
  const std::lock_guard lock(mutex_);
  failures_.push_back({job.path, written.error().problem});
}

}  // namespace replay
