#include "loaders/wip15/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/base/limits.h"
#include "loaders/stream/loader_base.h"
#include "loaders/stream/read_record.h"
#include "loaders/wip15/calls.h"
#include "loaders/wip15/declarations.h"
#include "loaders/wip15/header.h"
#include "loaders/wip15/probe.h"

namespace loaders::wip15 {
namespace {

std::string version_text(const Dialect& dialect) {
  if (!dialect.text_version) return "0.0";
  switch (dialect.integers) {
    case Integers::kSignBit: return "0.0a, LEB128 integers";
    case Integers::kRaw8: return "0.0a, raw 8-byte integers";
    case Integers::kSleb: return "0.0a, signed LEB128 integers";
  }
  return {};
}

class Loader final : public LoaderBase {
 public:
  Loader(InputWindow window, const std::string& file, const Header& header)
      : window_(std::move(window)),
        dialect_(header.dialect),
        declarations_(window_.limits()),
        calls_(declarations_, functions_, problem_, window_.limits()) {
    calls_.set_dialect(dialect_);
    info_.file = file;
    info_.format = "WIP15";
    info_.version = version_text(dialect_);
    info_.container = "none";
    info_.file_size = window_.stream_size();
    info_.properties = {{"byte order of floats", dialect_.swap_floats ? "big" : "little"},
                        {"max_functions", std::to_string(header.max_functions)},
                        {"max_groups", std::to_string(header.max_groups)}};
  }

  ReadStatus read(Batch& batch) override {
    batch.clear();
    batch.set_call_limit(window_.limits().call_bytes);
    while (!ended_ && !batch.full()) {
      const std::uint64_t before = calls_.complete_calls();
      read_operation(batch);
      if (calls_.complete_calls() != before && ends_frame(batch)) break;
    }
    return batch.calls.empty() ? ReadStatus::kEnd : ReadStatus::kBatch;
  }

 private:
  // The last call of the batch decides: a swap has no derived calls after it.
  static bool ends_frame(const Batch& batch) { return batch.calls.back().is(kEndsFrame); }

  void read_operation(Batch& batch) {
    if (window_.bytes().empty() && !window_.fill(1)) return end();
    const Batch::Mark mark = batch.mark();
    const std::size_t calls = batch.calls.size();
    const auto parse_one = [&](Cursor& cursor) { parse(cursor, batch); };
    const auto undo = [&] {
      batch.calls.resize(calls);
      batch.rewind(mark);
    };
    if (const auto read = read_record(window_, problem_, parse_one, undo); !read) fail(read.error());
  }

  // Reads one operation, or leaves the cursor bad.
  void parse(Cursor& cursor, Batch& batch) {
    opcode_ = cursor.u8();
    switch (static_cast<Opcode>(opcode_)) {
      case Opcode::kCall: return calls_.read(cursor, batch, window_);
      case Opcode::kDeclareFunction: return declarations_.read_function(cursor, dialect_, functions_, problem_);
      case Opcode::kDeclareGroup: return skip_group(cursor, dialect_);
    }
    problem_.malformed(cursor, fmt::format("operation {} does not exist", opcode_));
  }

  std::string section() const {
    switch (static_cast<Opcode>(opcode_)) {
      case Opcode::kCall: return calls_.section();
      case Opcode::kDeclareFunction: return "declaration of a function";
      case Opcode::kDeclareGroup: return "declaration of a group";
    }
    return "operation";
  }

  void fail(const RecordFailure& failure) {
    error_ = LoadError{failure.error.damage, window_.offset(), calls_.complete_calls(),
                       info_.file,           section(),        failure.sentence()};
    finish();
  }

  void end() {
    if (window_.error()) {
      error_ = LoadError{window_.error()->damage, window_.offset(),        calls_.complete_calls(), info_.file,
                         "next operation",        window_.error()->problem};
    }
    finish();
  }

  void finish() {
    ended_ = true;
    calls_.append_warnings(warnings_);
  }

  InputWindow window_;
  Dialect dialect_;
  RecordProblem problem_;
  Declarations declarations_;
  CallReader calls_;
  std::uint8_t opcode_ = 0;  // of the current operation
  bool ended_ = false;
};

}  // namespace

OpenResult open(InputWindow window, const std::string& file) {
  const auto up_to = [&](std::uint64_t bytes) {
    window.fill(std::min(bytes, window.remaining().value_or(bytes)));
    return window.bytes();
  };
  Cursor cursor(up_to(kMaxHeaderBytes));
  Result<Header> header = read_header(cursor);
  if (!header) return LoadError{Damage::kCorrupt, cursor.failed_at(), 0, file, "header", header.error().problem};
  window.consume(cursor.offset());
  if (header->dialect.text_version) header->dialect.integers = probe_integers(up_to(kProbeBytes), window.limits());
  return std::make_unique<Loader>(std::move(window), file, *header);
}

}  // namespace loaders::wip15
