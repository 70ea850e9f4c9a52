#include "replay/player/decoder_thread.h"

#include <utility>
#include <vector>

#include "replay/process/signals.h"

namespace replay {

DecoderThread::DecoderThread(loaders::CallSource& source, BatchQueue& queue)
    : source_(source),
      queue_(queue),
      thread_([this] { run(); }) {}

DecoderThread::~DecoderThread() {
  queue_.close();
  if (thread_.joinable()) thread_.join();
}

void DecoderThread::rethrow() {
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

void DecoderThread::run() {
  prepare_own_thread("decoder");
  try {
    read_all();
  } catch (...) {
    failure_ = std::current_exception();
  }
  queue_.finish();
}

void DecoderThread::read_all() {
  SizeLookahead lookahead;
  std::vector<PlannedBatch> ready;
  const auto hand_over = [&] {
    for (PlannedBatch& batch : ready) {
      if (!queue_.push(std::move(batch))) return false;
    }
    ready.clear();
    return true;
  };
  for (;;) {
    auto batch = queue_.take_empty();
    if (source_.read(*batch) == loaders::ReadStatus::kEnd) break;
    lookahead.push(std::move(batch), ready);
    if (!hand_over()) return;
  }
  lookahead.finish(ready);
  hand_over();
}

}  // namespace replay
