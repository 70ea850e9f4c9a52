// FakeSource: serves a recording that a test made as a source of calls. It can fail at its end.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"
#include "tests/replay/player/recording.h"

namespace replay {

class FakeSource : public loaders::CallSource {
 public:
  explicit FakeSource(const Recording& recording) : recording_(recording) {}

  // Throws this exception after the last batch, instead of reporting the end.
  void fail_with(std::exception_ptr failure) { failure_ = std::move(failure); }
  // Begins again with the first batch after the last one, for ever.
  void repeat() { repeat_ = true; }

  loaders::ReadStatus read(loaders::Batch& batch) override {
    batch.clear();
    if (repeat_ && next_ == recording_.batches()) next_ = 0;
    if (next_ < recording_.batches()) {
      recording_.fill(batch, next_++);
      return loaders::ReadStatus::kBatch;
    }
    if (failure_) std::rethrow_exception(failure_);
    return loaders::ReadStatus::kEnd;
  }
  const loaders::TraceInfo& info() const override { return info_; }
  const std::optional<loaders::LoadError>& error() const override { return error_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const loaders::FunctionTable& functions() const override { return recording_.functions(); }

 private:
  const Recording& recording_;
  std::exception_ptr failure_;
  bool repeat_ = false;
  std::size_t next_ = 0;
  loaders::TraceInfo info_;
  std::optional<loaders::LoadError> error_;
  std::vector<std::string> warnings_;
};

}  // namespace replay
