// The events of legacy files, which follow one another up to the end of the file.
#pragma once

#include <string>
#include <utility>

#include "loaders/container/input_window.h"
#include "loaders/stream/batch.h"
#include "loaders/wtf/definitions.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/header.h"
#include "loaders/wtf/packed_values.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

// Reads what stands before the events. When it cannot be read, that is reported and the result is false.
bool read_legacy_header(InputWindow& window, FileHeader& header, Report& report);

class LegacyEvents {
 public:
  // `window` is at the first event.
  LegacyEvents(InputWindow window, Definitions& definitions, Report& report)
      : window_(std::move(window)),
        definitions_(definitions),
        report_(report) {
    definitions_.define_binary_builtins();
  }
  LegacyEvents(const LegacyEvents&) = delete;
  LegacyEvents& operator=(const LegacyEvents&) = delete;

  // Reads the next event. False at the end, and at the first event that cannot be read: nothing says where the next one
  // starts.
  bool next(Event& event, Batch& batch);

 private:
  void parse(Cursor& cursor, Event& event, Batch& batch);
  void fail(const Error& error);

  InputWindow window_;
  Definitions& definitions_;
  Report& report_;
  RecordProblem problem_;
  PackedValues values_{problem_};
  const EventType* type_ = nullptr;  // of the current event
  bool ended_ = false;
};

}  // namespace loaders::wtf
