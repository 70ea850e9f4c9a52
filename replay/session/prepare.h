// The first phase of a replay: everything that can be known, opened or refused before there is a window.
#pragma once

#include <memory>
#include <optional>

#include "loaders/stream/call_source.h"
#include "replay/command_line/options.h"
#include "replay/output/film.h"
#include "replay/output/picture_names.h"
#include "replay/picture/reference.h"
#include "replay/session/known_errors.h"
#include "replay/session/summary.h"
#include "replay/session/trace_index.h"

namespace replay {

struct Prepared {
  ReplayOptions options;                        // "the last frame" has become a number
  std::optional<PictureNames> names;            // nothing: no picture is written
  std::unique_ptr<Film> film;                   // nothing: each picture is a file
  std::optional<Reference> reference;           // what --expect gives
  std::optional<KnownErrors> known_errors;      // the errors of a good driver
  std::optional<TraceIndex> index;              // nothing: the trace has none, or these options cannot use it
  std::unique_ptr<loaders::CallSource> source;  // at its beginning
  bool is_stream = false;                       // it can be read only once
};

// Also enters the sandbox, where the options ask for one. A problem that does not end the replay goes into `summary`.
// Throws CannotJudge.
Prepared prepare(const ReplayOptions& options, Summary& summary);

}  // namespace replay
