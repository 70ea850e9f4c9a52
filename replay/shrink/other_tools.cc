#include "replay/shrink/other_tools.h"

#include <glad/gl.h>

#include <initializer_list>

#include "glbindings/signature.h"

namespace replay {
namespace {

bool clears_colors(const loaders::Call& call) {
  return call.function == glbindings::FunctionId::glClear && call.argc == 1 && call.args[0].is_integer() &&
         (call.args[0].u & GL_COLOR_BUFFER_BIT) != 0;
}

// What draws, apart from clears of depths and stencils.
bool draws_colors(const loaders::Call& call) {
  const bool is_clear = call.function == glbindings::FunctionId::glClear;
  return is_clear ? clears_colors(call) : (glbindings::signature(call.function).traits & glbindings::kRenders) != 0;
}

struct Before {
  std::optional<EntryIndex> frame_end, clear;  // the last of each before the first draw; the clear is in its frame
};

Before before_first_draw(const StoredRecording& recording, const std::vector<bool>& kept) {
  Before before;
  for (EntryIndex entry = 0; entry < recording.entries(); ++entry) {
    const loaders::Call& call = recording.call(entry);
    if (kept[entry] && draws_colors(call)) break;
    const bool ends_frame = (glbindings::signature(call.function).traits & glbindings::kEndsFrame) != 0;
    if (ends_frame) before = {.frame_end = entry, .clear = {}};
    if (clears_colors(call)) before.clear = entry;
  }
  return before;
}

}  // namespace

void keep_for_other_tools(const StoredRecording& recording, const Dependencies& dependencies, ShrinkSearch& search) {
  const auto [frame_end, clear] = before_first_draw(recording, search.smallest().kept);
  const auto with = [&](std::initializer_list<std::optional<EntryIndex>> entries) {
    Candidate candidate = search.smallest();
    for (const auto entry : entries) {
      if (!entry) return false;
      candidate.kept[*entry] = true;
    }
    dependencies.make_valid(candidate.kept);
    return candidate.kept != search.smallest().kept && search.offer("for other tools", std::move(candidate));
  };
  if (!with({frame_end, clear})) with({clear}) || with({frame_end});
}

}  // namespace replay
