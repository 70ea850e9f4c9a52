// DecoderThread: reads a source to its end on a thread of its own, and hands the batches to the GL thread.
#pragma once

#include <exception>
#include <thread>

#include "loaders/stream/call_source.h"
#include "replay/player/batch_queue.h"

namespace replay {

class DecoderThread {
 public:
  DecoderThread(loaders::CallSource& source, BatchQueue& queue);
  // Stops reading, wherever the source is.
  ~DecoderThread();
  DecoderThread(const DecoderThread&) = delete;
  DecoderThread& operator=(const DecoderThread&) = delete;

  // To be called when the queue is empty: throws the exception that ended the thread, if one did (out of memory).
  void rethrow();

 private:
  void run();
  void read_all();

  loaders::CallSource& source_;
  BatchQueue& queue_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace replay
