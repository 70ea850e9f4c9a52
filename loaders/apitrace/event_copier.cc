#include "loaders/apitrace/event_copier.h"

#include <fmt/format.h>

#include <algorithm>

#include "loaders/stream/read_record.h"

namespace loaders::apitrace {

std::optional<LoadError> EventCopier::copy() {
  while (output_.status() && !is_over() && copy_event()) {
  }
  edits_.finish();
  return error_;
}

bool EventCopier::copy_event() {
  if (window_.bytes().empty() && !window_.fill(1)) {
    if (const auto& error = window_.error()) {
      error_ = LoadError{error->damage, window_.offset(), next_number_, file_, "next event", error->problem};
    }
    return false;
  }
  event_ = static_cast<Event>(window_.bytes()[0]);
  // What comes before the call is written before the call is read: its signatures come first in the copy.
  if (event_ == Event::kEnter) stays_ = edits_.begin(next_number_);
  const auto parse = [&](Cursor& cursor) { read_event(cursor); };
  const auto undo = [&] { transcoder_.undo(); };
  if (const auto read = read_record(window_, problem_, parse, undo); !read) {
    const RecordFailure& failure = read.error();
    error_ = LoadError{failure.error.damage, window_.offset(), next_number_, file_, "event", failure.sentence()};
    return false;
  }
  keep_event();
  return true;
}

void EventCopier::read_event(Cursor& cursor) {
  const std::uint8_t event = cursor.u8();
  if (event_ == Event::kEnter) return read_enter(cursor);
  if (event_ == Event::kLeave) return read_leave(cursor);
  problem_.malformed(cursor, fmt::format("event {} does not exist", event));
}

void EventCopier::read_enter(Cursor& cursor) {
  if (open_.size() >= window_.limits().open_calls) {
    problem_.malformed(cursor,
                       "more calls are entered and not left than " + window_.limits().option(&Limits::open_calls));
  }
  thread_ = dialect_.enters_with_thread() ? cursor.uleb128() : 0;
  if (thread_ >= kMaxThreads) problem_.malformed(cursor, fmt::format("thread {}", thread_));
  transcoder_.begin(stays_);
  transcoder_.function(cursor);
  transcoder_.details(cursor, thread_);
}

void EventCopier::read_leave(Cursor& cursor) {
  const std::uint64_t number = cursor.uleb128();
  const auto found = std::ranges::find(open_, number, &OpenCall::number);
  stays_ = found != open_.end();
  left_ = static_cast<std::size_t>(found - open_.begin());
  transcoder_.begin(stays_);
  std::uint64_t thread_of_leave = 0;  // which nobody needs
  transcoder_.details(cursor, thread_of_leave);
}

void EventCopier::keep_event() {
  Encoder& out = output_.bytes();
  if (stays_) out.u8(static_cast<std::uint8_t>(event_));
  if (event_ == Event::kEnter) {
    if (stays_) {
      out.uleb128(thread_);
      open_.push_back({next_number_, output_.next_number()});
      edits_.kept(next_number_, output_.next_number());
      output_.count_call();
    }
    ++next_number_;
  } else if (stays_) {
    out.uleb128(open_[left_].copied_number);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(left_));
  }
  out.bytes(transcoder_.written());
  transcoder_.commit();
  output_.end_event();
}

}  // namespace loaders::apitrace
