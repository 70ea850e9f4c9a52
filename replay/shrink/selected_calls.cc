#include "replay/shrink/selected_calls.h"

namespace replay {

loaders::ReadStatus SelectedCalls::read(loaders::Batch& batch) {
  batch.clear();
  bool ends_frame = false;
  for (; next_ < recording_.entries() && !ends_frame && !batch.full(); ++next_) {
    if (!candidate_.kept[next_]) continue;
    const auto changes = changes_of(candidate_, next_);
    for (const loaders::Call& call : recording_.calls(next_)) {
      batch.calls.push_back(changed_call(call, changes, batch.arena));
      ends_frame = ends_frame || call.is(loaders::kEndsFrame);
    }
  }
  return batch.calls.empty() ? loaders::ReadStatus::kEnd : loaders::ReadStatus::kBatch;
}

}  // namespace replay
