// The first phase of a replay: everything that can be known, opened or refused before there is a window.
#pragma once

#include <memory>
#include <optional>

#include "loaders/stream/call_source.h"
#include "replay/command_line/options.h"
#include "replay/output/picture_names.h"
#include "replay/picture/reference.h"
#include "replay/session/known_errors.h"
#include "replay/session/summary.h"
#include "replay/session/trace_index.h"

namespace replay {

struct Prepared {
  ReplayOptions options;                        // "the last frame" has become a number
  std::optional<PictureNames> names;            // none: no picture is written
  std::optional<Reference> reference;           // what is expected, if anything
  std::optional<KnownErrors> known_errors;      // of a good driver
  std::optional<TraceIndex> index;              // none: the trace has none, or it is of no use for these options
  std::unique_ptr<loaders::CallSource> source;  // at its beginning
  bool is_stream = false;                       // it can be read only once
};

// Enters the sandbox, too, where one is asked for. What is wrong and does not end the replay goes into `summary`. Throws CannotJudge.
Prepared prepare(const ReplayOptions& options, Summary& summary);

}  // namespace replay
