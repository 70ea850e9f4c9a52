// SelectedCalls: a candidate as a source of calls, for the player.
#pragma once

#include "loaders/stream/call_source.h"
#include "replay/shrink/candidate.h"

namespace replay {

class SelectedCalls final : public loaders::CallSource {
 public:
  // Both are borrowed.
  SelectedCalls(const StoredRecording& recording, const Candidate& candidate)
      : recording_(recording),
        candidate_(candidate) {}

  const loaders::TraceInfo& info() const override { return recording_.source().info(); }
  loaders::ReadStatus read(loaders::Batch& batch) override;
  const std::optional<loaders::LoadError>& error() const override { return no_error_; }
  const std::vector<std::string>& warnings() const override { return no_warnings_; }
  const loaders::FunctionTable& functions() const override { return recording_.source().functions(); }

 private:
  const StoredRecording& recording_;
  const Candidate& candidate_;
  EntryIndex next_ = 0;
  std::optional<loaders::LoadError> no_error_;
  std::vector<std::string> no_warnings_;
};

}  // namespace replay
