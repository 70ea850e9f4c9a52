// Reads a whole trace, for tests: its calls as the text of a dump, and what the source said about it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/open.h"

namespace tests {

struct Loaded {
  std::optional<loaders::LoadError> refused;  // open_trace gave no source
  loaders::TraceInfo info;
  std::string text;
  std::size_t calls = 0;  // recorded ones
  std::size_t frames = 0;
  std::vector<std::size_t> batches;  // calls in each
  std::optional<loaders::LoadError> error;
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> facts;
};

Loaded load(loaders::OpenResult opened);
Loaded load(std::vector<std::byte> bytes, std::size_t window_bytes = loaders::InputWindow::kDefaultBytes);

// A source with its first batch, for tests that look at values.
struct FirstBatch {
  explicit FirstBatch(std::vector<std::byte> bytes);
  const loaders::Value& arg(std::size_t call, std::size_t index) const {
    return batch.calls.at(call).arguments()[index];
  }

  std::unique_ptr<loaders::CallSource> source;
  loaders::Batch batch;
};

}  // namespace tests
