// EventCopier: a recording of apitrace, of any version, as one of version 6, event by event. The calls do not become
// neutral ones on their way, so nothing of them is lost; only ids and numbers are others. An Edit
// (loaders/stream/edit.h) says which calls stay and what comes between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/apitrace/event_transcoder.h"
#include "loaders/apitrace/output.h"
#include "loaders/apitrace/stream.h"
#include "loaders/base/load_error.h"
#include "loaders/stream/edit.h"

namespace loaders::apitrace {

class EventCopier {
 public:
  // `output` has its header already. `edits` says what becomes of each call.
  EventCopier(Stream stream, Output& output, EditRun& edits)
      : window_(std::move(stream.window)),
        dialect_(stream.header.dialect),
        file_(std::move(stream.info.file)),
        output_(output),
        edits_(edits),
        transcoder_(output, problem_, window_.limits(), dialect_, edits.is_selective()) {}
  EventCopier(const EventCopier&) = delete;
  EventCopier& operator=(const EventCopier&) = delete;

  // Copies up to the end, or to what is damaged, and says what that is.
  std::optional<LoadError> copy();

 private:
  struct OpenCall {
    std::uint64_t number, copied_number;
  };

  bool copy_event();
  void read_event(Cursor& cursor);
  void read_enter(Cursor& cursor);
  void read_leave(Cursor& cursor);
  void keep_event();
  bool is_over() const { return next_number_ >= edits_.end() && open_.empty(); }

  InputWindow window_;
  Dialect dialect_;
  std::string file_;
  Output& output_;
  EditRun& edits_;
  RecordProblem problem_;
  EventTranscoder transcoder_;
  std::uint64_t next_number_ = 0;  // in the file
  std::vector<OpenCall> open_;     // calls of the copy that have not been left
  std::optional<LoadError> error_;

  // The event that is being read.
  Event event_ = Event::kEnter;
  bool stays_ = false;  // the call that it enters, or leaves
  std::uint64_t thread_ = 0;
  std::size_t left_ = 0;  // the index in open_ of the call that it leaves
};

}  // namespace loaders::apitrace
