#include "replay/shrink/stored_recording.h"

#include <algorithm>

#include "replay/base/call_set.h"

namespace replay {

using loaders::Call;

StoredRecording::StoredRecording(std::unique_ptr<loaders::CallSource> source, std::optional<std::uint64_t> last,
                                 const std::vector<bool>* wanted)
    : source_(std::move(source)) {
  LastNumber behind(last);
  for (bool is_over = false; !is_over;) {
    auto batch = std::make_unique<loaders::Batch>();
    if (source_->read(*batch) == loaders::ReadStatus::kEnd) break;
    const std::size_t before = calls_.size();
    for (const Call& call : batch->calls) {
      is_over = is_over || behind.is_behind(call.number);
      if (is_over) break;
      if (numbers_.empty() || numbers_.back() != call.number) {
        begins_.push_back(calls_.size());
        numbers_.push_back(call.number);
      }
      if (wanted == nullptr || (entries() <= wanted->size() && (*wanted)[entries() - 1])) calls_.push_back(call);
    }
    batch->calls = {};
    if (calls_.size() > before) batches_.push_back(std::move(batch));
  }
}

const Call& StoredRecording::call(EntryIndex entry) const {
  const auto all = calls(entry);
  const auto found = std::ranges::find_if(all, [](const Call& call) { return !call.is(loaders::kDerived); });
  return found != all.end() ? *found : all.front();
}

std::optional<EntryIndex> StoredRecording::entry_of(std::uint64_t wanted) const {
  // The calls of several threads may be out of order, so this is no binary search.
  for (EntryIndex entry = 0; entry < entries(); ++entry) {
    if (number(entry) == wanted) return entry;
  }
  return std::nullopt;
}

}  // namespace replay
