#include "replay/diff_calls/outline.h"

#include "replay/diff_calls/comparable_calls.h"

namespace replay {

Outline read_outline(loaders::CallSource& source, bool answers) {
  Outline outline;
  ComparableCalls calls(source, answers);
  while (calls.next()) {
    outline.hashes.push_back(calls.hash());
    outline.functions.push_back(static_cast<std::uint32_t>(calls.function()));
    outline.objects.insert(outline.objects.end(), calls.objects().begin(), calls.objects().end());
    outline.objects_end.push_back(outline.objects.size());
    if (calls.call().is(loaders::kEndsFrame)) outline.frame_ends.push_back(outline.calls());
  }
  if (outline.frame_ends.empty() || outline.frame_ends.back() != outline.calls()) {
    outline.frame_ends.push_back(outline.calls());
  }
  outline.roles = calls.recorded_objects().roles();
  return outline;
}

}  // namespace replay
