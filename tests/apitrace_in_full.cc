#include "tests/apitrace_in_full.h"

#include "loaders/apitrace/calls.h"
#include "loaders/apitrace/header.h"
#include "loaders/stream/read_record.h"

namespace tests {
namespace {

using namespace loaders;

class FullReader {
 public:
  FullReader(const std::string& stream, const CallVisitor& visit, const Limits& limits)
      : window_(view_source(std::as_bytes(std::span(stream))), stream.size() + 1, limits),
        visit_(visit),
        reader_(table_, problem_, window_.limits()) {
    window_.fill(stream.size());
  }

  void read() {
    Cursor cursor(window_.bytes());
    const apitrace::Header header = apitrace::read_header(cursor, problem_);
    if (!cursor.ok()) return;
    window_.consume(cursor.offset());
    reader_.set_dialect(header.dialect);
    batch_.set_call_limit(window_.limits().call_bytes);
    while (!window_.bytes().empty() && read_event()) deliver();
    batch_.lift_call_limit();
    reader_.deliver_incomplete(batch_);
    deliver();
  }

 private:
  bool read_event() {
    const Batch::Mark mark = batch_.mark();
    const auto undo = [&] {
      reader_.undo();
      batch_.rewind(mark);
    };
    return static_cast<bool>(read_record(
        window_, problem_, [&](Cursor& cursor) { reader_.read(cursor, batch_, window_); }, undo));
  }

  void deliver() {
    for (const Call& call : batch_.calls) visit_(call, table_);
    reader_.keep_pending_calls(batch_);
    batch_.clear();
  }

  InputWindow window_;
  const CallVisitor& visit_;
  FunctionTable table_;
  RecordProblem problem_;
  apitrace::CallReader reader_;
  Batch batch_;
};

}  // namespace

void read_in_full(const std::string& stream, const CallVisitor& visit, const Limits& limits) {
  FullReader(stream, visit, limits).read();
}

}  // namespace tests
