#include "loaders/apitrace/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/apitrace/calls.h"
#include "loaders/apitrace/header.h"
#include "loaders/container/detect.h"
#include "loaders/stream/loader_base.h"
#include "loaders/stream/read_record.h"

namespace loaders::apitrace {
namespace {

std::string version_text(const Header& header) {
  const std::uint64_t version = header.dialect.version;
  if (header.semantic_version == version) return fmt::format("{}", version);
  return fmt::format("{}, to be replayed as {}", version, header.semantic_version);
}

class Loader final : public LoaderBase {
 public:
  Loader(InputWindow window, const Header& header, TraceInfo info)
      : window_(std::move(window)),
        calls_(functions_, problem_, window_.limits()) {
    calls_.set_dialect(header.dialect);
    info_ = std::move(info);
    info_.format = "apitrace";
    info_.version = version_text(header);
    info_.properties = header.properties;
  }

  // A batch ends after an event that leaves a call: between its two events a call would have to move out of the batch.
  ReadStatus read(Batch& batch) override {
    batch.clear();
    batch.set_call_limit(window_.limits().call_bytes);
    while (!ended_) {
      const std::size_t before = batch.calls.size();
      if (const std::size_t bytes = calls_.read_on_fast_path(batch, window_)) {
        window_.consume(bytes);
      } else {
        read_event(batch);
      }
      if (batch.calls.size() > before && (batch.calls.back().is(kEndsFrame) || batch.full())) break;
    }
    calls_.keep_pending_calls(batch);
    return batch.calls.empty() ? ReadStatus::kEnd : ReadStatus::kBatch;
  }

 private:
  void read_event(Batch& batch) {
    if (window_.bytes().empty() && !window_.fill(1)) return end(batch);
    const Batch::Mark mark = batch.mark();
    const auto parse = [&](Cursor& cursor) { calls_.read(cursor, batch, window_); };
    const auto undo = [&] {
      calls_.undo();
      batch.rewind(mark);
    };
    if (const auto read = read_record(window_, problem_, parse, undo); !read) fail(batch, read.error());
  }

  void fail(Batch& batch, const RecordFailure& failure) {
    error_ = LoadError{failure.error.damage, window_.offset(), calls_.number(),
                       info_.file,           calls_.section(), failure.sentence()};
    finish(batch);
  }

  void end(Batch& batch) {
    if (window_.error()) {
      error_ = LoadError{window_.error()->damage, window_.offset(), calls_.next_number(), info_.file, "next event",
                         window_.error()->problem};
    }
    finish(batch);
  }

  void finish(Batch& batch) {
    ended_ = true;
    batch.lift_call_limit();  // the pending calls were within the limit when they were read
    calls_.deliver_incomplete(batch);
    calls_.append_warnings(warnings_);
  }

  InputWindow window_;
  RecordProblem problem_;
  CallReader calls_;
  bool ended_ = false;
};

// Reads the header and moves the window past it.
Result<Header, LoadError> header_of(InputWindow& window, const std::string& file) {
  Header header;
  RecordProblem problem;
  const auto parse = [&](Cursor& cursor) { header = read_header(cursor, problem); };
  const auto read = read_record(window, problem, parse, [] {});
  if (read) return header;
  const RecordFailure& failure = read.error();
  const bool is_cut = failure.error.damage == Damage::kCut && !window.error();
  return LoadError{Damage::kCorrupt,
                   failure.at,
                   0,
                   file,
                   "header",
                   is_cut ? "the stream ends inside the header" : failure.error.problem};
}

// Bytes that are no Brotli stream can unpack to something. This check refuses most of them: after its header, a trace
// enters a call.
bool begins_with_a_call(InputWindow& window) {
  if (!window.fill(1)) return !window.error();
  return window.bytes()[0] == static_cast<std::byte>(Event::kEnter);
}

// The window is larger than a chunk, so that the next chunk can be unpacked after the rest of an event.
std::size_t window_bytes(std::size_t usual) { return usual + usual / 4; }

}  // namespace

bool is_apitrace(std::span<const std::byte> start) { return !start.empty(); }

OpenResult open(InputWindow packed, const std::string& file) {
  const Container container = detect_container(packed.bytes());
  TraceInfo info;
  info.file = file;
  info.container = container_name(container);
  info.file_size = packed.stream_size();
  const std::size_t bytes = window_bytes(packed.usual_bytes());
  const Limits limits = packed.limits();
  InputWindow window(unpack(container, std::move(packed)), bytes, limits);

  const Result<Header, LoadError> header = header_of(window, file);
  if (container == Container::kBrotli && (!header || !begins_with_a_call(window))) {
    return LoadError{Damage::kCorrupt, 0, 0, file, {}, "is not a trace of a known format"};
  }
  if (!header) return header.error();
  return std::make_unique<Loader>(std::move(window), *header, std::move(info));
}

}  // namespace loaders::apitrace
