#include "replay/session/prepare.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/process/sandbox.h"
#include "replay/session/last_frame.h"
#include "replay/session/open_recording.h"
#include "replay/session/report.h"

namespace replay {
namespace {

// Turns "last" into numbers. Returns what is wrong with the file.
std::optional<loaders::LoadError> settle_last_frame(ReplayOptions& options, const std::optional<TraceIndex>& index) {
  const bool state_is_last = options.states.wants_last();
  if (index && index->whole && index->frames > 0 && !state_is_last) {
    options.frames.settle_last(index->frames - 1);
    return std::nullopt;
  }
  LastFrame last = find_last_frame(options.trace, options.limits.loaders);
  options.frames.settle_last(last.number);
  options.states.settle_last(last.call);
  return std::move(last.error);
}

// Returns nothing when no picture is to be written. A folder that cannot be made ends the replay before its work,
// unless there is something to judge: then only the pictures are lost.
std::optional<PictureNames> names_of_pictures(const ReplayOptions& options, Summary& summary) {
  if (!options.writes_pictures()) return std::nullopt;
  if (options.makes_film()) return PictureNames::of_film(options.output);
  auto names = PictureNames::make(options.trace, options.output, options.several_pictures(), options.coding.format);
  if (names) return *std::move(names);
  if (options.expect.empty() && !options.strict && !options.self_check) throw CannotJudge(names.error().problem);
  summary.picture_problems.push_back(names.error().problem);
  return std::nullopt;
}

}  // namespace

Prepared prepare(const ReplayOptions& as_given, Summary& summary) {
  Prepared prepared{
      .options = as_given, .names = {}, .film = {}, .reference = {}, .known_errors = {}, .index = {}, .source = {}};
  ReplayOptions& options = prepared.options;
  never_overwrite(options.trace);
  prepared.names = names_of_pictures(options, summary);
  if (options.makes_film()) {
    prepared.film = need(Film::make(options.output, {options.coding, options.fps.value_or(FilmForm().rate)}));
  }
  enter_sandbox(options.supervision, places_of_results(options));
  if (!options.expect.empty()) prepared.reference = Reference::load(options.expect);
  if (!options.known_errors.empty()) prepared.known_errors = KnownErrors::load(options.known_errors);
  const bool seeks_frames = options.may_seek() && !options.frames.empty() && options.calls.empty();
  if (seeks_frames || (options.seek && options.frames.wants_last())) prepared.index = find_index(options.trace);
  if (options.frames.wants_last() || options.states.wants_last())
    summary.file_error = settle_last_frame(options, prepared.index);
  prepared.source = open_recording(options.trace, options.limits.loaders);
  prepared.is_stream = !prepared.source->info().file_size;
  if (prepared.is_stream && options.loop > 1)
    throw CannotJudge(fmt::format("{}: --loop needs a file, a stream can be read once", options.trace));
  return prepared;
}

}  // namespace replay
