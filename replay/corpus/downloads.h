// Downloads: brings the traces of a run that are missing, while others are replayed.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "replay/corpus/trace_files.h"

namespace replay {

class Downloads {
 public:
  // Looks for the traces in this order, several at once, and downloads those that are missing. `found` is called from
  // other threads, once for each, when its file is known or known to be missing. A stop ends everything at once, and
  // nothing is found any more then.
  Downloads(
      std::vector<const TraceEntry*> entries, TraceSources sources, std::stop_token stop,
      std::function<void(const TraceEntry&)> found = [](const TraceEntry&) {});
  ~Downloads();  // ends what goes on
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;

  // Precondition: found() was called for it.
  TraceFile file_of(const TraceEntry& entry) const;
  void wait();  // until all are found, or until the stop

 private:
  void work();
  TraceFile find_or_download(const TraceEntry& entry);
  TraceFile download_to(const TraceEntry& entry, const std::filesystem::path& place);

  const std::vector<const TraceEntry*> entries_;
  const TraceSources sources_;
  const std::function<void(const TraceEntry&)> found_;
  std::stop_source enough_;
  std::stop_callback<std::function<void()>> passes_stop_on_;
  mutable std::mutex mutex_;
  std::size_t next_ = 0;
  bool server_fails_ = false;  // the last download failed after several tries
  std::map<const TraceEntry*, TraceFile> files_;
  std::vector<std::jthread> threads_;
};

}  // namespace replay
