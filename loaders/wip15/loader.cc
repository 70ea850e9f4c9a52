#include "loaders/wip15/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "loaders/base/limits.h"
#include "loaders/wip15/calls.h"
#include "loaders/wip15/declarations.h"
#include "loaders/wip15/header.h"
#include "loaders/wip15/probe.h"

namespace loaders::wip15 {
namespace {

std::string version_text(const Dialect& dialect) {
  if (!dialect.text_version) return "0.0";
  switch (dialect.integers) {
    case Integers::kSignBit:
      return "0.0a, LEB128 integers";
    case Integers::kRaw8:
      return "0.0a, raw 8-byte integers";
    case Integers::kSleb:
      return "0.0a, signed LEB128 integers";
  }
  return {};
}

class Loader final : public CallSource {
 public:
  Loader(InputWindow window, const std::string& file, const Header& header)
      : window_(std::move(window)), dialect_(header.dialect), declarations_(window_.limits()), calls_(declarations_, functions_, window_.limits()) {
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

  const TraceInfo& info() const override { return info_; }
  const std::optional<LoadError>& error() const override { return error_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const FunctionTable& functions() const override { return functions_; }

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
  // Derived calls may follow the call that ended the frame, but no swap has any.
  static bool ends_frame(const Batch& batch) { return batch.calls.back().is(kEndsFrame); }

  void read_operation(Batch& batch) {
    if (window_.bytes().empty() && !window_.fill(1)) return end();
    const Batch::Place start = batch.place();
    for (;;) {
      Cursor cursor(window_.bytes());
      if (!parse_within_limits(cursor, batch)) batch.rewind(start);
      if (cursor.ok()) [[likely]] {
        return window_.consume(cursor.offset());
      }
      if (cursor.missing() == 0) return fail(Damage::kCorrupt, cursor, problem_);
      batch.rewind(start);
      const std::uint64_t wanted = window_.wanted_for(cursor.missing());
      if (!window_.fill(wanted)) return cut(cursor, wanted);
    }
  }

  // False, with a bad cursor: the call takes more memory than it may.
  bool parse_within_limits(Cursor& cursor, Batch& batch) {
    const std::size_t calls = batch.calls.size();
    try {
      parse(cursor, batch);
      return true;
    } catch (const ArenaLimitReached&) {
      batch.calls.resize(calls);
      cursor.fail();
      problem_ = "the call takes more than " + window_.limits().option(&Limits::call_bytes);
      return false;
    }
  }

  // Reads one operation, or leaves the cursor bad and says in problem_ what is malformed.
  void parse(Cursor& cursor, Batch& batch) {
    opcode_ = cursor.u8();
    switch (static_cast<Opcode>(opcode_)) {
      case Opcode::kCall:
        calls_.read(cursor, batch, window_);
        if (!cursor.ok()) problem_ = calls_.problem();
        return;
      case Opcode::kDeclareFunction:
        problem_ = declarations_.read_function(cursor, dialect_, functions_);
        return;
      case Opcode::kDeclareGroup:
        return skip_group(cursor, dialect_);
    }
    cursor.fail();
    problem_ = fmt::format("operation {} does not exist", opcode_);
  }

  std::string section() const {
    switch (static_cast<Opcode>(opcode_)) {
      case Opcode::kCall:
        return calls_.section();
      case Opcode::kDeclareFunction:
        return "declaration of a function";
      case Opcode::kDeclareGroup:
        return "declaration of a group";
    }
    return "operation";
  }

  void cut(const Cursor& cursor, std::uint64_t wanted) {
    const Error shortage = window_.shortage(wanted, window_.offset() + cursor.failed_at());
    fail(shortage.damage, cursor, shortage.problem);
  }

  void fail(Damage damage, const Cursor& cursor, std::string problem) {
    if (problem.empty()) problem = "an integer of more than 64 bits";  // all else has a sentence
    if (damage == Damage::kCorrupt) problem += fmt::format(" (at byte {})", window_.offset() + cursor.failed_at());
    error_ = LoadError{damage, window_.offset(), calls_.complete_calls(), info_.file, section(), std::move(problem)};
    finish();
  }

  void end() {
    if (window_.error()) {
      error_ = LoadError{window_.error()->damage, window_.offset(),  calls_.complete_calls(),
                         info_.file,              "next operation", window_.error()->problem};
    }
    finish();
  }

  void finish() {
    ended_ = true;
    calls_.append_warnings(warnings_);
  }

  InputWindow window_;
  Dialect dialect_;
  TraceInfo info_;
  FunctionTable functions_;
  Declarations declarations_;
  CallReader calls_;
  std::uint8_t opcode_ = 0;  // of the operation that is being read
  std::string problem_;
  bool ended_ = false;
  std::optional<LoadError> error_;
  std::vector<std::string> warnings_;
};

}  // namespace

OpenResult open(InputWindow window, const std::string& file) {
  const auto up_to = [&](std::uint64_t bytes) {
    window.fill(std::min(bytes, window.remaining().value_or(bytes)));
    return window.bytes();
  };
  Cursor cursor(up_to(kMaxHeaderBytes));
  Header header;
  if (std::string problem = read_header(cursor, header); !problem.empty()) {
    return LoadError{Damage::kCorrupt, cursor.failed_at(), 0, file, "header", std::move(problem)};
  }
  window.consume(cursor.offset());
  if (header.dialect.text_version) header.dialect.integers = probe_integers(up_to(kProbeBytes), window.limits());
  return std::make_unique<Loader>(std::move(window), file, header);
}

}  // namespace loaders::wip15
