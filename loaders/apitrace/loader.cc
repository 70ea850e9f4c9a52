#include "loaders/apitrace/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/apitrace/calls.h"
#include "loaders/apitrace/header.h"
#include "loaders/container/detect.h"

namespace loaders::apitrace {
namespace {

std::string version_text(const Header& header) {
  const std::uint64_t version = header.dialect.version;
  if (header.semantic_version == version) return fmt::format("{}", version);
  return fmt::format("{}, to be replayed as {}", version, header.semantic_version);
}

class Loader final : public CallSource {
 public:
  Loader(InputWindow window, const Header& header, TraceInfo info)
      : window_(std::move(window)), info_(std::move(info)), calls_(functions_, window_.limits()) {
    calls_.set_dialect(header.dialect);
    info_.format = "apitrace";
    info_.version = version_text(header);
    info_.properties = header.properties;
  }

  const TraceInfo& info() const override { return info_; }
  const std::optional<LoadError>& error() const override { return error_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const FunctionTable& functions() const override { return functions_; }

  // A batch ends behind a call that is left: between its two events a call would have to move out of it.
  ReadStatus read(Batch& batch) override {
    batch.clear();
    batch.set_call_limit(window_.limits().call_bytes);
    while (!ended_) {
      const std::size_t before = batch.calls.size();
      if (const std::size_t bytes = calls_.read_quickly(batch, window_)) {
        window_.consume(bytes);
      } else {
        read_event(batch);
      }
      if (batch.calls.size() > before && (batch.calls.back().is(kEndsFrame) || batch.full())) break;
    }
    calls_.keep_open_calls();
    return batch.calls.empty() ? ReadStatus::kEnd : ReadStatus::kBatch;
  }

 private:
  void read_event(Batch& batch) {
    if (window_.bytes().empty() && !window_.fill(1)) return end(batch);
    const Batch::Place start = batch.place();
    for (;;) {
      Cursor cursor(window_.bytes());
      try {
        calls_.read(cursor, batch, window_);
      } catch (const ArenaLimitReached&) {
        calls_.too_large(cursor);
      }
      if (cursor.ok()) [[likely]]
        return window_.consume(cursor.offset());
      calls_.undo();
      batch.rewind(start);
      if (cursor.missing() == 0) return fail(batch, Damage::kCorrupt, cursor, calls_.problem());
      const std::uint64_t wanted = window_.wanted_for(cursor.missing());
      if (!window_.fill(wanted)) return cut(batch, cursor, wanted);
    }
  }

  void cut(Batch& batch, const Cursor& cursor, std::uint64_t wanted) {
    const Error shortage = window_.shortage(wanted, window_.offset() + cursor.failed_at());
    fail(batch, shortage.damage, cursor, shortage.problem);
  }

  void fail(Batch& batch, Damage damage, const Cursor& cursor, std::string problem) {
    if (problem.empty()) problem = "an integer of more than 64 bits";  // all else has a sentence
    if (damage == Damage::kCorrupt) problem += fmt::format(" (at byte {})", window_.offset() + cursor.failed_at());
    error_ = LoadError{damage, window_.offset(), calls_.number(), info_.file, calls_.section(), std::move(problem)};
    finish(batch);
  }

  void end(Batch& batch) {
    if (window_.error()) {
      error_ = LoadError{window_.error()->damage, window_.offset(), calls_.next_number(),
                         info_.file,              "next event",     window_.error()->problem};
    }
    finish(batch);
  }

  void finish(Batch& batch) {
    ended_ = true;
    batch.lift_call_limit();  // they were within the limits when they were read
    calls_.deliver_incomplete(batch);
    calls_.append_warnings(warnings_);
  }

  InputWindow window_;
  TraceInfo info_;
  FunctionTable functions_;
  CallReader calls_;
  bool ended_ = false;
  std::optional<LoadError> error_;
  std::vector<std::string> warnings_;
};

// Reads the header and leaves the window behind it; or else says in `error` what is wrong.
bool read_header(InputWindow& window, Header& header, LoadError& error) {
  for (;;) {
    header = {};
    Cursor cursor(window.bytes());
    error.problem = read_header(cursor, header);
    error.offset = cursor.failed_at();
    if (cursor.ok()) {
      window.consume(cursor.offset());
      return true;
    }
    if (cursor.missing() == 0) {
      if (error.problem.empty()) error.problem = "an integer of more than 64 bits";
      return false;
    }
    if (!window.fill(window.wanted_for(cursor.missing()))) {
      error.problem = window.error() ? window.error()->problem : "the stream ends inside the header";
      return false;
    }
  }
}

// Bytes that are no Brotli stream at all can unpack to something. A trace begins with a header, and then a call is
// entered.
bool begins_with_a_call(InputWindow& window) {
  if (!window.fill(1)) return !window.error();
  return window.bytes()[0] == static_cast<std::byte>(Event::kEnter);
}

// The window is larger than a chunk by what may be left of an event, so that the next chunk can be unpacked behind it.
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

  Header header;
  LoadError error{Damage::kCorrupt, 0, 0, file, "header", {}};
  const bool sound = read_header(window, header, error);
  if (container == Container::kBrotli && (!sound || !begins_with_a_call(window))) {
    return LoadError{Damage::kCorrupt, 0, 0, file, {}, "is not a trace of a known format"};
  }
  if (!sound) return error;
  return std::make_unique<Loader>(std::move(window), header, std::move(info));
}

}  // namespace loaders::apitrace
