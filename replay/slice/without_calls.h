// WithoutCalls: a recording in which some calls are missing, for an analysis of the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "loaders/stream/call_source.h"

namespace replay {

class WithoutCalls : public loaders::CallSource {
 public:
  // `numbers` are those of the missing calls, sorted. They are borrowed.
  WithoutCalls(std::unique_ptr<loaders::CallSource> all, std::span<const std::uint64_t> numbers)
      : all_(std::move(all)),
        numbers_(numbers) {}

  const loaders::TraceInfo& info() const override { return all_->info(); }
  loaders::ReadStatus read(loaders::Batch& batch) override {
    while (all_->read(batch) == loaders::ReadStatus::kBatch) {
      std::erase_if(batch.calls,
                    [&](const loaders::Call& call) { return std::ranges::binary_search(numbers_, call.number); });
      if (!batch.calls.empty()) return loaders::ReadStatus::kBatch;
    }
    return loaders::ReadStatus::kEnd;
  }
  const std::optional<loaders::LoadError>& error() const override { return all_->error(); }
  const std::vector<std::string>& warnings() const override { return all_->warnings(); }
  const loaders::FunctionTable& functions() const override { return all_->functions(); }

 private:
  std::unique_ptr<loaders::CallSource> all_;
  std::span<const std::uint64_t> numbers_;
};

}  // namespace replay
