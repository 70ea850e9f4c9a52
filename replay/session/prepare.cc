#include "replay/session/prepare.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/process/sandbox.h"
#include "replay/session/open_recording.h"
#include "replay/session/report.h"
#include "replay/session/trace_facts.h"

namespace replay {
namespace {

// Turns "last" into a number. Returns what is wrong with the file, because a file that is cut may have lost its last
// frame.
std::optional<loaders::LoadError> find_last_frame(ReplayOptions& options, const std::optional<TraceIndex>& index) {
  if (index && index->whole && index->frames > 0) {
    options.frames.add({.first = index->frames - 1, .last = index->frames - 1});
    return std::nullopt;
  }
  const auto source = open_recording(options.trace, options.limits.loaders);
  const TraceFacts facts = gather_facts(*source);
  if (facts.frames == 0) throw CannotJudge(fmt::format("{}: it has no frame", options.trace));
  options.frames.add({.first = facts.frames - 1, .last = facts.frames - 1});
  return source->error();
}

// Returns nothing when no picture is to be written. A folder that cannot be made ends the replay before its work,
// unless there is something to judge: then only the pictures are lost.
std::optional<PictureNames> names_of_pictures(const ReplayOptions& options, Summary& summary) {
  if (!options.writes_pictures()) return std::nullopt;
  auto names = PictureNames::make(options.trace, options.output, options.several_pictures());
  if (names) return *std::move(names);
  if (options.expect.empty() && !options.strict && !options.self_check) throw CannotJudge(names.error().problem);
  summary.picture_problems.push_back(names.error().problem);
  return std::nullopt;
}

}  // namespace

Prepared prepare(const ReplayOptions& as_given, Summary& summary) {
  Prepared prepared{.options = as_given, .names = {}, .reference = {}, .known_errors = {}, .index = {}, .source = {}};
  ReplayOptions& options = prepared.options;
  never_overwrite(options.trace);
  prepared.names = names_of_pictures(options, summary);
  enter_sandbox(options.supervision, places_of_results(options));
  if (!options.expect.empty()) prepared.reference = Reference::load(options.expect);
  if (!options.known_errors.empty()) prepared.known_errors = KnownErrors::load(options.known_errors);
  prepared.source = open_recording(options.trace, options.limits.loaders);
  prepared.is_stream = !prepared.source->info().file_size;
  if (prepared.is_stream && (options.last_frame || options.loop > 1)) {
    throw CannotJudge(
        fmt::format("{}: --loop and the last frame need a file, a stream can be read once", options.trace));
  }
  const bool seeks_frames = options.may_seek() && !options.frames.empty() && options.calls.empty();
  if (seeks_frames || (options.seek && options.last_frame)) prepared.index = find_index(options.trace);
  if (options.last_frame) summary.file_error = find_last_frame(options, prepared.index);
  return prepared;
}

}  // namespace replay
