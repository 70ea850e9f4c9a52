#include "replay/shrink/written_candidate.h"

#include <deque>
#include <unordered_set>

namespace replay {

using loaders::Call;

loaders::Result<loaders::Rewritten> write_candidate(
    const std::string& input, const std::string& output, const StoredRecording& recording, const Candidate& candidate,
    const EmptyFrame* empty_frame, const loaders::Limits& limits,
    const std::vector<std::pair<std::string, std::string>>& properties) {
  std::unordered_set<std::uint64_t> kept;
  std::deque<std::vector<Call>> changed_calls;
  std::vector<loaders::Edit::Insertion> insertions;
  loaders::Arena arena;
  std::uint64_t end = 0;
  for (EntryIndex entry = 0; entry < recording.entries(); ++entry) {
    if (!candidate.kept[entry]) continue;
    const std::uint64_t number = recording.number(entry);
    end = std::max(end, number + 1);
    const auto changes = changes_of(candidate, entry);
    if (changes.empty()) {
      kept.insert(number);
      continue;
    }
    std::vector<Call>& calls = changed_calls.emplace_back();
    for (const Call& call : recording.calls(entry)) calls.push_back(changed_call(call, changes, arena));
    insertions.push_back({.before = number, .calls = calls});
  }
  if (empty_frame != nullptr) insertions.push_back({.before = empty_frame->before, .calls = empty_frame->calls});
  std::ranges::stable_sort(insertions, {}, &loaders::Edit::Insertion::before);
  const loaders::Edit edit{.keeps = [&](std::uint64_t number) { return kept.contains(number); },
                           .insertions = insertions,
                           .at_end = {},
                           .end = end};
  return loaders::rewrite(input, output, edit, {.properties = properties, .open = {.limits = limits}});
}

}  // namespace replay
