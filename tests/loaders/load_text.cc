#include "tests/loaders/load_text.h"

#include <stdexcept>
#include <utility>

#include "loaders/stream/dump.h"

namespace tests {

Loaded load(loaders::OpenResult opened) {
  Loaded loaded;
  if (!opened) {
    loaded.refused = std::move(opened).error();
    return loaded;
  }
  loaders::CallSource& source = **opened;
  loaded.info = source.info();
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    loaded.batches.push_back(batch.calls.size());
    for (const loaders::Call& call : batch.calls) {
      loaded.calls += !call.is(loaders::kDerived);
      loaded.frames += call.is(loaders::kEndsFrame);
      loaders::append_call(loaded.text, call, source.functions());
    }
  }
  loaded.error = source.error();
  loaded.warnings = source.warnings();
  loaded.facts = source.facts();
  return loaded;
}

Loaded load(std::vector<std::byte> bytes, std::size_t window_bytes) {
  return load(loaders::open_trace(loaders::memory_source(std::move(bytes)), "test", {window_bytes}));
}

FirstBatch::FirstBatch(std::vector<std::byte> bytes) {
  auto opened = loaders::open_trace(loaders::memory_source(std::move(bytes)), "test");
  if (!opened) throw std::runtime_error(opened.error().to_string());
  source = *std::move(opened);
  source->read(batch);
}

}  // namespace tests
